/** Contract of the H&M supplier portal's adapter: sign-in, downloads and packing lists, against the sandbox. */
import { PDFDocument } from 'pdf-lib';
import { afterEach, describe, expect, test } from 'vitest';
import { todaysThird } from '#tests/harness/depth.ts';
import { saying } from '#tests/harness/saying.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/hm/config.ts';
import { hmPortal } from '#activities/portals/hm/portal.ts';
import { hmEinvoiceDownload } from '#services/hm-einvoice-download/run.ts';
import { hmPackingList } from '#services/hm-packing-list/run.ts';
import type { ReadRunner, RowResult } from '#services/runner.ts';
import { useAdapter } from '#tests/harness/portal-adapter.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { expectedRows, rowOf, sampleRows } from '#tests/harness/sample-rows.ts';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';

const portal = 'hm';
const { sandbox, open, loggedIn } = await useAdapter(portal, { elementMs: 2_000 });
const { pagesMax } = config.list;
afterEach(() => {
  config.list.pagesMax = pagesMax;
});

const work = (runner: ReadRunner, row: Record<string, string>, session: PortalSession): Promise<RowResult> =>
  runner.run(row, runContext({ session }));

describe('sign-in', () => {
  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http503-maintenance', route: 'password' }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page', route: 'password' }, 'PORTAL_DOWN'],
    [{ kind: 'layout-changed', route: 'password' }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'home' }, 'PORTAL_CHANGED'],
  ];
  test.each(todaysThird(faults))('a sign-in that meets %o ends as %s', async (fault, outcome) => {
    const session = await open();
    await sandbox.setFault({ portal, ...fault });
    const login = { username: 'padma', password: 'padma1234' };
    expect(await hmPortal.login(session, login, nobodyAnswers)).toMatchObject({ outcome });
  });

  test('a login without the menu entries stops the job instead of spending credits on each row', async () => {
    const session = await loggedIn({ username: 'noperm' });
    const rows: [ReadRunner, Record<string, string>][] = [
      [hmEinvoiceDownload, { invoice_no: '2509603' }],
      [hmPackingList, { order_no: '364201' }],
    ];
    for (const [runner, row] of rows)
      expect(await ending(work(runner, row, session))).toMatchObject({
        outcome: 'CREDENTIALS_INVALID',
        message: saying('no permission'),
      });
  });

  test('a session ends after fifteen idle minutes', async () => {
    const session = await loggedIn();
    await sandbox.moveClock({ advanceMs: 16 * 60_000 });
    expect(await ending(work(hmEinvoiceDownload, { invoice_no: '2509603' }, session))).toEqual({
      outcome: 'SESSION_EXPIRED',
      message: 'Your session has ended. Please sign in again.',
    });
  });
});

const readers = [
  ['hm-einvoice-download', hmEinvoiceDownload],
  ['hm-packing-list', hmPackingList],
] as const;
test.each(readers)('the rows of the sample of %s give exactly the expected values', async (id, runner) => {
  const session = await loggedIn();
  const rows: object[] = [];
  for (const cells of sampleRows(id)) {
    const result = await work(runner, rowOf(id, cells), session);
    const { outcome, portalReference, values = {}, sheets = {}, documents } = result;
    rows.push({
      outcome,
      ...(portalReference ? { portalReference } : {}),
      values,
      ...(documents ? { documents: documents.map(({ name }) => name) } : {}),
    });
    for (const lines of Object.values(sheets)) expect(lines.length).toBeGreaterThan(0);
    for (const [sheet, lines] of Object.entries(sheets))
      for (const line of lines) expect(Object.keys(line)).toEqual(runner.outputSheets?.[sheet]);
    for (const { name, bytes } of documents ?? [])
      if (name.endsWith('.pdf')) expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  }
  expect(rows).toEqual(expectedRows(id));
});

