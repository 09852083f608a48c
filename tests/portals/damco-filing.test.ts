/** Bookings, cargo receipts and documents filed on the forwarder's sandbox: once, whatever the portal does. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/damco/config.ts';
import { damcoPortal } from '#activities/portals/damco/portal.ts';
import { damcoBooking } from '#services/damco-booking/run.ts';
import { damcoEdocUpload } from '#services/damco-edoc-upload/run.ts';
import { damcoFcrSubmission } from '#services/damco-fcr-submission/run.ts';
import type { Filing, NamedFile, RowResult, SubmitRunner } from '#services/runner.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { fileRows } from '#tests/harness/filing.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { ending, filedKeys } from '#tests/harness/row-ends.ts';
import { expectedRows, naturalKeyOf, rowOf, sampleFilings, sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';
import { unzip } from '#tests/harness/unzip.ts';

const portal = 'damco';
const services = ['damco-booking', 'damco-fcr-submission', 'damco-edoc-upload'] as const;
type ServiceId = (typeof services)[number];
const runners: Record<ServiceId, SubmitRunner> = {
  'damco-booking': damcoBooking,
  'damco-fcr-submission': damcoFcrSubmission,
  'damco-edoc-upload': damcoEdocUpload,
};
/** The route that the filing click requests, for each service. */
const commitRoutes: Record<ServiceId, string> = {
  'damco-booking': 'save.submit',
  'damco-fcr-submission': 'fcr-new.submit',
  'damco-edoc-upload': 'confirm.submit',
};
const formRoutes: Record<ServiceId, string> = {
  'damco-booking': 'book',
  'damco-fcr-submission': 'fcr-new',
  'damco-edoc-upload': 'upload',
};

const openSession = useBrowser();
const sandbox = await startSandbox();
const { db } = await createTestDatabase();
config.timeouts.elementMs = 2_000;

let jobId = '';
beforeEach(async () => {
  await sandbox.seed({ portal });
  jobId = randomUUID();
});
afterEach(() => sandbox.clearFaults());

async function loggedIn(): Promise<PortalSession> {
  const session = await openSession(sandbox.url(portal));
  const login = { username: 'padma', password: 'padma1234' };
  expect(await damcoPortal.login(session, login, nobodyAnswers)).toEqual({ outcome: 'ok' });
  return session;
}

const sampleDocuments = await unzip(readFileSync('activities/services/damco-edoc-upload/sample.zip'));
const readDocument = async (name: string): Promise<NamedFile | null> => {
  const bytes = sampleDocuments.get(name);
  return bytes ? { name, bytes } : null;
};

/** Each test's filings have their own keys in the database, because a freshly seeded portal has no filings. */
const file = (
  serviceId: ServiceId,
  rows: Filing,
  options: { job?: string; session?: PortalSession; readDocument?: typeof readDocument } = {},
): Promise<RowResult> =>
  fileRows({
    db,
    serviceId,
    portal,
    login: `padma-${jobId}`,
    runner: runners[serviceId],
    rows,
    naturalKey: naturalKeyOf(serviceId, rows[0]),
    openSession: async () => options.session ?? loggedIn(),
    context: { readDocument: options.readDocument ?? readDocument },
    jobId: options.job ?? jobId,
  });

const commits = (): Promise<string[]> => filedKeys(sandbox, portal);

function firstOf(serviceId: ServiceId, change: Record<string, string> = {}): Filing {
  return [rowOf(serviceId, { ...sampleRows(serviceId)[0], ...change })];
}

const plain = ({ documents, ...result }: RowResult) => ({
  ...result,
  ...(documents ? { documents: documents.map(({ name }) => name) } : {}),
});

