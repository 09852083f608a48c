/** Contract of the forwarder's portal adapter: login, the applications in their frame, and downloads, against the sandbox. */
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { todaysShare, todaysThird } from '#tests/harness/depth.ts';
import { saying } from '#tests/harness/saying.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/damco/config.ts';
import { damcoPortal } from '#activities/portals/damco/portal.ts';
import { damcoBookingDownload } from '#services/damco-booking-download/run.ts';
import type { RowResult } from '#services/runner.ts';
import { useAdapter } from '#tests/harness/portal-adapter.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { expectedRows, rowOf, sampleRows } from '#tests/harness/sample-rows.ts';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';

const portal = 'damco';
const serviceId = 'damco-booking-download';
const { sandbox, open, loggedIn } = await useAdapter(portal, { elementMs: 2_000 });

const work = (row: Record<string, string>, session: PortalSession): Promise<RowResult> =>
  damcoBookingDownload.run(row, runContext({ session }));

describe('login', () => {
  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http503-maintenance', route: 'login.submit' }, 'PORTAL_DOWN'],
    [{ kind: 'layout-changed', route: 'home' }, 'PORTAL_CHANGED'],
  ];
  test.each(todaysShare(faults))('a login that meets %o ends as %s', async (fault, outcome) => {
    const session = await open();
    await sandbox.setFault({ portal, ...fault });
    const login = { username: 'padma', password: 'padma1234' };
    expect(await damcoPortal.login(session, login, nobodyAnswers)).toMatchObject({ outcome });
  });

  test('a login without the menu entries stops the job instead of spending credits on each row', async () => {
    expect(await ending(work({ so_no: '43680233' }, await loggedIn({ username: 'noperm' })))).toMatchObject({
      outcome: 'CREDENTIALS_INVALID',
      message: saying('no permission for "Shipper"'),
    });
  });

  test('a session ends after twenty idle minutes', async () => {
    const session = await loggedIn();
    await sandbox.moveClock({ advanceMs: 21 * 60_000 });
    expect(await ending(work({ so_no: '43680233' }, session))).toEqual({
      outcome: 'SESSION_EXPIRED',
      message: 'Your session has ended. Please log in again.',
    });
  });
});

describe('Booking Download', () => {
  test("the sample's rows give exactly the expected values", async () => {
    const session = await loggedIn();
    const rows: object[] = [];
    for (const cells of sampleRows(serviceId)) {
      const {
        message: _,
        values = {},
        sheets,
        documents,
        ...result
      } = await work(rowOf(serviceId, cells), session);
      const names = documents?.map(({ name }) => name);
      rows.push({ ...result, values, ...(names ? { documents: names } : {}) });
      for (const line of sheets?.['Bookings'] ?? [])
        expect(Object.keys(line)).toEqual(damcoBookingDownload.outputSheets?.['Bookings']);
      for (const { bytes } of documents ?? []) expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
    }
    expect(rows).toEqual(expectedRows(serviceId));
  });

  test('a shipping order of another purchase order is NOT_FOUND', async () => {
    const row = { so_no: '43680233', po_no: '4500781210' };
    expect(await ending(work(row, await loggedIn()))).toMatchObject({ outcome: 'NOT_FOUND' });
  });

  test('a booking that is listed twice is downloaded once', async () => {
    const session = await loggedIn();
    const so = { so_no: '43680233' };
    const { values, documents } = await work(so, session);
    const twice = { kind: 'row-again', route: 'search-so', from: '43680233', to: '43680233' } as const;
    await sandbox.setFault({ portal, ...twice, times: -1 });
    const again = await work(so, session);
    expect(again).toMatchObject({ outcome: 'SUCCESS', values });
    expect(again.documents?.map(({ name }) => name)).toEqual(documents?.map(({ name }) => name));
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http500', route: 'shipper' }, 'PORTAL_BUSY'],
    [{ kind: 'http500', route: 'search-po' }, 'PORTAL_BUSY'],
    [{ kind: 'http500', route: 'search-so' }, 'PORTAL_BUSY'],
    [{ kind: 'http503-maintenance', route: 'search-so' }, 'PORTAL_DOWN'],
    [{ kind: 'drop-connection', route: 'search-so', times: -1 }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page', route: 'search-po' }, 'PORTAL_BUSY'],
    [{ kind: 'blank-page', route: 'search-so', skip: 1 }, 'PORTAL_BUSY'],
    [{ kind: 'session-drop', route: 'search-po' }, 'SESSION_EXPIRED'],
    [{ kind: 'session-drop', route: 'search-so' }, 'SESSION_EXPIRED'],
    [{ kind: 'session-drop', route: 'booking-pdf' }, 'SESSION_EXPIRED'],
    [{ kind: 'layout-changed', route: 'shipper' }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'search-so' }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'booking' }, 'PORTAL_CHANGED'],
    [{ kind: 'html-instead-of-pdf', route: 'booking-pdf' }, 'BAD_DOWNLOAD'],
    [{ kind: 'empty-file', route: 'booking-pdf' }, 'BAD_DOWNLOAD'],
    [{ kind: 'cut-body', route: 'booking-pdf' }, 'PORTAL_DOWN'],
    [{ kind: 'cut-body', route: 'booking-pdf', withoutLength: true }, 'BAD_DOWNLOAD'],
  ];
  test.each(todaysThird(faults))('a download that meets %o ends as %s', async (fault, outcome) => {
    const session = await loggedIn();
    // A shorter timeout than on the real portal for a frame that never loads.
    config.timeouts.navigationMs = 5_000;
    await sandbox.setFault({ portal, ...fault });
    expect(await ending(work({ so_no: '43680233' }, session))).toMatchObject({ outcome });
  });

  test('a frame that does not answer in time gives TIMEOUT', async () => {
    const session = await loggedIn();
    config.timeouts.navigationMs = 1_000;
    await sandbox.setFault({ portal, kind: 'slow', route: 'search-so', ms: 4_000 });
    expect(await ending(work({ so_no: '43680233' }, session))).toMatchObject({ outcome: 'TIMEOUT' });
  });
});
