/** Lists of look-ups that a portal shows on several pages, with one row on each: what is read is the whole list. */
import { describe, expect, test } from 'vitest';
import { hmPackingList } from '#services/hm-packing-list/run.ts';
import { myshipmentTracking } from '#services/myshipment-tracking/run.ts';
import type { ReadRunner, RowResult } from '#services/runner.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { firstFiling } from '#tests/harness/sample-rows.ts';

const filingsOn = await useFilings();
for (const key of ['hm', 'myshipment'] as const)
  await shortenTimeouts(key, { navigationMs: 4_000, elementMs: 2_000 });

describe('H&M', () => {
  const { sandbox, logIn, file, commits } = filingsOn('hm');
  const pagedList = (route: string, table: string) =>
    sandbox.setFault({ portal: 'hm', kind: 'paged', route, times: -1, from: table, to: 'Next page' });
  const work = async (row: Record<string, string>): Promise<RowResult> =>
    hmPackingList.run(row, runContext({ session: await logIn() }));

  test('packing lists and carton ranges of several pages are read and added up whole', async () => {
    const row = { order_no: '364201' };
    const whole = await work(row);
    await pagedList('packing-lists', 'packing-lists');
    await pagedList('packing-list', 'cartons');
    const { values, documents, sheets } = await work(row);
    expect({ ...values, markets: null }).toEqual({ ...whole.values, markets: null });
    expect(documents?.map(({ name }) => name).toSorted()).toEqual(
      whole.documents?.map(({ name }) => name).toSorted(),
    );
    expect(sheets?.['Cartons']).toHaveLength(whole.sheets?.['Cartons']?.length ?? 0);
  });

  test('an order on a later page than another one is the one that is opened', async () => {
    const other = { portal: 'hm', kind: 'row-again', route: 'orders', times: -1 } as const;
    await sandbox.setFault({ ...other, from: '364201-58325', to: '364201-58326' });
    await pagedList('orders', 'orders');
    const market = { planning_market: 'OG' };
    expect(await work({ order_no: '364201-58325', ...market })).toMatchObject({
      outcome: 'SUCCESS',
      portalReference: '364201-58325',
    });
    expect(await work({ order_no: '364201', ...market })).toMatchObject({ outcome: 'INPUT_INVALID' });
  });

  test('an invoice is not refused for lines that the form shows on a further page', async () => {
    await pagedList('new', 'order-lines');
    expect(await ending(file('hm-einvoice-create', firstFiling('hm-einvoice-create')))).toMatchObject({
      outcome: 'PORTAL_CHANGED',
    });
    expect(await commits()).toEqual([]);
  });
});

describe('MyShipment', () => {
  const { sandbox, logIn } = filingsOn('myshipment');
  const track = async (runner: ReadRunner): Promise<RowResult> =>
    runner.run({ search_type: 'PO', search_value: '4500781223' }, runContext({ session: await logIn() }));

  test('every shipment of a number is returned with all its milestones', async () => {
    for (const [route, from] of [
      ['track', 'shipments'],
      ['shipment', 'milestones'],
    ] as const)
      await sandbox.setFault({ portal: 'myshipment', kind: 'paged', route, times: -1, from, to: 'Next' });
    const { values, sheets } = await track(myshipmentTracking);
    expect(values).toMatchObject({ matches: 2 });
    expect(sheets?.['Shipments']?.map((line) => line['so_no']).toSorted()).toEqual(['43680233', '43680234']);
    expect(sheets?.['Milestones']).toHaveLength(14);
  });
});
