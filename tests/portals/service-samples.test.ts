/**
 * The sample of every service that looks something up on a website gives exactly the expected values, in one session. CI
 * runs some services a day; every-service.test.ts runs each service on the real stack every day.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { portalOf } from '#activities/portals/portals.ts';
import { services, type ServiceId } from '#services/catalogue.ts';
import { runners } from '#services/runners.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { expectedRows, rowOf, sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

const SERVICES_A_DAY = 4;

const openSession = useBrowser();
const sandbox = await startSandbox();

const looking = services.flatMap(({ id, portal: key, sessionScope }) => {
  const runner = runners[id as ServiceId];
  if (key === null || 'check' in runner) return [];
  const portal = portalOf(key);
  return 'login' in portal ? [{ id, key, portal, runner, sessionScope }] : [];
});

describe.each(todaysShare(looking, SERVICES_A_DAY))('$id', ({ id, key, portal, runner, sessionScope }) => {
  beforeAll(() => shortenTimeouts(key, { navigationMs: 10_000, elementMs: 4_000 }));

  test('the rows of its sample give exactly the expected outcomes and values', async () => {
    const samples = sampleRows(id).map((cells) => rowOf(id, cells));
    const scopeOf = (row: (typeof samples)[number]): string => sessionScope?.(row) ?? '';
    const open = async (scope: string) => {
      const session = await openSession(sandbox.url(key));
      const login = { username: 'padma', password: 'padma1234' };
      if (portal.credentials !== null)
        expect(await portal.login(session, login, { ...nobodyAnswers, scope })).toEqual({ outcome: 'ok' });
      return session;
    };
    const rows: object[] = [];
    const sessions = new Map<string, Awaited<ReturnType<typeof open>>>();
    for (const row of samples) {
      const scope = scopeOf(row);
      const session = sessions.get(scope) ?? (await open(scope));
      sessions.set(scope, session);
      const { outcome, portalReference, values = {} } = await runner.run(row, runContext({ session }));
      rows.push({ outcome, ...(portalReference ? { portalReference } : {}), values });
    }
    const expected = expectedRows(id).map((row) => ({ ...row, documents: undefined }));
    expect(rows).toEqual(expected);
  });
});
