/** Bare scripts of the EXP portal: search, issue, correction, duplicate reporting. */
import type { Page } from 'playwright';
import {
  correctionItems,
  issueItems,
  reportItems,
  typed,
  type FormItem,
} from '#activities/portals/bb-exp/exp-form.ts';
import type { RowData } from '#services/contract.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { addDays, findExp, type Exp } from '#tests/sandbox/portals/bb-exp/seed.ts';
import { fetchHref, fillItems, go, inBrowser, link, login, readCells, type BareScript } from './script.ts';

const AD_CODE = '1084';
const YEAR = '2026';
/** Serials that the sandbox generates on request; each tenth is in the same state. */
const SERIALS = { any: 100_000, issued: 100_001, used: 100_002 };
const STATES = 10;

async function enter(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/ords/f?p=112:101`);
  await page.locator('#P101_USERNAME').fill(login.username);
  await page.locator('#P101_PASSWORD').fill(login.password);
  await go(page, link(page, 'Login'));
}

async function openEntry(page: Page, name: string): Promise<void> {
  await link(page, 'Transaction').click();
  await go(page, link(page, name));
}

async function typeNumber(page: Page, pageNumber: number, row: RowData): Promise<void> {
  const parts = [
    ['AD_CODE', row['ad_code']],
    ['SERIAL', row['exp_serial']],
    ['YEAR', row['exp_year']],
  ] as const;
  await fillItems(
    page,
    parts.map(([name, text]) => ({ selector: `#P${pageNumber}_${name}`, text })),
  );
  await go(page, link(page, 'Search'));
}

async function lookUp(page: Page, row: RowData): Promise<string[]> {
  if ((await page.locator('#P92_AD_CODE').count()) === 0)
    await openEntry(page, 'Search EXP Detail Information');
  await typeNumber(page, 92, row);
  return readCells(page, '#EXP_DETAIL');
}

async function print(page: Page): Promise<void> {
  await go(page, link(page, 'Print EXP'));
  await fetchHref(page, await page.locator('iframe').getAttribute('src'));
  await go(page, link(page, 'Back'));
}

async function file(
  page: Page,
  pageNumber: number,
  given: { items: readonly FormItem[]; texts: RowData; submit: string },
): Promise<string> {
  const items = given.items.map(({ column, kind }) => ({
    selector: `#P${pageNumber}_${column.toUpperCase()}`,
    text: given.texts[column] === undefined ? undefined : typed(kind, given.texts[column]),
    isChoice: kind === 'choice',
  }));
  await fillItems(page, items);
  await go(page, link(page, given.submit));
  return page.locator('.t-Alert').first().innerText();
}

const serialOf = (first: number, place: number): string => String(first + place * STATES);
const numberCells = (serial: string): RowData => ({ ad_code: AD_CODE, exp_serial: serial, exp_year: YEAR });

function seeded(serial: string): Exp {
  const exp = findExp(AD_CODE, serial, YEAR);
  if (!exp) throw new Error(`The sandbox has no EXP ${serial}.`);
  return exp;
}

export const expSearch: BareScript = {
  cells: (place) => numberCells(String(SERIALS.any + place)),
  open: inBrowser(enter, async (page, row) => {
    await lookUp(page, row);
    await print(page);
  }),
};

/** Looks in the list first, as any script must that may not issue an EXP twice. */
export const expIssue: BareScript = {
  cells: (place) => ({
    ...sampleRows('exp-issue')[0],
    invoice_no: `BENCH/${place}`,
    contract_no: `NW-SC-BENCH-${place}`,
  }),
  open: inBrowser(enter, async (page, row) => {
    await openEntry(page, 'EXP List');
    await page.locator('#P95_INVOICE_NO').fill(row['invoice_no'] ?? '');
    await go(page, link(page, 'Search'));
    await page.locator('.t-Alert').first().innerText();
    await openEntry(page, 'EXP Issue');
    const words = await file(page, 60, { items: issueItems, texts: row, submit: 'Create' });
    const [, adCode = '', serial = '', year = ''] = /EXP No (\d+)-(\d+)-(\d+)/.exec(words) ?? [];
    await lookUp(page, { ad_code: adCode, exp_serial: serial, exp_year: year });
    await print(page);
  }),
};

/** Looks at the EXP before, since its old value must match the sheet, and after, for its revision. */
export const expCorrection: BareScript = {
  cells: (place) => {
    const serial = serialOf(SERIALS.issued, place);
    const { invoiceNo, contractDate } = seeded(serial);
    return {
      ...numberCells(serial),
      invoice_no: invoiceNo,
      field_name: 'contract_date',
      old_value: contractDate,
      new_value: addDays(contractDate, 1),
      reason: 'Contract date was mistyped',
    };
  },
  open: inBrowser(enter, async (page, row) => {
    await lookUp(page, row);
    await openEntry(page, 'EXP Correction');
    await typeNumber(page, 65, row);
    const texts = { [row['field_name'] ?? '']: row['new_value'] ?? '', reason: row['reason'] ?? '' };
    await file(page, 65, { items: correctionItems, texts, submit: 'Apply Changes' });
    await lookUp(page, row);
    await print(page);
  }),
};

/** Looks at the EXP before, since it may be reported already, and after, for the report's reference. */
export const expDuplicateReporting: BareScript = {
  cells: (place) => {
    const serial = serialOf(SERIALS.used, place);
    const { bill, quantity, invoiceValueCents } = seeded(serial);
    if (!bill) throw new Error(`EXP ${serial} is not used in a bill of export.`);
    return {
      ...numberCells(serial),
      bill_of_export_office: bill.office,
      bill_of_export_no: bill.no,
      bill_of_export_date: bill.date,
      transport_doc_type: 'FCR',
      transport_doc_no: `DHK${serial}`,
      shipment_date: addDays(bill.date, 1),
      carrier_name: 'MAERSK XIAMEN / 641W',
      shipped_quantity: String(quantity),
      shipped_value: (invoiceValueCents / 100).toFixed(2),
    };
  },
  open: inBrowser(enter, async (page, row) => {
    await lookUp(page, row);
    await openEntry(page, 'Duplicate EXP Reporting');
    await typeNumber(page, 70, row);
    await file(page, 70, { items: reportItems, texts: row, submit: 'Submit' });
    await lookUp(page, row);
  }),
};
