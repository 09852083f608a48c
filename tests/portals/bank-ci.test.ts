/**
 * What is particular to Cash Incentive Application on the incentive desk's sandbox: it files only at the platform's own
 * figure. What it shares with other filings is in `filing-contract.test.ts`. Cases that are alike rotate.
 */
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import type { RowData } from '#services/contract.ts';
import type { Filing, RowResult } from '#services/runner.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { firstRow } from '#tests/harness/sample-rows.ts';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';
import { seededClaims } from '#tests/sandbox/portals/bank-ci/seed.ts';

const SERVICE = 'cash-incentive-application';
const portal = 'bank-ci';
const { sandbox, logIn: loggedIn, file: fileOn, commits } = (await useFilings())(portal);
/** The first claim of the desk's seed. */
const seededRow: RowData = {
  invoice_no: 'PAL/NW/2026/0001',
  invoice_date: '2026-01-05',
  exp_no: '1084-000601-2026',
  exp_date: '2026-01-05',
  bill_of_export_no: 'C101700',
  bill_of_export_date: '2026-01-05',
  bl_no: 'DHK1190101',
  bl_date: '2026-02-05',
  invoice_value: '48200',
  commission: '482',
  net_fob: '',
  realised_value: '48,200.00',
  realisation_date: '2026-05-05',
  prc_no: 'PRC/DBBL/26/1101',
  prc_date: '2026-05-05',
  btb_lc_no: '0712-25-04-0301',
  btb_local_value: '21690',
  cmt_value: '3856',
  value_addition_pct: '',
  btma_cert_no: 'BTMA/26/55001',
  bgmea_cert_no: 'BGMEA/CI/26/8701',
  exchange_rate: '122.4',
};

await shortenTimeouts(portal, { navigationMs: 4_000, elementMs: 2_000, downloadMs: 4_000 });

/** `rates` replaces the platform's rates, in thousandths of a per cent. */
const file = (
  rows: Filing,
  { session, rates }: { session?: PortalSession; rates?: Record<string, number> } = {},
): Promise<RowResult> =>
  fileOn(SERVICE, rows, {
    session,
    context: rates && { incentiveRate: async (scheme) => rates[scheme] ?? null },
  });

const row = (change: RowData = {}): Filing => firstRow(SERVICE, change);

describe('filing', () => {
  test('a shipment can be claimed under two schemes, as two claims', async () => {
    const session = await loggedIn();
    const euro = { destination_country: 'DE', scheme: 'EURO_ZONE' };
    expect(await file(row({ destination_country: 'DE' }), { session })).toMatchObject({ outcome: 'SUCCESS' });
    expect(await file(row(euro), { session })).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toEqual(['padma|LT|1084-000613-2026', 'padma|EZ|1084-000613-2026']);
  });

  test.each(todaysShare(['html-instead-of-pdf', 'empty-file'] as const))(
    'a claim document that arrives as %s is fetched again without filing again',
    async (kind) => {
      await sandbox.setFault({ portal, kind, route: 'claim-pdf' });
      const { outcome, documents = [] } = await file(row());
      expect(outcome).toBe('SUCCESS');
      expect(documents).toHaveLength(4);
      for (const { bytes } of documents) expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
      expect(await commits()).toHaveLength(1);
    },
  );

  test("a claim that was made by hand is ALREADY_DONE with the bank's status, even without a configured rate", async () => {
    expect(await file(row(seededRow), { rates: {} })).toMatchObject({
      outcome: 'ALREADY_DONE',
      portalReference: 'CI-000041',
      values: { status: 'PAID', net_fob: 47718, rate_pct: 1.5 },
    });
    expect(await commits()).toEqual([]);
  });

  test('a claim that the bank stored in capitals is that of the row', async () => {
    const [claim] = seededClaims;
    const capitals = Object.entries(claim?.items ?? {}).map(([name, text]) => [name, text.toUpperCase()]);
    const items = { ...Object.fromEntries(capitals), expNo: '1084-000699-2026' };
    await sandbox.seed({ portal, records: { 'padma:CI-000099': { ...claim, no: 'CI-000099', items } } });
    const lower = { prc_no: 'prc/dbbl/26/1101', bl_no: 'dhk1190101', exp_no: '1084-000699-2026' };
    expect(await file(row({ ...seededRow, ...lower }))).toMatchObject({
      outcome: 'ALREADY_DONE',
      portalReference: 'CI-000099',
    });
    expect(await commits()).toEqual([]);
  });

  const differences: [RowData, string][] = [
    [{ invoice_value: '48200.01' }, 'invoice_value 48,200.00'],
    [{ prc_no: 'PRC/DBBL/26/9999' }, 'prc_no PRC/DBBL/26/1101'],
    [{ bl_date: '2026-02-06' }, 'bl_date 05/02/2026'],
    [{ exchange_rate: '122.4001' }, 'exchange_rate 122.40'],
  ];
  test.each(todaysShare(differences))(
    'a claim of the EXP with another %o is a CONFLICT that names it',
    async (change, difference) => {
      expect(await ending(file(row({ ...seededRow, ...change })))).toEqual({
        outcome: 'CONFLICT',
        message: `The bank has claim CI-000041 of this EXP with ${difference}.`,
      });
      expect(await commits()).toEqual([]);
    },
  );

  test('a claim whose bank branch is in Bengali script is filed with all of its documents', async () => {
    const result = await file(row({ bank_branch: 'ঢাকা প্রধান শাখা' }));
    expect(result).toMatchObject({ outcome: 'SUCCESS' });
    expect(result.documents).toHaveLength(4);
  });
});

