/** Contract of the BEPZA permit system's adapter: sign-in per zone, and approved permits, against the sandbox. */
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test, vi } from 'vitest';
import { todaysThird } from '#tests/harness/depth.ts';
import { saying } from '#tests/harness/saying.ts';
import { config } from '#activities/portals/bepza/config.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { bepzaEpDownload } from '#services/bepza-ep-download/run.ts';
import { bepzaIpDownload } from '#services/bepza-ip-download/run.ts';
import type { ReadRunner, RowResult } from '#services/runner.ts';
import { useAdapter } from '#tests/harness/portal-adapter.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { expectedRows, rowOf, sampleRows } from '#tests/harness/sample-rows.ts';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';

const portal = 'bepza';
const ELEMENT_MS = 2_000;
const { sandbox, loggedIn: logIn } = await useAdapter(portal, { elementMs: ELEMENT_MS });

const loggedIn = (zone = 'DEPZ', username = 'padma'): Promise<PortalSession> =>
  logIn({ scope: zone, username });

const work = (runner: ReadRunner, row: Record<string, string>, session: PortalSession): Promise<RowResult> =>
  runner.run(row, runContext({ session }));

describe('sign-in', () => {
  test('a sign-in uses the zone that the row names', async () => {
    await loggedIn('CEPZ');
    await loggedIn('BEPZA-EZ');
    expect((await sandbox.journal(portal)).map(({ user }) => user)).toEqual(['padma@CEPZ', 'padma@BEPZA-EZ']);
  });

  test('a login without the menu entries stops the job instead of spending credits on each row', async () => {
    const session = await loggedIn('DEPZ', 'noperm');
    expect(await ending(work(bepzaEpDownload, { invoice_no: 'KGL/26/0802' }, session))).toMatchObject({
      outcome: 'CREDENTIALS_INVALID',
      message: saying('no permission'),
    });
  });

  test('a session ends after twenty idle minutes', async () => {
    const session = await loggedIn();
    await sandbox.moveClock({ advanceMs: 21 * 60_000 });
    expect(await ending(work(bepzaEpDownload, { invoice_no: 'KGL/26/0802' }, session))).toMatchObject({
      outcome: 'SESSION_EXPIRED',
    });
  });
});

const readers = [
  ['bepza-ep-download', bepzaEpDownload],
  ['bepza-ip-download', bepzaIpDownload],
] as const;

describe.each(readers)('%s', (id, runner) => {
  test('the service gives exactly the expected values, and the permits as the portal printed them', async () => {
    const sessions = new Map<string, PortalSession>();
    const rows: object[] = [];
    for (const cells of sampleRows(id)) {
      const { zone = '' } = cells;
      const session = sessions.get(zone) ?? (await loggedIn(zone));
      sessions.set(zone, session);
      const {
        outcome,
        portalReference,
        values = {},
        documents,
      } = await work(runner, rowOf(id, cells), session);
      rows.push({
        outcome,
        ...(portalReference ? { portalReference } : {}),
        values,
        ...(documents ? { documents: documents.map(({ name }) => name) } : {}),
      });
      for (const { bytes } of documents ?? []) expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
    }
    expect(rows).toEqual(expectedRows(id));
  });
});

