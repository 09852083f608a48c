/** A filing that a portal holds twice is recognised by the look-up of every service whose portal accepts duplicates. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { english } from '#contracts/messages/render.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { portalOf } from '#activities/portals/portals.ts';
import { services, type ServiceId } from '#services/catalogue.ts';
import type { PortalKey } from '#services/contract.ts';
import type { SubmitContext } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { sampleFilings } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { unzip } from '#tests/harness/unzip.ts';

const sandbox = await startSandbox();
const openSession = useBrowser();
afterEach(() => sandbox.clearFaults());

const documents = await unzip(readFileSync('activities/services/damco-edoc-upload/sample.zip'));
/** In thousandths of a per cent, as the sandbox's bank pays. */
const rates: Record<string, number> = { LOCAL_TEXTILE: 1_500 };

const takesTwins = services.flatMap(({ id, portal, refusesTwins, sessionScope }) => {
  const runner = runners[id as ServiceId];
  return portal && 'check' in runner && !refusesTwins ? [{ id, portal, runner, sessionScope }] : [];
});
/** A correction changes one invoice: when it is made twice, there is still one invoice. */
const filings = takesTwins.filter(({ id }) => id !== 'hm-einvoice-correction');

async function loggedIn(key: PortalKey, scope: string): Promise<PortalSession> {
  const portal = portalOf(key);
  if (!('login' in portal)) throw new Error(`${key} has no login page.`);
  const session = await openSession(sandbox.url(key));
  const login = { username: 'padma', password: 'padma1234' };
  expect(await portal.login(session, login, { ...nobodyAnswers, scope })).toEqual({ outcome: 'ok' });
  return session;
}

test.each(filings)(
  '$id: a filing that was made twice is found with its twin',
  async ({ id, portal, runner, sessionScope }) => {
    await sandbox.seed({ portal });
    const [rows] = sampleFilings(id);
    if (!rows) throw new Error(`${id} has no sample.`);
    const context: SubmitContext = {
      ...runContext({
        readDocument: async (name) => {
          const bytes = documents.get(name);
          return bytes ? { name, bytes } : null;
        },
        incentiveRate: async (scheme) => rates[scheme] ?? null,
      }),
      session: await loggedIn(portal, sessionScope?.(rows[0]) ?? ''),
      earlier: { reference: null, committed: false },
      noteReference: async () => undefined,
      commit: (click) => click(),
    };
    const first = await runner.run(rows, context, undefined);
    expect(first.outcome, english(first.message)).toBe('SUCCESS');
    expect(await runner.check(rows, context)).toMatchObject({ found: 'equal', twins: [] });
    const second = await runner.run(rows, context, undefined);
    expect(second.outcome, english(second.message)).toBe('SUCCESS');
    const found = await runner.check(rows, context);
    expect(found).toMatchObject({ found: 'equal', twins: [expect.any(String)] });
  },
);
