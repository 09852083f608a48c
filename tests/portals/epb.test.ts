/**
 * What is particular to the EPB export tracker and REX/SOO Submission on its sandbox; what they share with other filings
 * is in `filing-contract.test.ts`.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PortalSession } from '#activities/portals/contract.ts';
import type { Filing, RowResult, RunContext } from '#services/runner.ts';
import { todaysShare, todaysThird } from '#tests/harness/depth.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { firstRow } from '#tests/harness/sample-rows.ts';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';

const SERVICE = 'rex-soo-submission';
const portal = 'epb';
const { sandbox, logIn, file: fileOn, commits } = (await useFilings())(portal);
const good = { username: 'padma@exporter.test', password: 'padma1234' };
const loggedIn = (): Promise<PortalSession> => logIn(good);
const pdf = readFileSync('activities/services/pdf-excel-converter/sample.pdf');
/** An invoice and a row that the seed contains. */
const seededInvoice = { invoice_no: '2509601', bl_no: 'DHK1204401' };
const seededRow = {
  ...seededInvoice,
  rex_importer_id: 'nordic wear ab',
  destination_country_id: 'SE',
  invoice_value: '7046.94',
  quantity: '1542',
  invoice_date: '2026-06-01',
  bl_date: '2026-06-01',
};

await shortenTimeouts(portal, { navigationMs: 4_000, elementMs: 2_000, uploadMs: 4_000, downloadMs: 4_000 });

const file = (
  rows: Filing,
  { session, ...context }: { session?: PortalSession } & Partial<Pick<RunContext, 'readDocument'>> = {},
): Promise<RowResult> => fileOn(SERVICE, rows, { session, context });

const row = (change: Record<string, string> = {}): Filing => firstRow(SERVICE, change);

