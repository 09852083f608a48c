/** A worker that the database no longer answers, on connections that stay open: it gives up instead of waiting on. */
import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseSilent } from '#api/adapters/database-answers.ts';
import { isDatabaseUnavailable } from '#api/adapters/database-unavailable.ts';
import { grantLeases, requestLease } from '#api/domain/portals/portal-leases.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { NotSent } from '#activities/portals/filing-click.ts';
import { underLease } from '#activities/rows/lease-keeper.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { portal, protocolOn, row } from '#tests/harness/filing-protocol.ts';
import { createGate } from '#tests/harness/gate.ts';
import { quote } from '#contracts/messages/message.ts';

const PORTAL = 'hm';

const { db } = await createTestDatabase();
const { file, newLease } = protocolOn(db);
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);
/** A connection that takes what changes data, and gives no answer. */
const silent = new Proxy(db, {
  get: (target, name) => {
    if (name === '$executeRaw') return () => never;
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  },
});
const fakeTimers = (): void =>
  void vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });

test('work under a lease that cannot be renewed loses the lease, and its activity ends though the work does not', async () => {
  const holder = `job/test/${randomUUID()}`;
  await requestLease(db, { portal: PORTAL, login: holder, holder, userId: 'ana', sessionsMax: 1_000 });
  await grantLeases(db, PORTAL);
  const environment = new MockActivityEnvironment({
    workflowExecution: { workflowId: holder, runId: 'run' },
  });
  const started = createGate();
  let lost: AbortSignal | undefined;
  const deps = { db: silent, logger: pino({ level: 'silent' }) };
  const given = { portal: PORTAL, signal: new AbortController().signal };
  fakeTimers();
  const ending = environment.run(() =>
    underLease(deps, given, async ({ signal }) => {
      lost = signal;
      await started.pass();
      return never;
    }),
  );
  const ended = expect(ending).rejects.toThrow();
  await started.reached;
  started.open();
  await vi.advanceTimersByTimeAsync(limits.leaseSilentMs / 2);
  expect(lost?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(lost?.aborted).toBe(true);
  await ended;
});

test('a filing whose request was held back ends though the database does not answer, and is not filed', async () => {
  const { filed, runner } = portal();
  const clicked = createGate();
  const heldBack = new NotSent(false, { cause: new PortalFault('TIMEOUT', quote('Held back.')) });
  const lease = await newLease();
  const clickOnce = async (): Promise<never> => {
    fakeTimers();
    await clicked.pass();
    throw heldBack;
  };
  const ending = file({ runner: runner('none'), row: row(), lease, db: silent, clickOnce });
  const ended = ending.catch((error: unknown) => error);
  await clicked.reached;
  clicked.open();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  const failure = await ended;
  expect(failure).toBeInstanceOf(DatabaseSilent);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(filed).toEqual([]);
});
