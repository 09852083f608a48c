/** Contract of the EPB export tracker's adapter and of REX/SOO Submission: recorded once whatever the portal does. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/epb/config.ts';
import { epbPortal } from '#activities/portals/epb/portal.ts';
import { rexSooSubmission } from '#services/rex-soo-submission/run.ts';
import type { Filing, NamedFile, RowResult } from '#services/runner.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { fileRows } from '#tests/harness/filing.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { ending, filedKeys } from '#tests/harness/row-ends.ts';
import { expectedRows, rowOf, sampleFilings, sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';

const SERVICE = 'rex-soo-submission';
const openSession = useBrowser();
const sandbox = await startSandbox();
const { db } = await createTestDatabase();
const portal = 'epb';
const good = { username: 'padma@exporter.test', password: 'padma1234' };
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

Object.assign(config.timeouts, { navigationMs: 4_000, elementMs: 2_000, uploadMs: 4_000, downloadMs: 4_000 });

let jobId = '';
beforeEach(async () => {
  await sandbox.seed();
  jobId = randomUUID();
});
afterEach(() => sandbox.clearFaults());

const open = (): Promise<PortalSession> => openSession(sandbox.url(portal));

async function loggedIn(login = good): Promise<PortalSession> {
  const session = await open();
  expect(await epbPortal.login(session, login, nobodyAnswers)).toEqual({ outcome: 'ok' });
  return session;
}

const documents = async (name: string): Promise<NamedFile | null> => ({ name, bytes: pdf });

/** Each test's filings have their own keys in the database, because a freshly seeded portal has no filings. */
const file = (
  rows: Filing,
  options: { job?: string; session?: PortalSession; readDocument?: typeof documents } = {},
): Promise<RowResult> =>
  fileRows({
    db,
    serviceId: SERVICE,
    portal,
    login: `padma-${jobId}`,
    runner: rexSooSubmission,
    rows,
    naturalKey: `${rows[0]['invoice_no']}|${rows[0]['bl_no']}`,
    openSession: async () => options.session ?? loggedIn(),
    jobId: options.job ?? jobId,
    context: { readDocument: options.readDocument ?? documents },
  });

const commits = (): Promise<string[]> => filedKeys(sandbox, portal);

const row = (change: Record<string, string> = {}): Filing => [
  rowOf(SERVICE, { ...sampleRows(SERVICE)[0], ...change }),
];

describe('login', () => {
  test('a login without the menu entry stops the job before anything is filed', async () => {
    const session = await loggedIn({ username: 'noperm', password: 'noperm1234' });
    expect(await ending(file(row(), { session }))).toMatchObject({
      outcome: 'CREDENTIALS_INVALID',
      message: saying('no permission'),
    });
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http503-maintenance', route: 'login.submit' }, 'PORTAL_DOWN'],
  ];
  test.each(faults)('%o gives %s at the login', async (fault, outcome) => {
    await sandbox.setFault({ portal, ...fault });
    expect(await epbPortal.login(await open(), good, nobodyAnswers)).toMatchObject({ outcome });
  });
});

describe('filing', () => {
  test('the service records the sample with the expected numbers and receipts, and each shipment once', async () => {
    const session = await loggedIn();
    const results: unknown[] = [];
    for (const rows of sampleFilings(SERVICE)) {
      const { outcome, portalReference, values, documents: receipts } = await file(rows, { session });
      results.push({ outcome, portalReference, values, documents: receipts?.map(({ name }) => name) });
    }
    expect(results).toEqual(expectedRows(SERVICE));
    expect(await commits()).toEqual([
      'padma|2509675|DHK1204477',
      'padma|2509676|DHK1204478',
      'padma|2509677|MAEU261904512',
    ]);
  });

  test.each(['drop-connection', 'http500', 'session-drop', 'blank-page'] as const)(
    'a record whose answer is lost to %s is looked up, and nothing is filed twice',
    async (kind) => {
      await sandbox.setFault({ portal, kind, route: 'create.submit', afterCommit: true });
      expect(await file(row())).toMatchObject({ outcome: 'SUCCESS', portalReference: 'SOO-227892' });
      expect(await commits()).toHaveLength(1);
      expect((await sandbox.state()).faults).toEqual([]);
    },
  );

  test.each(['html-instead-of-pdf', 'empty-file'] as const)(
    'a receipt that arrives as %s is fetched again without filing again',
    async (kind) => {
      await sandbox.setFault({ portal, kind, route: 'receipt' });
      expect(await file(row())).toMatchObject({ outcome: 'SUCCESS' });
      expect(await commits()).toHaveLength(1);
    },
  );

  test('a record that another job made is ALREADY_DONE with the same values and receipt', async () => {
    const session = await loggedIn();
    const first = await file(row(), { session });
    const again = await file(row(), { session, job: randomUUID() });
    expect({ ...again, documents: [] }).toEqual({ ...first, outcome: 'ALREADY_DONE', documents: [] });
    expect(again.documents?.[0]?.bytes).toEqual(first.documents?.[0]?.bytes);
    expect(await commits()).toHaveLength(1);
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
    for (const [change, message] of refusals)
      expect(await ending(file(row(change), { session }))).toEqual({ outcome: 'REJECTED', message });
    expect(await commits()).toEqual([]);
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
    [{ kind: 'http500', route: 'create' }, 'PORTAL_BUSY'],
    [{ kind: 'http503-maintenance', route: 'list' }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page', route: 'create' }, 'PORTAL_BUSY'],
    [{ kind: 'session-drop', route: 'create' }, 'SESSION_EXPIRED'],
    [{ kind: 'layout-changed', route: 'list' }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'create' }, 'PORTAL_CHANGED'],
  ];
  test.each(faults)('%o ends the row as %s, and nothing is filed', async (fault, outcome) => {
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
