/**
 * What is particular to bookings, cargo receipts and documents on the forwarder's sandbox; what they share with other
 * filings is in `filing-contract.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/damco/config.ts';
import type { NamedFile, RowResult, RunContext } from '#services/runner.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { losingReports } from '#tests/harness/lost-clicks.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { firstRow } from '#tests/harness/sample-rows.ts';
import { saying } from '#tests/harness/saying.ts';

const portal = 'damco';
const { sandbox, logIn: loggedIn, file, commits } = (await useFilings())(portal);
config.timeouts.elementMs = 2_000;

const refused = (message: string) => ({ outcome: 'REJECTED', message });

describe('Booking', () => {
  const book = (change: Record<string, string>, session: PortalSession, job?: string): Promise<RowResult> =>
    file('damco-booking', firstRow('damco-booking', change), { session, job });
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
    for (const [change, words] of todaysShare(refusals, 3))
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

  test('a booking that is listed once for each of its orders is found as the one booking', async () => {
    const session = await loggedIn();
    await book({}, session);
    const shared = { kind: 'row-again', route: 'search-so', from: '4500781223', to: '4500781299' } as const;
    await sandbox.setFault({ portal, ...shared, times: -1 });
    expect(await book({}, session, randomUUID())).toMatchObject({
      outcome: 'ALREADY_DONE',
    });
    expect(await commits()).toHaveLength(1);
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

  test('a click whose report is lost in a freeze is not repeated, and the booking is made once', async () => {
    const session = await loggedIn();
    const { form } = config;
    const clicked = losingReports(session.page, [form.details, form.saveAs]);
    expect(await book({}, session)).toMatchObject({ outcome: 'SUCCESS' });
    expect(clicked()).toHaveLength(2);
    expect(await commits()).toHaveLength(1);
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
    file('damco-fcr-submission', firstRow('damco-fcr-submission', change), { session, job: randomUUID() });

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
    context: Partial<RunContext> = {},
  ): Promise<RowResult> =>
    file('damco-edoc-upload', firstRow('damco-edoc-upload', change), { session, job: randomUUID(), context });

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
    expect(await ending(upload({ document: 'big.pdf' }, session, { readDocument: big }))).toEqual(
      refused('big.pdf exceeds the limit of 2 MB.'),
    );
    const text = async (name: string): Promise<NamedFile> => ({ name, bytes: Buffer.from('text') });
    expect(await ending(upload({ document: 'text.pdf' }, session, { readDocument: text }))).toEqual(
      refused('text.pdf is not a PDF.'),
    );
    expect(session.context.pages()).toHaveLength(1);
    expect(await commits()).toEqual([]);
  });

  test('a reference that fits several earlier documents uploads none of them, and names them', async () => {
    const several = async () => ({ several: ['PL_364201-58325_NL_OE.pdf', 'PL_364201-58325_OG.pdf'] });
    const document = 'hm-packing-list:364201-58325';
    expect(await ending(upload({ document }, await loggedIn(), { readDocument: several }))).toEqual({
      outcome: 'INPUT_INVALID',
      message:
        'Several documents of your earlier results fit hm-packing-list:364201-58325: PL_364201-58325_NL_OE.pdf, PL_364201-58325_OG.pdf. Name the one that is meant, such as hm-packing-list:364201-58325:PL_364201-58325_NL_OE.pdf.',
    });
    expect(await commits()).toEqual([]);
  });

  test('a document of the same name but another size is uploaded as another document', async () => {
    const session = await loggedIn();
    await upload({}, session);
    const longer = async (name: string): Promise<NamedFile> => ({
      name,
      bytes: Buffer.from('%PDF-1.7 more than before, much more'),
    });
    expect(await upload({}, session, { readDocument: longer })).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toHaveLength(2);
  });

  test('a document that the portal lists in other capitals is found and not uploaded again', async () => {
    const session = await loggedIn();
    const called = (name: string) => async (): Promise<NamedFile> => ({
      name,
      bytes: Buffer.from('%PDF-1.7 the same'),
    });
    await upload({}, session, { readDocument: called('PL 2026.PDF') });
    expect(await upload({}, session, { readDocument: called('pl 2026.pdf') })).toMatchObject({
      outcome: 'ALREADY_DONE',
    });
    expect(await commits()).toHaveLength(1);
  });

  test('a click whose report is lost in a freeze is not repeated, and the document is uploaded once', async () => {
    const session = await loggedIn();
    const { clientOpen, clientChoices, upload: opens, update } = config.documents;
    const texts = [clientOpen, `('${clientChoices}')`, opens, update];
    const clicked = losingReports(session.page, texts);
    expect(await upload({}, session)).toMatchObject({ outcome: 'SUCCESS' });
    const each = new Set(clicked());
    expect(each.size).toBe(texts.length);
    // The document is looked up before it is uploaded, and each look-up chooses the client again.
    const windows = clicked().filter((name) => name.includes(opens) || name.includes(update));
    expect(windows).toHaveLength(2);
    expect(await commits()).toHaveLength(1);
  });

  test('a client that the portal does not list is NOT_FOUND', async () => {
    expect(await ending(upload({ consignee_code: 'NOBODY' }, await loggedIn()))).toEqual({
      outcome: 'NOT_FOUND',
      message: 'Client NOBODY is not in the list of the portal.',
    });
  });
});