describe('Export Permit Download', () => {
  const download = (row: Record<string, string>, session: PortalSession) =>
    ending(work(bepzaEpDownload, row, session));

  test('an application without a permit is REJECTED with its status', async () => {
    const session = await loggedIn('DEPZ');
    const atCepz = await loggedIn('CEPZ');
    const atAepz = await loggedIn('AEPZ');
    expect(await download({ application_no: 'EP-DEPZ-2026-018836' }, session)).toEqual({
      outcome: 'REJECTED',
      message: 'Application EP-DEPZ-2026-018836 has not been submitted yet.',
    });
    expect(await download({ application_no: 'EP-CEPZ-2026-018841' }, atCepz)).toEqual({
      outcome: 'REJECTED',
      message: 'PENDING_APPROVAL: application EP-CEPZ-2026-018841 is with the zone officer.',
    });
    expect(await download({ application_no: 'EP-AEPZ-2026-018843' }, atAepz)).toEqual({
      outcome: 'REJECTED',
      message:
        'RETURNED_WITH_QUERY: application EP-AEPZ-2026-018843 was sent back: The net weight differs from the packing list.',
    });
  });

  test('a permit of another zone, or an unknown number, is NOT_FOUND', async () => {
    const session = await loggedIn('CEPZ');
    const rows: Record<string, string>[] = [
      { permit_no: 'EP26-DEPZ-118816' },
      { application_no: 'EP-CEPZ-2026-099999' },
    ];
    for (const row of rows) expect(await download(row, session)).toMatchObject({ outcome: 'NOT_FOUND' });
  });

  const application = 'EP-CEPZ-2026-018841';
  const permit = 'EP26-CEPZ-118841';
  /** Approves an application whose permit is in the list a minute later. */
  const approve = async (): Promise<void> => {
    const { now } = await sandbox.state();
    const permitListedAt = new Date(Date.parse(now) + 60_000).toISOString();
    const approved = { approvedAt: '09/06/2026 11:40', validTill: '07/09/2026' };
    const change = { ...approved, status: 'APPROVED', permitNo: permit, permitListedAt };
    await sandbox.seed({ portal, records: { [application]: change } });
  };

  test('an approved application whose permit is not listed yet is REJECTED, and the portal is not paused', async () => {
    await approve();
    expect(await download({ application_no: application }, await loggedIn('CEPZ'))).toEqual({
      outcome: 'REJECTED',
      message: `Application ${application} is approved, but the portal does not list its permit yet. Please try again later.`,
    });
  });

  test('a permit that is approved between the two searches is downloaded', async () => {
    await approve();
    const session = await loggedIn('CEPZ');
    await sandbox.setFault({ portal, kind: 'slow', route: 'applications.submit', ms: 60_000 });
    const downloaded = work(bepzaEpDownload, { application_no: application }, session);
    await vi.waitFor(async () => expect((await sandbox.state()).held).toHaveLength(1), { timeout: 20_000 });
    await sandbox.moveClock({ advanceMs: 60_000 });
    await sandbox.clearFaults();
    expect(await downloaded).toMatchObject({ outcome: 'SUCCESS', portalReference: permit });
    await sandbox.moveClock({ reset: true });
  });

  test('permits and applications of longer numbers, which a search also finds, are not those of the row', async () => {
    const session = await loggedIn();
    for (const invoice_no of ['KGL/26/080', 'KGL/26/082'])
      expect(await download({ invoice_no }, session)).toMatchObject({ outcome: 'NOT_FOUND' });
    expect(await download({ permit_no: 'EP26-DEPZ-1188' }, session)).toMatchObject({ outcome: 'NOT_FOUND' });
    expect(await download({ permit_no: 'ep26-depz-118816' }, session)).toMatchObject({ outcome: 'SUCCESS' });
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http500', route: 'permits' }, 'PORTAL_BUSY'],
    [{ kind: 'http503-maintenance', route: 'permits' }, 'PORTAL_DOWN'],
    [{ kind: 'drop-connection', route: 'permits', times: -1 }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page', route: 'permits.submit' }, 'PORTAL_BUSY'],
    [{ kind: 'session-drop', route: 'permits' }, 'SESSION_EXPIRED'],
    [{ kind: 'session-drop', route: 'permit-pdf' }, 'SESSION_EXPIRED'],
    [{ kind: 'layout-changed', route: 'permits', times: -1 }, 'PORTAL_CHANGED'],
    [{ kind: 'http500', route: 'permit-pdf' }, 'PORTAL_BUSY'],
    [{ kind: 'html-instead-of-pdf', route: 'permit-pdf' }, 'BAD_DOWNLOAD'],
    [{ kind: 'empty-file', route: 'permit-pdf' }, 'BAD_DOWNLOAD'],
  ];
  test.each(todaysThird(faults))('a download that meets %o ends as %s', async (fault, outcome) => {
    const session = await loggedIn('DEPZ');
    await sandbox.setFault({ portal, ...fault });
    expect(await download({ permit_no: 'EP26-DEPZ-118816' }, session)).toMatchObject({ outcome });
  });

  test("a portal whose answers come later than an element's timeout is only slow: the permit is downloaded", async () => {
    const session = await loggedIn('DEPZ');
    await sandbox.setFault({ portal, kind: 'slow', times: 3, ms: ELEMENT_MS + 1_000 });
    expect(await download({ permit_no: 'EP26-DEPZ-118816' }, session)).toMatchObject({ outcome: 'SUCCESS' });
  });

  test('a portal that does not answer in time gives TIMEOUT', async () => {
    const session = await loggedIn('DEPZ');
    config.timeouts.navigationMs = 700;
    await sandbox.setFault({ portal, kind: 'slow', route: 'permits', ms: 20_000 });
    expect(await download({ permit_no: 'EP26-DEPZ-118816' }, session)).toMatchObject({ outcome: 'TIMEOUT' });
  });
});
