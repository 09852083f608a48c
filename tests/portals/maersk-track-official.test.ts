/**
 * Maersk's official interface in the place of the tracking page: the same rows and outcomes, and nothing but the
 * configured address is asked.
 */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countFromNow, takeActions } from '#activities/portals/action-counts.ts';
import type { OfficialInterface } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/maersk-track/config.ts';
import { officialEntrance } from '#activities/portals/maersk-track/official.ts';
import { limits } from '#contracts/limits.ts';
import { damcoTrackingMaersk } from '#services/damco-tracking-maersk/run.ts';
import type { RowResult } from '#services/runner.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { outcomeOf } from '#tests/harness/portal-look-up.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';
import { SANDBOX_CONSUMER_KEY } from '#tests/sandbox/portals/maersk-track/events.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
const portal = 'maersk-track';
const official = (given: Partial<OfficialInterface> = {}): OfficialInterface => ({
  baseUrl: sandbox.url(portal),
  key: SANDBOX_CONSUMER_KEY,
  ...given,
});
const samples = sampleRows('damco-tracking-maersk').map((row) => row['tracking_no'] ?? '');

beforeAll(() => {
  Object.assign(config.timeouts, { navigationMs: 4_000, answerMs: 1_000 });
});
afterEach(() => sandbox.clearFaults());

const track = (number: string, given = official()): Promise<RowResult> =>
  damcoTrackingMaersk.run({ tracking_no: number }, runContext({ official: given }));

describe('the answers', () => {
  test('every number of the sample has the same result by the interface as by the page', async () => {
    const session = await openSession(sandbox.url(portal));
    expect(samples.length).toBeGreaterThan(2);
    for (const number of [...samples, 'TCNU4781205']) {
      const byPage = await damcoTrackingMaersk.run({ tracking_no: number }, runContext({ session }));
      expect(await track(number), number).toEqual(byPage);
    }
  });

  test('a number that the carrier does not know is NOT_FOUND', async () => {
    expect(await outcomeOf(track('CSQU3054383'))).toBe('NOT_FOUND');
    expect(await outcomeOf(track('999999999'))).toBe('NOT_FOUND');
  });

  test('nine digits are asked for as a booking, and as a bill of lading if there is no such booking', async () => {
    expect(await track('261904477')).toMatchObject({ outcome: 'SUCCESS', values: { containers: 2 } });
    expect(await track('261904512')).toMatchObject({
      outcome: 'SUCCESS',
      values: { container_no: 'MEDU9012453' },
    });
  });

  test("every request counts for the portal's pace, further pages of an answer among them", async () => {
    const given = official();
    countFromNow(given);
    await track('MRKU5295187', given);
    const ofContainer = takeActions(given);
    await track('261904477', given);
    expect(takeActions(given)).toBeGreaterThan(ofContainer);
    expect(ofContainer).toBeGreaterThan(0);
  });
});

describe('a fault', () => {
  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http500' }, 'PORTAL_BUSY'],
    [{ kind: 'http503-maintenance' }, 'PORTAL_DOWN'],
    [{ kind: 'http429', ms: 600_000 }, 'PORTAL_BUSY'],
    [{ kind: 'slow', ms: 20_000 }, 'TIMEOUT'],
    [{ kind: 'drop-connection' }, 'PORTAL_DOWN'],
    [{ kind: 'malformed-json' }, 'PORTAL_DOWN'],
    [{ kind: 'layout-changed' }, 'PORTAL_CHANGED'],
    [{ kind: 'leads-away' }, 'PORTAL_CHANGED'],
  ];
  test.each(faults)('%o ends the row as %s', async (fault, outcome) => {
    await sandbox.setFault({ portal, route: 'events', ...fault });
    expect(await outcomeOf(track('MRKU5295187'))).toBe(outcome);
  });

  test('an interface that asks to be left alone for a short while is asked again after it', async () => {
    await sandbox.setFault({ portal, route: 'events', kind: 'http429', ms: 1_000, times: 1 });
    const given = official();
    countFromNow(given);
    expect(await outcomeOf(track('MRKU5295187', given))).toBe('SUCCESS');
    expect(takeActions(given)).toBeGreaterThan(1);
  });

  test('an interface that still refuses after the short while is busy', async () => {
    await sandbox.setFault({ portal, route: 'events', kind: 'http429', ms: 1_000, times: -1 });
    expect(await outcomeOf(track('MRKU5295187'))).toBe('PORTAL_BUSY');
  });

  test('a refused key needs a person, and says so without naming the key', async () => {
    const refused = track('MRKU5295187', official({ key: 'an-old-key' }));
    await expect(refused).rejects.toMatchObject({ outcome: 'HUMAN_REQUIRED' });
    await expect(refused).rejects.not.toThrow(/an-old-key/);
    await expect(officialEntrance(official({ key: 'an-old-key' }))).rejects.toThrow(/has refused/);
  });

  test('the entrance is in order where the interface answers, whether it knows the number or not', async () => {
    await officialEntrance(official());
    await sandbox.setFault({ portal, route: 'events', kind: 'http503-maintenance', times: 1 });
    await expect(officialEntrance(official())).rejects.toMatchObject({ outcome: 'PORTAL_DOWN' });
  });
});

describe('an interface that misleads', () => {
  async function serve(answer: Parameters<typeof createServer>[1]): Promise<[string, string[]]> {
    const asked: string[] = [];
    const server: Server = createServer((request, response) => {
      asked.push(request.url ?? '');
      answer?.(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return [`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked];
  }

  test('a redirect is not followed, so that the key goes nowhere else', async () => {
    const [elsewhere, asked] = await serve((_, response) => response.end('{"events":[]}'));
    await sandbox.setFault({ portal, route: 'events', kind: 'leads-away', to: elsewhere });
    expect(await outcomeOf(track('MRKU5295187'))).toBe('PORTAL_CHANGED');
    expect(asked).toEqual([]);
  });

  test('a next page on another host is asked from the configured address', async () => {
    const [elsewhere, strayed] = await serve((_, response) => response.end('{"events":[]}'));
    let pages = 0;
    const [baseUrl, asked] = await serve((_, response) => {
      pages += 1;
      if (pages === 1) response.setHeader('next-page', `${elsewhere}/events?cursor=second`);
      response.end('{"events":[]}');
    });
    expect(await outcomeOf(track('MRKU5295187', official({ baseUrl })))).toBe('NOT_FOUND');
    expect(strayed).toEqual([]);
    expect(asked.at(-1)).toContain('cursor=second');
  });

  test('an answer that never ends its pages ends the row', async () => {
    const [baseUrl] = await serve((_, response) => {
      response.setHeader('next-page', '/events?cursor=again');
      response.end('{"events":[]}');
    });
    expect(await outcomeOf(track('MRKU5295187', official({ baseUrl })))).toBe('REJECTED');
  });

  test('an answer larger than the limit is not read to its end, and ends the row', async () => {
    const [baseUrl] = await serve((_, response) => {
      response.end(`{"events":[],"more":"${'x'.repeat(limits.officialAnswerBytesMax)}"}`);
    });
    expect(await outcomeOf(track('MRKU5295187', official({ baseUrl })))).toBe('REJECTED');
  });

  test('a refused reference ends its row and leaves the portal open', async () => {
    const [baseUrl] = await serve((_, response) => {
      response.statusCode = 400;
      response.end('{"message":"The reference is not valid."}');
    });
    expect(await outcomeOf(track('261904477', official({ baseUrl })))).toBe('REJECTED');
  });
});
