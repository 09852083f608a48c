/** Bare scripts of the forwarder's portal, whose applications run in a frame: bookings, receipts, documents. */
import type { FrameLocator, Page } from 'playwright';
import { headerItems, lineItems } from '#activities/portals/damco/booking-items.ts';
import { receiptItems } from '#activities/portals/damco/receipt-items.ts';
import type { RowData } from '#services/contract.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { bookings, findOrder } from '#tests/sandbox/portals/damco/seed.ts';
import {
  button,
  fetchHref,
  fillItems,
  go,
  inBrowser,
  link,
  login,
  pdfFile,
  readCells,
  type BareScript,
} from './script.ts';

const KG_PER_CARTON = 8.55;
const CBM_PER_CARTON = 0.075;
const PIECES_PER_CARTON = 40;

async function enter(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/adfs/ls`);
  await page.locator('#ctl00_ContentPlaceHolder1_UsernameTextBox').fill(login.username);
  await page.locator('#ctl00_ContentPlaceHolder1_PasswordTextBox').fill(login.password);
  await go(page, page.locator('#ctl00_ContentPlaceHolder1_SubmitButton'));
}

async function openApplication(page: Page, entry: 'Shipper' | 'Document Management'): Promise<FrameLocator> {
  await go(page, link(page, entry));
  return page.frameLocator('iframe#applicationIframe');
}

type Search = { tab: string; field: string; number: string | undefined; search: string };

/**
 * The application's first tab has the same fields as when it is opened again, so the script must wait for the new
 * document.
 */
async function search(page: Page, { tab, field, number, search: submit }: Search): Promise<FrameLocator> {
  const app = await openApplication(page, 'Shipper');
  await link(app, tab).waitFor();
  await Promise.all([page.waitForEvent('framenavigated'), link(app, tab).click()]);
  await app.locator(field).fill(number ?? '');
  await app.locator(submit).click();
  return app;
}

const searchSo = { tab: 'Search SO', search: '#searchSObtn' };

const bookable = [...new Set(bookings.map(({ orderNo }) => orderNo))].flatMap((no) => findOrder(no) ?? []);

/** The first line of an order whose booking was cancelled. */
function bookingCells(place: number): RowData {
  const order = bookable[place];
  const ordered = order?.lines[0]?.ordered ?? 0;
  const cartons = Math.ceil(ordered / PIECES_PER_CARTON);
  return {
    ...sampleRows('damco-booking')[0],
    po_no: order?.no ?? '',
    style: order?.lines[0]?.style ?? '',
    destination_country: order?.client.country ?? '',
    port_of_discharge: order?.client.port ?? '',
    order_qty: String(ordered),
    carton_qty: String(cartons),
    cbm: (cartons * CBM_PER_CARTON).toFixed(3),
    gross_weight_kg: (cartons * KG_PER_CARTON).toFixed(2),
  };
}

/** Looks for bookings of the order first, as any script must that may not book a line twice. */
export const damcoBooking: BareScript = {
  cells: bookingCells,
  rowsMax: bookable.length,
  records: Object.fromEntries(
    bookings.map((booking) => [`so ${booking.so}`, { ...booking, status: 'CANCELLED' }]),
  ),
  open: inBrowser(enter, async (page, row) => {
    const listed = await search(page, { ...searchSo, field: '#searchSO_PO_No', number: row['po_no'] });
    await listed.locator('#soTable').waitFor();
    await readCells(listed, '#soTable');
    const order = {
      tab: 'Search PO',
      field: '#searchPO_PO_No',
      number: row['po_no'],
      search: '#searchPObtn',
    };
    const app = await search(page, order);
    await app.getByLabel(`Line ${row['po_line']}`, { exact: true }).check();
    page.once('dialog', (dialog) => void dialog.accept());
    await button(app, 'Book').click();
    await app.locator('#soIdId').innerText();
    await fillItems(
      app,
      headerItems.map(({ id, column, ...item }) => ({ ...item, selector: id, text: row[column] })),
    );
    await button(app, 'Details').click();
    await app.locator('#unitId1').selectOption('PCS');
    await app.locator('#packageUnitId1').selectOption('CARTONS');
    await fillItems(
      app,
      lineItems.map(({ id, column, isChoice = false }) => ({
        selector: `${id}1`,
        text: row[column],
        isChoice,
      })),
    );
    await app.locator('#SaveAsMenuBtnId').click();
    await button(app, 'Finished').click();
    await app.locator('#MsgDivId').innerText();
    await readCells(app, '#bookingTable');
    await readCells(app, '#LineTableId');
  }),
};

export const damcoBookingDownload: BareScript = {
  cells: (place) => ({ so_no: bookings[place]?.so ?? '' }),
  rowsMax: bookings.length,
  records: Object.fromEntries(
    bookings.map((booking) => [`so ${booking.so}`, { ...booking, status: 'ACCEPTED' }]),
  ),
  open: inBrowser(enter, async (page, row) => {
    const app = await search(page, { ...searchSo, field: '#searchSO_SO_No', number: row['so_no'] });
    await link(app, row['so_no'] ?? '').click();
    await app.locator('#bookingTable').waitFor();
    await readCells(app, '#bookingTable');
    await readCells(app, '#LineTableId');
    await fetchHref(page, await link(app, 'Print/Export PDF').getAttribute('href'));
  }),
};

/** Looks at the receipts of the booking first, as any script must that may not request one twice. */
export const damcoFcrSubmission: BareScript = {
  cells: (place) => ({ ...sampleRows('damco-fcr-submission')[0], invoice_no: `BENCH/${place}` }),
  open: inBrowser(enter, async (page, row) => {
    const receipts = { tab: 'FCR/HBL', field: '#fcr_SO_No', number: row['so_no'], search: '#searchFcrBtn' };
    const app = await search(page, receipts);
    await app.locator('#fcrTable').waitFor();
    await readCells(app, '#fcrTable');
    await link(app, 'Create FCR').click();
    for (const { column, label, isChoice } of receiptItems) {
      const text = row[column];
      if (text === undefined) continue;
      const field = app.getByLabel(label, { exact: true });
      if (isChoice) await field.selectOption(text);
      else await field.fill(text);
    }
    await button(app, 'Submit').click();
    await app.locator('#MsgDivId').innerText();
    await readCells(app, '#fcrDetail');
    await fetchHref(page, await link(app, 'Draft PDF').getAttribute('href'));
  }),
};

async function listDocuments(page: Page, row: RowData): Promise<FrameLocator> {
  const app = await openApplication(page, 'Document Management');
  await app.locator('#selectedClientId_chosen .chosen-single').click();
  const choices = app.locator('#selectedClientId_chosen li');
  await choices.getByText(row['consignee_code'] ?? '', { exact: true }).click();
  await app.locator('#searchForm_objectType').selectOption('SO');
  await app.locator('#searchForm_objectValue1').fill(row['so_no'] ?? '');
  await app.locator('#searchButton').click();
  await app.locator('#documents').waitFor();
  await readCells(app, '#documents');
  return app;
}

/**
 * Looks at the list before, as any script must that may not upload twice, and after, because the windows only close.
 */
export const damcoEdocUpload: BareScript = {
  cells: (place) => ({
    so_no: bookings[0]?.so ?? '',
    consignee_code: bookings[0]?.clientCode ?? '',
    document_type: 'Packing List',
    document: `bench-${place}.pdf`,
  }),
  open: inBrowser(enter, async (page, row) => {
    const app = await listDocuments(page, row);
    await app.getByLabel(`SO ${row['so_no']}`, { exact: true }).check();
    const [choice] = await Promise.all([
      page.waitForEvent('popup'),
      app.locator('#moreOptionUpload').click(),
    ]);
    await choice.locator('#documentType1').selectOption(row['document_type'] ?? '');
    await choice.locator('#file1').setInputFiles(pdfFile(row['document'] ?? ''));
    const [confirmation] = await Promise.all([
      choice.waitForEvent('popup'),
      button(choice, 'Update').click(),
    ]);
    await Promise.all([confirmation.waitForEvent('close'), button(confirmation, 'Upload').click()]);
    await listDocuments(page, row);
  }),
};
