/**
 * What is particular to e-invoices created and corrected on the H&M supplier portal's sandbox; what they share with other
 * filings is in `filing-contract.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Message } from '#contracts/messages/message.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/hm/config.ts';
import type { Filing, RowResult } from '#services/runner.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { firstRow, sampleFilings } from '#tests/harness/sample-rows.ts';

const portal = 'hm';
const { sandbox, logIn: loggedIn, file, commits } = (await useFilings())(portal);
config.timeouts.elementMs = 2_000;

const refused = (message: string) => ({ outcome: 'REJECTED', message });

describe('E-Invoice Create', () => {
  const create = (rows: Filing, session: PortalSession, job?: string): Promise<RowResult> =>
    file('hm-einvoice-create', rows, { session, job });
  const [, big] = sampleFilings('hm-einvoice-create');
  if (!big) throw new Error('The sample has no invoice of several lines.');

  test("a draft that a crash left behind is completed with the rows' lines instead of created again", async () => {
    const session = await loggedIn();
    // The draft is stored, but the page that would show it fails.
    await sandbox.setFault({ portal, kind: 'http500', route: 'invoice' });
    expect(await ending(create([big[0]], session))).toMatchObject({ outcome: 'PORTAL_BUSY' });
    expect(await commits()).toEqual([]);
    const later = await loggedIn();
    expect(await create(big, later)).toMatchObject({
      outcome: 'SUCCESS',
      values: { total_amount: 15003.51 },
    });
    expect(await commits()).toEqual(['2509675']);
  });

  test('a draft of the same number for another order is a CONFLICT and stays unchanged', async () => {
    const session = await loggedIn();
    await sandbox.setFault({ portal, kind: 'http500', route: 'invoice' });
    await ending(create([big[0]], session));
    const other = firstRow('hm-einvoice-create', { invoice_no: '2509675' });
    expect(await ending(create(other, await loggedIn()))).toEqual({
      outcome: 'CONFLICT',
      message: 'The portal has a draft of this invoice number for order 364201-58325.',
    });
  });

  test('an invoice of the same number with other figures is a CONFLICT that names them', async () => {
    const session = await loggedIn();
    await create(firstRow('hm-einvoice-create'), session);
    const other = firstRow('hm-einvoice-create', { quantity: '460', cartons: '13' });
    expect(await create(other, session)).toMatchObject({
      outcome: 'CONFLICT',
      message: 'The portal has invoice 2509674 with quantity 458 for OT 063, cartons 12 for OT 063.',
    });
    expect(await commits()).toHaveLength(1);
  });

  const refusals: [Record<string, string>, string][] = [
    // A number of its own, because the other refusals leave a draft of the usual one for their order.
    [{ order_no: '364210', invoice_no: '2509676' }, 'Order 364210-59324 is closed.'],
    [{ quantity: '470' }, 'Line OT 063: 470 pieces are more than 2 % off the 458 ordered.'],
    [{ unit_price: '5.28' }, 'Line OT 063: price 5.28 does not match the order price 5.27.'],
    [{ booking_no: 'B000000001' }, 'Line OT 063: booking B000000001 is unknown.'],
    [{ invoice_date: '2026-01-05' }, 'Invoice Date is before the date of order.'],
    [{ country: 'SE' }, 'Line OT 063: country SE does not belong to the planning market.'],
    [{ currency: 'USD' }, 'Currency USD does not match the order currency EUR.'],
  ];
  test('a row that the portal refuses is REJECTED, and the corrected row continues the draft', async () => {
    const session = await loggedIn();
    for (const [change, words] of todaysShare(refusals, 3))
      expect(await ending(create(firstRow('hm-einvoice-create', change), session))).toEqual(refused(words));
    expect(await commits()).toEqual([]);
    expect(await create(firstRow('hm-einvoice-create'), session)).toMatchObject({ outcome: 'SUCCESS' });
  });

  test("a row outside a portal tolerance that is narrower than ours is REJECTED in the portal's words", async () => {
    await sandbox.seed({ portal, records: { settings: { tolerancePercent: 0 } } });
    const row = firstRow('hm-einvoice-create', { quantity: '457' });
    expect(await ending(create(row, await loggedIn()))).toEqual(
      refused('Line OT 063: quantity 457 is outside the tolerance of 0 % of 458 ordered.'),
    );
  });

  test('an order or a line that does not exist is NOT_FOUND', async () => {
    const session = await loggedIn();
    const changes: Record<string, string>[] = [{ order_no: '364999' }, { article_no: '099' }];
    const ends = changes.map((change) => firstRow('hm-einvoice-create', change));
    const messages: Message[] = [];
    for (const rows of ends) {
      const { outcome, message } = await ending(create(rows, session));
      expect(outcome).toBe('NOT_FOUND');
      messages.push(message);
    }
    expect(messages).toEqual(['No order found.', 'Order 364203-58547 has no line OT 099.']);
  });
});

describe('E-Invoice Correction', () => {
  const correct = (
    change: Record<string, string>,
    session: PortalSession,
    job?: string,
  ): Promise<RowResult> =>
    file('hm-einvoice-correction', firstRow('hm-einvoice-correction', change), { session, job });

  test('an invoice that is paid or not submitted is REJECTED, and an unknown one is NOT_FOUND', async () => {
    const session = await loggedIn();
    const no = { order_no: '', planning_market: '', article_no: '' };
    const dated = (invoice_no: string, old_value: string) => ({
      ...no,
      invoice_no,
      field_name: 'invoice_date',
      old_value,
      new_value: '2026-09-30',
    });
    expect(await ending(correct(dated('2509603', '2026-08-09'), session))).toEqual(
      refused('Invoice is paid and locked. A credit note is required.'),
    );
    expect(await ending(correct(dated('2509610', '2026-08-30'), session))).toMatchObject({
      outcome: 'REJECTED',
    });
    expect(await ending(correct(dated('2509999', '2026-08-30'), session))).toMatchObject({
      outcome: 'NOT_FOUND',
    });
    expect(await commits()).toEqual([]);
  });

  test("a row with another old value than the portal's, or with an ambiguous line, is a CONFLICT", async () => {
    const session = await loggedIn();
    expect(await ending(correct({ old_value: '38' }, session))).toEqual({
      outcome: 'CONFLICT',
      message: 'The portal shows 39 as cartons of NL/OE 063, not 38.',
    });
    const unclear = { invoice_no: '2509605', order_no: '', planning_market: '', article_no: '' };
    expect(await ending(correct({ ...unclear, old_value: '41' }, session))).toEqual({
      outcome: 'CONFLICT',
      message: 'Invoice 2509605 has 2 lines that the row may mean.',
    });
    expect(await ending(correct({ article_no: '085' }, session))).toMatchObject({ outcome: 'CONFLICT' });
    expect(await commits()).toEqual([]);
  });

  test('two rows that correct the same field of a line, with and without its market, are a CONFLICT', async () => {
    const [whole] = firstRow('hm-einvoice-correction');
    const [short] = firstRow('hm-einvoice-correction', { planning_market: '', new_value: '41' });
    expect(
      await ending(file('hm-einvoice-correction', [whole, short], { session: await loggedIn() })),
    ).toEqual({
      outcome: 'CONFLICT',
      message: 'The field cartons of NL/OE 063 of invoice 2509601 is corrected twice.',
    });
    expect(await commits()).toEqual([]);
  });

  test('a value that the order does not allow is REJECTED in the words of the portal', async () => {
    const change = { field_name: 'unit_price', old_value: '4.57', new_value: '4.60' };
    expect(await ending(correct(change, await loggedIn()))).toEqual(
      refused('Line NL/OE 063: price 4.60 does not match the order price 4.57.'),
    );
  });

  test('the same field can be corrected again and again, with a new version each time', async () => {
    const session = await loggedIn();
    const cartons = ['39', '40', '39', '40'];
    for (const [index, new_value] of cartons.slice(1).entries())
      expect(
        await correct({ old_value: cartons[index] ?? '', new_value }, session, randomUUID()),
      ).toMatchObject({ outcome: 'SUCCESS', values: { version: index + 2 } });
  });
});