describe('filing', () => {
  test.each(todaysShare(['html-instead-of-pdf', 'empty-file'] as const))(
    'a receipt that arrives as %s is fetched again without filing again',
    async (kind) => {
      await sandbox.setFault({ portal, kind, route: 'receipt' });
      expect(await file(row())).toMatchObject({ outcome: 'SUCCESS' });
      expect(await commits()).toHaveLength(1);
    },
  );

  test('the form is opened from the list on which the record was looked up', async () => {
    const session = await loggedIn();
    const opened: string[] = [];
    session.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.isNavigationRequest() && request.method() === 'GET') opened.push(pathname);
    });
    expect(await file(row(), { session })).toMatchObject({ outcome: 'SUCCESS' });
    expect(opened.slice(0, 3)).toEqual(['/epb/rex/soo', '/epb/rex/soo', '/epb/rex/soo/create']);
  });

  test('a record that was made by hand is ALREADY_DONE, whether importer and country are given by id or by name', async () => {
    const session = await loggedIn();
    for (const change of [{}, { rex_importer_id: '1842', destination_country_id: '205' }])
      expect(await file(row({ ...seededRow, ...change }), { session })).toMatchObject({
        outcome: 'ALREADY_DONE',
        portalReference: 'SOO-000001',
      });
    expect(await commits()).toEqual([]);
  });

  /** Record of an invoice whose letters the portal has turned into capitals. */
  const record = {
    id: 'SOO-000101',
    company: 'padma',
    importerId: '1842',
    countryId: '205',
    blNo: 'MAEU77A',
    invoiceNo: '2509699A',
    value: '7046.94',
    currency: 'USD',
    invoiceDate: '01/06/2026',
    blDate: '01/06/2026',
    hsCode: '61091000',
    quantity: '1542',
    unit: 'PCS',
    originCriterion: 'W 6109',
    rexNo: 'BDREX0001234',
    documents: ['I2509699A.pdf', '2509699A.pdf'],
  };
  const capitals = { ...seededRow, invoice_no: '2509699A', bl_no: 'MAEU77A' };
  const small = { ...seededRow, invoice_no: '2509699a', bl_no: 'maeu77a' };

  test('a record that the portal stored in capitals, beside one of a longer number, is that of the row', async () => {
    const longer = { ...record, id: 'SOO-000100', invoiceNo: '2509699A1' };
    await sandbox.seed({ portal, records: { [longer.id]: longer, [record.id]: record } });
    expect(await file(row(small))).toMatchObject({
      outcome: 'ALREADY_DONE',
      portalReference: 'SOO-000101',
    });
    expect(await commits()).toEqual([]);
  });

  test('a record that equals the row is found behind another one of the same invoice', async () => {
    const other = { ...record, id: 'SOO-000100', value: '9000.00' };
    await sandbox.seed({ portal, records: { [other.id]: other, [record.id]: record } });
    expect(await file(row(capitals))).toMatchObject({
      outcome: 'ALREADY_DONE',
      portalReference: 'SOO-000101',
    });
  });

  test.each([
    [{ invoice_value: '7046.95' }, 'invoice_value 7,046.94'],
    [{ bl_no: 'DHK1204999' }, 'bl_no DHK1204401'],
    [{ rex_importer_id: 'Hanse Mode GmbH' }, 'rex_importer_id Nordic Wear AB'],
    [{ destination_country_id: '81' }, 'destination_country_id Sweden (SE)'],
    [{ bl_date: '2026-06-02' }, 'bl_date 01/06/2026'],
  ])('a record of the invoice with another %o is a CONFLICT that names it', async (change, difference) => {
    expect(await file(row({ ...seededRow, ...change }))).toMatchObject({
      outcome: 'CONFLICT',
      message: `The portal has record SOO-000001 of this invoice with ${difference}.`,
      portalReference: 'SOO-000001',
    });
    expect(await commits()).toEqual([]);
  });

  test('a row that the portal refuses, or a value that it does not offer, is REJECTED', async () => {
    const session = await loggedIn();
    const refusals: [Record<string, string>, string][] = [
      [{ rex_importer_id: '9999' }, 'The importer 9999 is not saved in the portal account.'],
      [{ rex_importer_id: 'Nobody Ltd.' }, 'The importer Nobody Ltd. is not saved in the portal account.'],
      [{ destination_country_id: '9999' }, 'The portal does not offer the country 9999.'],
      [{ destination_country_id: '107' }, 'Japan is outside the REX scheme.'],
      [{ rex_no: 'BDREX0009999' }, 'REX No BDREX0009999 is not the number of this account.'],
    ];
    for (const [change, message] of todaysThird(refusals))
      expect(await ending(file(row(change), { session }))).toEqual({ outcome: 'REJECTED', message });
    expect(await commits()).toEqual([]);
  });

  test('a name that several importers have is INPUT_INVALID, and the ID of one of them is taken', async () => {
    const session = await loggedIn();
    const named = row({ rex_importer_id: 'Bosphorus Tekstil AS' });
    expect(await ending(file(named, { session }))).toEqual({
      outcome: 'INPUT_INVALID',
      message:
        'The portal has several entries named Bosphorus Tekstil AS: 1847, 1848. Write the ID of the one that is meant.',
    });
    expect(await commits()).toEqual([]);
    const byId = row({ rex_importer_id: '1848' });
    expect(await file(byId, { session })).toMatchObject({ outcome: 'SUCCESS' });
  });

  test("a PDF above the portal's limit is REJECTED in its words", async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]);
    const readDocument = async (name: string) => ({ name, bytes: name.startsWith('I') ? pdf : large });
    expect(await ending(file(row(), { readDocument }))).toEqual({
      outcome: 'REJECTED',
      message: 'B/L PDF is larger than 5 MB.',
    });
  });

  test('a document that can no longer be read stops the row before the form is opened', async () => {
    const readDocument = async (name: string) => (name.startsWith('I') ? null : { name, bytes: pdf });
    expect(await ending(file(row(), { readDocument }))).toEqual({
      outcome: 'INPUT_INVALID',
      message: 'I2509675.pdf cannot be read from the ZIP file.',
    });
    expect(await commits()).toEqual([]);
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http503-maintenance', route: 'list' }, 'PORTAL_DOWN'],
    [{ kind: 'layout-changed', route: 'list' }, 'PORTAL_CHANGED'],
  ];
  test.each(todaysThird(faults))('%o ends the row as %s, and nothing is filed', async (fault, outcome) => {
    const session = await loggedIn();
    await sandbox.setFault({ portal, times: -1, ...fault });
    expect(await ending(file(row(), { session }))).toMatchObject({ outcome });
    expect(await commits()).toEqual([]);
  });
});

test('the portal rejects a form that lacks the token of its page', async () => {
  const answer = await fetch(`${sandbox.url(portal)}/login`, {
    method: 'POST',
    body: new URLSearchParams(good),
  });
  expect([answer.status, (await answer.text()).includes('This page has expired.')]).toEqual([403, true]);
});