// Tests another service each day; the samples of all services run in every-service.test.ts.
describe.each(todaysShare(services))('%s', (serviceId) => {
  test('the service files its sample with the expected numbers, and each filing once', async () => {
    const session = await loggedIn();
    const results: unknown[] = [];
    for (const rows of sampleFilings(serviceId)) {
      const { message: _, values = {}, ...result } = plain(await file(serviceId, rows, { session }));
      results.push({ ...result, values });
    }
    expect(results).toEqual(expectedRows(serviceId));
    const filed = expectedRows(serviceId).filter((row) => 'outcome' in row && row.outcome === 'SUCCESS');
    expect(new Set(await commits()).size).toBe(filed.length);
    expect(await commits()).toHaveLength(filed.length);
  });

  test.each(['drop-connection', 'http500', 'session-drop', 'blank-page'] as const)(
    'a filing whose answer is lost to %s is looked up, and nothing is filed twice',
    async (kind) => {
      await sandbox.setFault({ portal, kind, route: commitRoutes[serviceId], afterCommit: true });
      expect(await file(serviceId, firstOf(serviceId))).toMatchObject({ outcome: 'SUCCESS' });
      expect(await commits()).toHaveLength(1);
      expect((await sandbox.state()).faults).toEqual([]);
    },
  );

  test('a filing click that never reached the portal is repeated', async () => {
    await sandbox.setFault({ portal, kind: 'http500', route: commitRoutes[serviceId] });
    expect(await file(serviceId, firstOf(serviceId))).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toHaveLength(1);
  });

  test('a filing that another job made is ALREADY_DONE with the same values and documents', async () => {
    const session = await loggedIn();
    const first = await file(serviceId, firstOf(serviceId), { session });
    const again = await file(serviceId, firstOf(serviceId), { session, job: randomUUID() });
    expect(plain(again)).toEqual({ ...plain(first), outcome: 'ALREADY_DONE' });
    expect(await commits()).toHaveLength(1);
  });

  const faults: [FaultSwitch['kind'], string][] = [
    ['http500', 'PORTAL_BUSY'],
    ['http503-maintenance', 'PORTAL_DOWN'],
    ['blank-page', 'PORTAL_BUSY'],
    ['session-drop', 'SESSION_EXPIRED'],
    ['layout-changed', 'PORTAL_CHANGED'],
  ];
  test.each(faults)('%s on the form gives %s, and nothing is filed', async (kind, outcome) => {
    await sandbox.setFault({ portal, kind, route: formRoutes[serviceId], times: -1 });
    expect(await ending(file(serviceId, firstOf(serviceId)))).toMatchObject({ outcome });
    expect(await commits()).toEqual([]);
  });
});

const refused = (message: string) => ({ outcome: 'REJECTED', message });

describe('Booking', () => {
  const book = (change: Record<string, string>, session: PortalSession, job = jobId): Promise<RowResult> =>
    file('damco-booking', firstOf('damco-booking', change), { session, job });
  const second = { po_no: '4500781224', po_line: '10', style: '', destination_country: 'SE' };
  const unfit = { ...second, port_of_discharge: 'SEGOT', order_qty: '6000', carton_qty: '150' };

  test("a row that the portal refuses is REJECTED in the portal's words, and nothing is filed", async () => {
    const session = await loggedIn();
    const refusals: [Record<string, string>, string][] = [
      [{ order_qty: '26000' }, 'Line 10: quantity 26000 exceeds the PO tolerance of 5 % of 24480.'],
      [
        { cargo_ready_date: '2033-01-01' },
        'Estimated delivery 2033-01-01 is outside the ship window 2026-01-01 to 2032-12-31.',
      ],
      [{ port_of_discharge: 'SEGOT' }, 'Port of discharge SEGOT is not allowed for PO 4500781223.'],
      [{ port_of_loading: 'BDDAC' }, 'Port of loading BDDAC is not allowed.'],
      [{ carton_type: '99x99x99' }, 'Carton Type 99x99x99 is not in the list of the portal.'],
      [{ origin_office: 'Khulna' }, 'Origin Office Khulna is not in the list of the portal.'],
      [{ destination_country: 'SE' }, 'Destination SE is not allowed for PO 4500781223.'],
    ];
    for (const [change, words] of refusals)
      expect(await ending(book(change, session, randomUUID()))).toEqual(refused(words));
    expect(await commits()).toEqual([]);
  });

  test('a booking of the same line with other figures is a CONFLICT that names them', async () => {
    const session = await loggedIn();
    await book({}, session);
    expect(await ending(book({ carton_qty: '610', marks: 'ROLF' }, session, randomUUID()))).toMatchObject({
      outcome: 'CONFLICT',
      message: saying(
        /^The portal has shipping order \d+ for this order with carton_qty 612, marks As per packing list\.$/,
      ),
    });
    expect(await commits()).toHaveLength(1);
  });

  test('a draft of the line is a CONFLICT for a row that submits', async () => {
    const session = await loggedIn();
    await book({ action: 'DRAFT' }, session);
    expect(await ending(book({}, session, randomUUID()))).toMatchObject({
      outcome: 'CONFLICT',
      message: saying('status DRAFT'),
    });
  });

  test('another line of the same order gets its own booking', async () => {
    const session = await loggedIn();
    await book({}, session);
    const line = { po_line: '20', style: '', order_qty: '6360', carton_qty: '159' };
    expect(await book(line, session)).toMatchObject({ outcome: 'SUCCESS', values: { booked_lines: '20' } });
    expect(await commits()).toEqual(['4500781223|10', '4500781223|20']);
  });

  test('a cancelled booking does not prevent a new one', async () => {
    const order = { ...unfit, po_no: '4500781225', destination_country: 'DE', port_of_discharge: 'DEHAM' };
    const row = { ...order, order_qty: '6240', carton_qty: '156' };
    expect(await book(row, await loggedIn())).toMatchObject({ outcome: 'SUCCESS' });
  });

  test('a line that the order does not have is NOT_FOUND, and another style of the line is a CONFLICT', async () => {
    const session = await loggedIn();
    expect(await ending(book({ po_line: '90' }, session))).toEqual({
      outcome: 'NOT_FOUND',
      message: 'The order 4500781223 has no line 90.',
    });
    expect(await ending(book({ style: 'NW-TS-0001' }, session))).toMatchObject({ outcome: 'CONFLICT' });
    expect(await commits()).toEqual([]);
  });
});

