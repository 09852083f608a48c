/** Contract of the MyShipment adapter and of its service, against the sandbox portal. */
import { afterEach, expect, test } from 'vitest';
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/myshipment/config.ts';
import { myshipmentTracking } from '#services/myshipment-tracking/run.ts';
import { myshipmentTrackingService } from '#services/myshipment-tracking/service.ts';
import type { RowResult } from '#services/runner.ts';
import { useAdapter } from '#tests/harness/portal-adapter.ts';
import { outcomeOf } from '#tests/harness/portal-look-up.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { saying } from '#tests/harness/saying.ts';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';

const portal = 'myshipment';
const { sandbox, loggedIn } = await useAdapter(portal, { navigationMs: 4_000, elementMs: 2_000 });
const known = { search_type: 'SO', search_value: '43680233' };
const { matchesMax } = config;

afterEach(() => {
  config.matchesMax = matchesMax;
});

const track = (session: PortalSession, row: Record<string, string>): Promise<RowResult> =>
  myshipmentTracking.run(row, runContext({ session }));

test('a PO in two shipments returns both, with the milestones of each', async () => {
  const result = await track(await loggedIn(), { search_type: 'PO', search_value: '4500781223' });
  expect(result.values).toMatchObject({ matches: 2, so_no: '43680233' });
  expect(result.sheets?.['Shipments']?.map((line) => line['so_no'])).toEqual(['43680233', '43680234']);
  expect(result.sheets?.['Milestones']).toHaveLength(14);
});

test('a shipment that is listed twice is returned once', async () => {
  const session = await loggedIn();
  const twice = { kind: 'row-again', route: 'track', from: '4500781223', to: '4500781299' } as const;
  await sandbox.setFault({ portal, ...twice, times: -1 });
  const result = await track(session, known);
  expect(result.values).toMatchObject({ matches: 1, so_no: '43680233' });
});

test('a number of more shipments than may be opened is INPUT_INVALID, and none is left out silently', async () => {
  config.matchesMax = 1;
  const po = { search_type: 'PO', search_value: '4500781223' };
  expect(await track(await loggedIn(), po)).toMatchObject({
    outcome: 'INPUT_INVALID',
    message: saying('More than 1 shipments fit'),
  });
});

const faults: [FaultSwitch, string][] = [
  [{ kind: 'http503-maintenance', route: 'shipment' }, 'PORTAL_DOWN'],
  [{ kind: 'session-drop', route: 'shipment' }, 'SESSION_EXPIRED'],
  [{ kind: 'layout-changed', route: 'shipment' }, 'PORTAL_CHANGED'],
];
test.each(faults)('%o ends the row as %s', async (fault, outcome) => {
  const session = await loggedIn();
  await sandbox.setFault({ portal, ...fault });
  expect(await outcomeOf(track(session, known))).toBe(outcome);
});

test('a container with a wrong check digit is refused before the look-up', () => {
  const { check } = myshipmentTrackingService.input;
  expect(check({ search_type: 'CONTAINER', search_value: 'MSKU0383251' })).toHaveLength(1);
  expect(check({ search_type: 'PO', search_value: 'MSKU0383251' })).toEqual([]);
});
