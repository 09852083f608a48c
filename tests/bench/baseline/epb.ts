/** Bare script of the export tracker: statements on origin with two PDFs each. */
import { sooItems } from '#activities/portals/epb/soo-form.ts';
import { typedText } from '#activities/portals/form-items.ts';
import { documentNames } from '#services/rex-soo-submission/documents.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import {
  button,
  enterByForm,
  fetchLink,
  fillItems,
  go,
  inBrowser,
  link,
  pdfFile,
  readCells,
  type BaselineScript,
} from './script.ts';

const FIRST_INVOICE = 2_600_000;

/** Looks in the list first, as any script must that may not record an invoice twice. */
export const rexSooSubmission: BaselineScript = {
  cells: (place) => ({
    ...sampleRows('rex-soo-submission')[0],
    destination_country_id: '205',
    invoice_no: String(FIRST_INVOICE + place),
  }),
  open: inBrowser(enterByForm, async (page, row) => {
    await go(page, link(page, 'REX / SOO'));
    await page.locator('#invoice').fill(row['invoice_no'] ?? '');
    await go(page, button(page, 'Search'));
    await page.getByRole('alert').first().innerText();
    await go(page, link(page, 'REX / SOO'));
    await go(page, link(page, 'Add'));
    await page.locator('#importerId').selectOption(row['rex_importer_id'] ?? '');
    await page.locator('#countryId').selectOption(row['destination_country_id'] ?? '');
    const items = sooItems.map(({ column, id, kind }) => ({
      selector: id,
      text: row[column] === undefined ? undefined : typedText(kind, row[column]),
      isChoice: kind === 'choice',
    }));
    await fillItems(page, items);
    const { invoice, bl } = documentNames(row);
    await page.locator('#invoicePdf').setInputFiles(pdfFile(invoice));
    await page.locator('#blPdf').setInputFiles(pdfFile(bl));
    await go(page, button(page, 'Submit'));
    await readCells(page, '#soo');
    await fetchLink(page, link(page, 'Receipt'));
  }),
};
