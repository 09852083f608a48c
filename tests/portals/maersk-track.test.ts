/** Contract of the Maersk tracking adapter and of its service, against the sandbox portal. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/maersk-track/config.ts';
import { damcoTrackingMaersk } from '#services/damco-tracking-maersk/run.ts';
import { damcoTrackingMaerskService } from '#services/damco-tracking-maersk/service.ts';
import type { RowResult } from '#services/runner.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { outcomeOf } from '#tests/harness/portal-look-up.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
const portal = 'maersk-track';

beforeAll(() => {
  Object.assign(config.timeouts, { navigationMs: 4_000, answerMs: 1_000 });
});
afterEach(() => sandbox.clearFaults());

async function track(number: string, session?: PortalSession): Promise<RowResult> {
  const opened = session ?? (await openSession(sandbox.url(portal)));
  return damcoTrackingMaersk.run({ tracking_no: number }, runContext({ session: opened }));
}

test('a booking returns every container and all of its events', async () => {
  const result = await track('261904477');
  expect(result).toMatchObject({
    outcome: 'SUCCESS',
    values: { containers: 2, container_no: 'MRKU5295187' },
  });
  expect(result.sheets?.['Containers']?.map((line) => line['container_no'])).toEqual([
    'MRKU5295187',
    'MSKU0383250',
  ]);
  expect(result.sheets?.['Events']).toHaveLength(24);
});

test('a number that the carrier does not know is NOT_FOUND', async () => {
  expect(await outcomeOf(track('CSQU3054383'))).toBe('NOT_FOUND');
});

test('one session tracks many numbers one after the other', async () => {
  const session = await openSession(sandbox.url(portal));
  const outcomes: string[] = [];
  for (const number of ['MRKU5295187', 'CSQU3054383', 'MSKU0383250'])
    outcomes.push(await outcomeOf(track(number, session)));
  expect(outcomes).toEqual(['SUCCESS', 'NOT_FOUND', 'SUCCESS']);
});

const faults: [FaultSwitch, string][] = [
  [{ kind: 'http500', route: 'api' }, 'PORTAL_BUSY'],
  [{ kind: 'slow', route: 'api', ms: 20_000 }, 'TIMEOUT'],
  [{ kind: 'layout-changed', route: 'api' }, 'PORTAL_CHANGED'],
];
test.each(faults)('%o ends the row as %s', async (fault, outcome) => {
  await sandbox.setFault({ portal, ...fault });
  expect(await outcomeOf(track('MRKU5295187'))).toBe(outcome);
});

describe('the column', () => {
  const { schema } = damcoTrackingMaerskService.input.columns[0];
  test.each(['MRKU5295188', '12345678', 'MAEU1234', 'ABC'])('the number %s is refused', (cell) => {
    expect(schema.safeParse(cell).success).toBe(false);
  });
  test.each([
    ['mrku 529518-7', 'MRKU5295187'],
    ['261904477', '261904477'],
    ['maeu261904512', 'MAEU261904512'],
  ])('the number %s is stored as %s', (cell, kept) => {
    expect(schema.parse(cell)).toBe(kept);
  });
});
