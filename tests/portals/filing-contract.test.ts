/**
 * What every portal through which something is filed has in common, for each one of the index: a filing is made once,
 * whatever the portal does. What a portal has of its own is in its own test. Each day CI tries other services, with
 * other faults; `DEPTH=all` tries every fault with every service.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { portals } from '#activities/portals/catalogue.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { safeName } from '#activities/results/names.ts';
import type { Filing, RowResult } from '#services/runner.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { scopeOf, useFilings } from '#tests/harness/portal-filings.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { expectedRows, firstFiling, sampleFilings } from '#tests/harness/sample-rows.ts';
import { saying } from '#tests/harness/saying.ts';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';
import { sandboxFilings } from './sandbox-filings/all.ts';

const filingsOn = await useFilings();

const SERVICES_A_DAY = 3;
/** A service's number is its turn, so that a day's services meet different faults. */
const filings = portals
  .flatMap(({ key }) =>
    sandboxFilings.filter(({ portal }) => portal === key).map((filing) => ({ ...filing, portal: key })),
  )
  .map((filing, turn) => ({ ...filing, turn }));

/** A result as a service's `expected.json` states it. */
const asExpected = ({ outcome, portalReference, values = {}, documents }: RowResult) => ({
  outcome,
  portalReference,
  values,
  documents: documents?.map(({ name }) => safeName(name, new Map())),
});

// The samples of all services run in every-service.test.ts.
describe.each(todaysShare(filings, SERVICES_A_DAY))('$portal, $service', (filing) => {
  const { portal, turn } = filing;
  const { sandbox, logIn, file, commits } = filingsOn(portal);
  beforeAll(() => shortenTimeouts(portal, { elementMs: 2_000 }));

  const { service, route, formRoute = route.replace('.submit', ''), sampleKeys } = filing;
  const { earlierRequests = () => 0 } = filing;
  const first = firstFiling(service);

  test('the service files its sample with the expected numbers, and each filing once', async () => {
    const sessions = new Map<string, PortalSession>();
    const results: object[] = [];
    const filed: Filing[] = [];
    for (const rows of sampleFilings(service)) {
      const scope = scopeOf(service, rows);
      const session = sessions.get(scope) ?? (await logIn({ scope }));
      sessions.set(scope, session);
      const result = await file(service, rows, { session });
      expect(result.message).not.toEqual('');
      results.push(...rows.map(() => asExpected(result)));
      if (result.outcome === 'SUCCESS') filed.push(rows);
    }
    expect(results).toEqual(expectedRows(service));
    const keys = await commits();
    expect(keys).toEqual(sampleKeys ?? [...new Set(keys)]);
    expect(keys).toHaveLength(filed.length);
    expect(filed).not.toEqual([]);
  });

  const losses = ['drop-connection', 'http500', 'session-drop', 'blank-page'] as const;
  test.each(todaysShare(losses, 1, turn))(
    'a filing whose answer is lost to %s is looked up, and nothing is filed twice',
    async (kind) => {
      await sandbox.setFault({ portal, kind, route, afterCommit: true });
      expect(asExpected(await file(service, first))).toEqual(expectedRows(service)[0]);
      expect(await commits()).toHaveLength(1);
      expect((await sandbox.state()).faults).toEqual([]);
    },
  );

  test('a filing click that never reached the portal is repeated', async () => {
    const skip = earlierRequests(first.length);
    await sandbox.setFault({ portal, kind: 'http500', route, skip });
    expect(await file(service, first)).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toHaveLength(1);
    expect((await sandbox.state()).faults).toEqual([]);
  });

  test('a filing that another job made is ALREADY_DONE with the same values and documents', async () => {
    const session = await logIn({ scope: scopeOf(service, first) });
    const made = await file(service, first, { session });
    const again = await file(service, first, { session, job: randomUUID() });
    expect(again).toEqual({ ...made, outcome: 'ALREADY_DONE' });
    expect(await commits()).toHaveLength(1);
  });

  const faults: [FaultSwitch['kind'], string][] = [
    ['http500', 'PORTAL_BUSY'],
    ['http503-maintenance', 'PORTAL_DOWN'],
    ['blank-page', 'PORTAL_BUSY'],
    ['session-drop', 'SESSION_EXPIRED'],
    ['layout-changed', 'PORTAL_CHANGED'],
  ];
  test.each(todaysShare(faults, 1, turn))(
    '%s on the form gives %s, and nothing is filed',
    async (kind, outcome) => {
      await sandbox.setFault({ portal, kind, route: formRoute, times: -1 });
      expect(await ending(file(service, first))).toMatchObject({ outcome });
      expect(await commits()).toEqual([]);
    },
  );

  test('a login that lacks permission stops the job before anything is filed', async () => {
    const session = await logIn({ username: 'noperm', scope: scopeOf(service, first) });
    expect(await ending(file(service, first, { session }))).toMatchObject({
      outcome: 'CREDENTIALS_INVALID',
      message: saying('no permission'),
    });
    expect(await commits()).toEqual([]);
  });
});
