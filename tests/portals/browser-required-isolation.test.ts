/**
 * A worker in production works no portal in a browser without its isolation; where the operator allows it, the log and
 * the administrators' board of portals say so.
 */
import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createActivities } from '#activities/index.ts';
import { createLogger } from '#api/adapters/logger.ts';
import { grantLeases, requestLease } from '#api/domain/portals/portal-leases.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { limits } from '#contracts/limits.ts';
import { startWorkers } from '#temporal/workers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { chromiumWithoutSandbox } from '#tests/harness/unsandboxed-chromium.ts';
import { until } from '#tests/harness/until.ts';

/** Nothing answers there; the browser runs before that is found out. */
const NOWHERE = 'http://127.0.0.1:9';
const BOARD = '/api/admin/portals';

const app = await startTestApp();
const { db, vault } = app.deps;
let admin: Account;
let chromiumPath: string;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  chromiumPath = await chromiumWithoutSandbox();
});

type Line = { level: number; msg: string; sandbox?: boolean; ownNetwork?: boolean };
let lines: Line[] = [];
beforeEach(async () => {
  lines = [];
  await db.settings.updateMany({ data: { browserUnsandboxedAt: null } });
});
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const logger = createLogger(
  { level: 'info', name: 'worker' },
  { write: (line) => void lines.push(JSON.parse(line) as Line) },
);
const workerDeps = (given: { nodeEnv: 'production' | 'development'; isAllowed: boolean }) => ({
  ...app.deps,
  logger,
  env: {
    ...app.deps.env,
    NODE_ENV: given.nodeEnv,
    ALLOW_UNSANDBOXED_BROWSER: given.isAllowed,
    CHROMIUM_PATH: chromiumPath,
    BB_EXP_URL: NOWHERE,
  },
});
function activitiesOf(given: Parameters<typeof workerDeps>[0]) {
  const made = createActivities(workerDeps(given), {
    ownQueue: null,
    draining: new AbortController().signal,
  });
  closing.push(() => made.close(0));
  return made;
}

/** Tests a login, which opens a browser. */
async function workPortal({ activities }: ReturnType<typeof activitiesOf>): Promise<string> {
  const draft = { id: randomUUID(), userId: admin.id, portal: 'bb-exp' };
  const secret = await vault.seal(db, 'padma1234', sealBindings.draft(draft));
  await db.credentialDraft.create({ data: { ...draft, username: 'padma', secret } });
  const input = { userId: admin.id, portal: draft.portal, draftId: draft.id, username: 'padma' };
  const environment = new MockActivityEnvironment();
  const holder = environment.context.info.workflowExecution?.workflowId ?? '';
  await requestLease(db, { portal: draft.portal, login: 'padma', holder, userId: admin.id, sessionsMax: 1 });
  await grantLeases(db, draft.portal);
  let outcome = '';
  await environment.run(async () => {
    ({ outcome } = await activities.testCredential(input));
  });
  return outcome;
}
const shownOnBoard = async (): Promise<unknown> =>
  (await app.get(BOARD, admin.cookie)).body['browserUnsandboxedAt'];
const warnings = (): Line[] =>
  lines.filter(({ msg }) => msg.startsWith('Chromium runs without its isolation'));

describe('without the sandbox', () => {
  test('a worker in production does not start, and the error names the variable that allows it [no-start-without-sandbox]', async () => {
    const refusal = startWorkers(workerDeps({ nodeEnv: 'production', isAllowed: false }), '.cache');
    await expect(refusal).rejects.toThrow('ALLOW_UNSANDBOXED_BROWSER=true');
    expect(await shownOnBoard()).toBeNull();
    expect(warnings()).toEqual([]);
  });

  test('a worker in production works no portal either', async () => {
    const made = activitiesOf({ nodeEnv: 'production', isAllowed: false });
    await expect(workPortal(made)).rejects.toThrow('ALLOW_UNSANDBOXED_BROWSER');
    expect(await shownOnBoard()).toBeNull();
  });

  test.each([
    { nodeEnv: 'production', isAllowed: true } as const,
    { nodeEnv: 'development', isAllowed: false } as const,
  ])(
    'a worker that may work ($nodeEnv) says so in the log and on the board of portals [unsandboxed-is-told]',
    async (given) => {
      const made = activitiesOf(given);
      await expect(made.prove()).resolves.toBeUndefined();
      const begunMs = Date.now();
      expect(await workPortal(made)).toBe('PORTAL_DOWN');
      expect(warnings()).toMatchObject([{ level: 40, sandbox: false, ownNetwork: false }]);
      await until('the board to say so', async () => (await shownOnBoard()) !== null);
      expect(Date.parse(String(await shownOnBoard()))).toBeGreaterThanOrEqual(begunMs);
    },
  );

  test('the board says so for a day after the last start of such a browser', async () => {
    const at = (agoMs: number) =>
      db.settings.updateMany({ data: { browserUnsandboxedAt: new Date(Date.now() - agoMs) } });
    await at(limits.unsandboxedShownMs - 60_000);
    expect(await shownOnBoard()).not.toBeNull();
    await at(limits.unsandboxedShownMs + 60_000);
    expect(await shownOnBoard()).toBeNull();
  });
});
