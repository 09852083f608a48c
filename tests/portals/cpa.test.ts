/** Contract of the port's container look-up and of its service, against the sandbox portal. */
import { afterEach, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { messageOfIssue } from '#contracts/messages/cell-issue.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { readLocation } from '#services/ctg-port-tracking/location.ts';
import { ctgPortTracking } from '#services/ctg-port-tracking/run.ts';
import { ctgPortTrackingService } from '#services/ctg-port-tracking/service.ts';
import type { RowResult } from '#services/runner.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { outcomeOf, shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
const portal = 'cpa';
await shortenTimeouts(portal, { navigationMs: 4_000, elementMs: 2_000 });

afterEach(() => sandbox.clearFaults());

async function track(row: Record<string, string>, session?: PortalSession): Promise<RowResult> {
  const opened = session ?? (await openSession(sandbox.url(portal)));
  return ctgPortTracking.run(row, runContext({ session: opened }));
}

test('a container that the port does not know is NOT_FOUND', async () => {
  expect(await outcomeOf(track({ container_no: 'MSKU0000009' }))).toBe('NOT_FOUND');
});

test('a row whose direction the port contradicts says so in its message', async () => {
  const wrong = await track({ container_no: 'MSKU0383250', direction: 'EXPORT' });
  expect(wrong.message).toEqual(saying('Your sheet says EXPORT, the port shows IMPORT.'));
});

test('a container whose place the port leaves empty is found without one', async () => {
  const container = { container_no: 'MSKU0383250' };
  const { values: usual } = await track(container);
  await sandbox.setFault({
    portal,
    kind: 'renamed',
    route: 'result',
    from: String(usual?.['position_raw']),
    to: '',
  });
  expect(await track(container)).toMatchObject({
    outcome: 'SUCCESS',
    message: saying('The port shows no place for this container.'),
    portalReference: 'MSKU0383250',
    values: { found: 'yes', yard: null },
  });
});

const faults: [FaultSwitch, string][] = [
  [{ kind: 'http503-maintenance', route: 'result' }, 'PORTAL_DOWN'],
  [{ kind: 'drop-connection', route: 'result', times: -1 }, 'PORTAL_DOWN'],
  [{ kind: 'blank-page', route: 'result' }, 'PORTAL_BUSY'],
  [{ kind: 'layout-changed', route: 'result' }, 'PORTAL_CHANGED'],
];
test.each(faults)('%o ends the row as %s', async (fault, outcome) => {
  await sandbox.setFault({ portal, ...fault });
  expect(await outcomeOf(track({ container_no: 'MSKU0383250' }))).toBe(outcome);
});

describe('the place', () => {
  test("a place that is not recognised stays in the port's own words", () => {
    const location = 'Somewhere else, Gate: 4, MLO: MSK';
    expect(readLocation({ location, details: new Map() })).toMatchObject({
      position_raw: location,
      mlo: 'MSK',
      yard: null,
    });
  });
});

test('the message about a wrong check digit names the right digit', () => {
  const { schema } = ctgPortTrackingService.input.columns[0];
  const { error } = schema.safeParse('MSKU0383251');
  expect(error && messageOfIssue(error)).toEqual("The container number's check digit should be 0.");
});