describe("the bank's figure", () => {
  const otherRates: [Record<string, number>, string][] = [
    [{ LT: 100 }, 'The bank calculates BDT 73845.45 (net FOB 60282.00, 1.00 %)'],
    [{ LT: 151 }, 'The bank calculates BDT 111506.85 (net FOB 60282.00, 1.51 %)'],
  ];
  test.each(todaysShare(otherRates))(
    'a bank whose rates are %o causes a CONFLICT before anything is submitted',
    async (rates, words) => {
      await sandbox.seed({ portal, records: { settings: { rates } } });
      expect(await ending(file(row()))).toEqual({
        outcome: 'CONFLICT',
        message: `${words}, we BDT 110768.18 (net FOB 60282.00, 1.5 %). Nothing was submitted.`,
      });
      expect(await commits()).toEqual([]);
    },
  );

  test("the bank's figure may differ by one taka of rounding and by no poisha more", async () => {
    const small = { invoice_value: '660', commission: '0', net_fob: '', realised_value: '660' };
    const inputs = { btb_local_value: '300', cmt_value: '40', value_addition_pct: '', exchange_rate: '50' };
    // 660 × 0.003 % is two cents, which is one taka at a rate of 50, and more at any higher rate.
    const rates = { LOCAL_TEXTILE: 1503 };
    const above = row({ ...small, ...inputs, exchange_rate: '50.5' });
    expect(await ending(file(above, { rates }))).toMatchObject({ outcome: 'CONFLICT' });
    expect(await commits()).toEqual([]);
    expect(await file(row({ ...small, ...inputs }), { rates })).toMatchObject({ outcome: 'SUCCESS' });
  });

  test('a row without a configured rate is INPUT_INVALID, and the form is not even opened', async () => {
    await sandbox.setFault({ portal, kind: 'http500', route: 'new', times: -1 });
    expect(await ending(file(row(), { rates: {} }))).toMatchObject({ outcome: 'INPUT_INVALID' });
    expect(await commits()).toEqual([]);
  });

  test('a row for which the bank has no rate is REJECTED in its words', async () => {
    const change = { scheme: 'NEW_MARKET', destination_country: 'JP' };
    expect(await ending(file(row(change)))).toEqual({
      outcome: 'REJECTED',
      message: 'No incentive is announced for shipments of 18/02/2026.',
    });
  });
});

describe('refusals of the bank', () => {
  test('a claim that the bank refuses is REJECTED in its words', async () => {
    const session = await loggedIn();
    const refusals: [RowData, string][] = [
      [{ prc_no: 'PRC/DBBL/26/1101' }, 'PRC PRC/DBBL/26/1101 is already used in claim CI-000041.'],
      [{ btma_cert_no: 'BTMA/24/40001' }, 'Certificate BTMA/24/40001 has expired.'],
      [
        { hs_code: '03061720' },
        'HS Code 03061720 is not eligible for "Local textile in lieu of bond/drawback".',
      ],
      [{ scheme: 'EURO_ZONE' }, 'Destination SE is not eligible for "Additional, euro zone".'],
      [
        { btb_local_value: '1000', cmt_value: '1000', value_addition_pct: '3.32' },
        'Value addition of 3.32 % is below 20 %.',
      ],
    ];
    for (const [change, message] of todaysShare(refusals, 2))
      expect(await ending(file(row(change), { session }))).toEqual({ outcome: 'REJECTED', message });
    expect(await commits()).toEqual([]);
  });

  test("a claim that is late by the bank's clock is REJECTED", async () => {
    const filing = row();
    await sandbox.moveClock({ advanceMs: 200 * DAY_MS });
    expect(await ending(file(filing))).toEqual({
      outcome: 'REJECTED',
      message: 'The claim is late: the proceeds were realised more than 180 days ago.',
    });
    expect(await commits()).toEqual([]);
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http503-maintenance', route: 'claims' }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page', route: 'shipment.submit' }, 'PORTAL_BUSY'],
    [{ kind: 'drop-connection', route: 'certificates.submit' }, 'PORTAL_DOWN'],
    [{ kind: 'session-drop', route: 'scheme.submit' }, 'SESSION_EXPIRED'],
    [{ kind: 'layout-changed', route: 'claims' }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'scheme.submit' }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'certificates.submit' }, 'PORTAL_CHANGED'],
  ];
  test.each(todaysShare(faults, 2))('%o ends the row as %s, and nothing is filed', async (fault, outcome) => {
    const session = await loggedIn();
    await sandbox.setFault({ portal, times: -1, ...fault });
    expect(await ending(file(row(), { session }))).toMatchObject({ outcome });
    expect(await commits()).toEqual([]);
  });
});