describe('E-Invoice Download', () => {
  test('a download reads every page of the list and downloads every document once', async () => {
    const session = await loggedIn();
    const row = { date_from: '2026-08-01', date_to: '2026-11-01' };
    const { values, sheets, documents = [] } = await work(hmEinvoiceDownload, row, session);
    expect(values).toMatchObject({ invoices_found: 30, amount: null });
    const lines = sheets?.['Invoices'] ?? [];
    expect(new Set(lines.map((line) => line['invoice_no'])).size).toBe(30);
    const drafts = lines.filter((line) => line['invoice_status'] === 'DRAFT');
    expect(drafts.map((line) => line['documents'])).toEqual([0, 0, 0]);
    const downloads = (await sandbox.journal(portal)).filter(({ kind }) => kind === 'download');
    expect(downloads.map(({ key }) => `INV_${key}`)).toEqual(documents.map(({ name }) => name));
    const xml = documents.find(({ name }) => name.endsWith('.xml'));
    expect(Buffer.from(xml?.bytes ?? []).toString()).toMatch(/^<\?xml/);
  });

  test('a search that finds too many invoices is refused and not cut', async () => {
    config.list.pagesMax = 2;
    const row = { date_from: '2026-08-01', date_to: '2026-11-01' };
    expect(await ending(work(hmEinvoiceDownload, row, await loggedIn()))).toEqual({
      outcome: 'INPUT_INVALID',
      message: 'More than 20 invoices fit; choose fewer days or an order.',
    });
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http500', route: 'invoices' }, 'PORTAL_BUSY'],
    [{ kind: 'http503-maintenance', route: 'invoices' }, 'PORTAL_DOWN'],
    [{ kind: 'drop-connection', route: 'invoices', times: -1 }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page', route: 'invoices', skip: 1 }, 'PORTAL_BUSY'],
    [{ kind: 'session-drop', route: 'invoices' }, 'SESSION_EXPIRED'],
    [{ kind: 'session-drop', route: 'invoice-pdf' }, 'SESSION_EXPIRED'],
    [{ kind: 'layout-changed', route: 'invoices', times: -1 }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'invoices', skip: 1 }, 'PORTAL_CHANGED'],
    [{ kind: 'http500', route: 'invoice-pdf' }, 'PORTAL_BUSY'],
    [{ kind: 'html-instead-of-pdf', route: 'invoice-pdf' }, 'BAD_DOWNLOAD'],
    [{ kind: 'html-instead-of-pdf', route: 'invoice-xml' }, 'BAD_DOWNLOAD'],
    [{ kind: 'empty-file', route: 'invoice-pdf' }, 'BAD_DOWNLOAD'],
  ];
  test.each(todaysThird(faults))('an invoice download that meets %o ends as %s', async (fault, outcome) => {
    const session = await loggedIn();
    await sandbox.setFault({ portal, ...fault });
    // A paid invoice has both documents.
    expect(await ending(work(hmEinvoiceDownload, { invoice_no: '2509603' }, session))).toMatchObject({
      outcome,
    });
  });

  test('a portal that does not answer in time gives TIMEOUT', async () => {
    const session = await loggedIn();
    config.timeouts.navigationMs = 700;
    await sandbox.setFault({ portal, kind: 'slow', route: 'invoices', ms: 20_000 });
    expect(await ending(work(hmEinvoiceDownload, { invoice_no: '2509603' }, session))).toMatchObject({
      outcome: 'TIMEOUT',
    });
  });
});

describe('Packing List Download', () => {
  test('each carton of the list is in exactly one range, and the pieces add up to the order', async () => {
    const row = { order_no: '364201-58325', planning_market: 'NL/OE' };
    const { values, sheets } = await work(hmPackingList, row, await loggedIn());
    const ranges = sheets?.['Cartons'] ?? [];
    let next = 1;
    for (const { carton_from, carton_to, cartons, pcs_per_carton, total_pcs } of ranges) {
      expect(carton_from).toBe(next);
      expect(Number(carton_to) - Number(carton_from) + 1).toBe(cartons);
      expect(Number(cartons) * Number(pcs_per_carton)).toBe(total_pcs);
      next = Number(carton_to) + 1;
    }
    // The sum of three articles of 1542, 1638 and 1734 pieces.
    expect(values).toMatchObject({ cartons: next - 1, total_pcs: 4914 });
  });

  test('an invoice number finds the market that the invoice belongs to, or nothing', async () => {
    const session = await loggedIn();
    const row = { order_no: '364201', invoice_no: '2509601' };
    expect(await work(hmPackingList, row, session)).toMatchObject({
      outcome: 'NOT_FOUND',
      message: 'No packing lists found.',
    });
    const latest = { order_no: '364201', invoice_no: '2509628' };
    expect(await work(hmPackingList, latest, session)).toMatchObject({
      outcome: 'SUCCESS',
      values: { markets: 'NL/OE' },
    });
  });

  test('a number of several orders is INPUT_INVALID and names them, and a whole number finds its own', async () => {
    const session = await loggedIn();
    const orders = { kind: 'row-again', route: 'orders', from: '364201-58325', to: '364201-58326' } as const;
    await sandbox.setFault({ portal, ...orders, times: -1 });
    expect(await ending(work(hmPackingList, { order_no: '364201', planning_market: 'OG' }, session))).toEqual(
      {
        outcome: 'INPUT_INVALID',
        message:
          'Several orders begin with 364201: 364201-58325, 364201-58326. Write the whole number of the one that is meant.',
      },
    );
    const whole = { order_no: '364201-58325', planning_market: 'OG' };
    expect(await work(hmPackingList, whole, session)).toMatchObject({
      outcome: 'SUCCESS',
      portalReference: '364201-58325',
    });
  });

  test('a market with two invoices has a packing list of each', async () => {
    const session = await loggedIn();
    const invoices = { kind: 'row-again', route: 'packing-lists', from: '2509628', to: '2509699' } as const;
    await sandbox.setFault({ portal, ...invoices, times: -1 });
    const { values, documents } = await work(hmPackingList, { order_no: '364201' }, session);
    expect(values).toMatchObject({ markets: 'NL/OE, OG, OT, OU' });
    expect(documents?.map(({ name }) => name)).toEqual([
      'PL_364201-58325_NL_OE_2509628.pdf',
      'PL_364201-58325_NL_OE_2509699.pdf',
      'PL_364201-58325_OG.pdf',
      'PL_364201-58325_OT.pdf',
      'PL_364201-58325_OU.pdf',
    ]);
  });

  test('a packing list that is listed twice is read once', async () => {
    const session = await loggedIn();
    const row = { order_no: '364201' };
    const { values } = await work(hmPackingList, row, session);
    const twice = { kind: 'row-again', route: 'packing-lists', from: '2509628', to: '2509628' } as const;
    await sandbox.setFault({ portal, ...twice, times: -1 });
    const again = await work(hmPackingList, row, session);
    expect(again.values).toEqual(values);
    expect(again.documents).toHaveLength(4);
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http500', route: 'orders' }, 'PORTAL_BUSY'],
    [{ kind: 'blank-page', route: 'packing-lists' }, 'PORTAL_BUSY'],
    [{ kind: 'session-drop', route: 'packing-list' }, 'SESSION_EXPIRED'],
    [{ kind: 'layout-changed', route: 'orders' }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'packing-lists', skip: 1 }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'packing-list' }, 'PORTAL_CHANGED'],
    [{ kind: 'html-instead-of-pdf', route: 'packing-list-pdf' }, 'BAD_DOWNLOAD'],
    [{ kind: 'empty-file', route: 'packing-list-pdf' }, 'BAD_DOWNLOAD'],
  ];
  test.each(todaysThird(faults))(
    'a packing list download that meets %o ends as %s',
    async (fault, outcome) => {
      const session = await loggedIn();
      await sandbox.setFault({ portal, ...fault });
      const row = { order_no: '364201', planning_market: 'OG' };
      expect(await ending(work(hmPackingList, row, session))).toMatchObject({ outcome });
    },
  );
});