describe('FCR Submission', () => {
  const submit = (change: Record<string, string>, session: PortalSession): Promise<RowResult> =>
    file('damco-fcr-submission', firstOf('damco-fcr-submission', change), { session, job: randomUUID() });

  test('a receipt after its cut-off is REJECTED, and one with other values is a CONFLICT', async () => {
    const session = await loggedIn();
    expect(await ending(submit({ so_no: '43680243' }, session))).toEqual(
      refused('FCR cut-off of SO 43680243 has passed.'),
    );
    await submit({}, session);
    expect(await ending(submit({ contract_no: 'NW-SC-2026-119' }, session))).toMatchObject({
      outcome: 'CONFLICT',
      message: saying('contract_no NW-SC-2026-118'),
    });
    expect(await commits()).toHaveLength(1);
  });

  test('another invoice of the same shipping order gets its own receipt', async () => {
    const session = await loggedIn();
    const first = await submit({}, session);
    const second = await submit({ invoice_no: 'PAL/NW/2026/0199' }, session);
    expect(second.outcome).toBe('SUCCESS');
    expect(second.portalReference).not.toBe(first.portalReference);
  });
});

describe('E-Document Upload', () => {
  const upload = (
    change: Record<string, string>,
    session: PortalSession,
    read = readDocument,
  ): Promise<RowResult> =>
    file('damco-edoc-upload', firstOf('damco-edoc-upload', change), {
      session,
      job: randomUUID(),
      readDocument: read,
    });

  test('a document that is missing, too big or not a PDF is not uploaded, and no window stays open', async () => {
    const session = await loggedIn();
    expect(await ending(upload({ document: 'missing.pdf' }, session))).toEqual({
      outcome: 'INPUT_INVALID',
      message: 'The document missing.pdf cannot be found.',
    });
    const big = async (name: string): Promise<NamedFile> => ({
      name,
      bytes: Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(2_000_000)]),
    });
    expect(await ending(upload({ document: 'big.pdf' }, session, big))).toEqual(
      refused('big.pdf exceeds the limit of 2 MB.'),
    );
    const text = async (name: string): Promise<NamedFile> => ({ name, bytes: Buffer.from('text') });
    expect(await ending(upload({ document: 'text.pdf' }, session, text))).toEqual(
      refused('text.pdf is not a PDF.'),
    );
    expect(session.context.pages()).toHaveLength(1);
    expect(await commits()).toEqual([]);
  });

  test('a document of the same name but another size is uploaded as another document', async () => {
    const session = await loggedIn();
    await upload({}, session);
    const longer = async (name: string): Promise<NamedFile> => ({
      name,
      bytes: Buffer.from('%PDF-1.7 more than before, much more'),
    });
    expect(await upload({}, session, longer)).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toHaveLength(2);
  });

  test('a client that the portal does not list is NOT_FOUND', async () => {
    expect(await ending(upload({ consignee_code: 'NOBODY' }, await loggedIn()))).toEqual({
      outcome: 'NOT_FOUND',
      message: 'Client NOBODY is not in the list of the portal.',
    });
  });
});
