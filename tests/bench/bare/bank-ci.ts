/** Bare script of a lien bank's incentive desk: claims in four steps. */
import {
  certificateItems,
  shipmentItems,
  typed,
  type ClaimItem,
} from '#activities/portals/bank-ci/claim-items.ts';
import type { RowData } from '#services/contract.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import {
  button,
  enterByForm,
  fetchLink,
  fillItems,
  go,
  inBrowser,
  link,
  readCells,
  type BareScript,
} from './script.ts';

const FIRST_EXP = 300_000;

const itemsOf = (items: readonly ClaimItem[], row: RowData) =>
  items.map(({ column, id, kind }) => ({
    selector: id,
    text: row[column] === undefined ? undefined : typed(kind, row[column]),
    isChoice: kind === 'choice',
  }));

/** Looks for claims of the EXP first, as any careful script must that may not claim twice; the papers are left out. */
export const cashIncentiveApplication: BareScript = {
  cells: (place) => ({
    ...sampleRows('cash-incentive-application')[0],
    invoice_no: `BENCH/${place}`,
    exp_no: `1084-${FIRST_EXP + place}-2026`,
    prc_no: `PRC/BENCH/${place}`,
  }),
  open: inBrowser(enterByForm, async (page, row) => {
    await go(page, link(page, 'Export incentive'));
    await page.locator('#exp').fill(row['exp_no'] ?? '');
    await go(page, button(page, 'Search'));
    await page.getByRole('alert').first().innerText();
    await go(page, link(page, 'Export incentive'));
    await go(page, link(page, 'New claim'));
    await page.locator('#scheme').selectOption({ label: 'Local textile in lieu of bond/drawback' });
    await go(page, button(page, 'Next'));
    await fillItems(page, itemsOf(shipmentItems, row));
    await go(page, button(page, 'Next'));
    await fillItems(page, itemsOf(certificateItems, row));
    await go(page, button(page, 'Calculate'));
    await readCells(page, '#calculation');
    await go(page, button(page, 'Submit'));
    await readCells(page, '#claim');
    await fetchLink(page, link(page, 'Print claim'));
  }),
};
