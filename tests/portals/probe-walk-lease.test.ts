/** A probe signs in only under a lease on the portal that no other session of its login has, as every job does. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { portalAddresses } from '#activities/portals/portals.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { dropLeases, grantLeases, leaseState, requestLease } from '#api/domain/portals/portal-leases.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { probeLoginOf, saveProbeLogin } from '#api/domain/portals/probe-logins.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { probeWalkWorkflowId, taskQueues } from '#workflows/ids.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BANK_CI_URL: sandbox.url('bank-ci') });
const { db, temporal } = app.deps;
const portal = 'bank-ci';

beforeAll(() => recordPortalAddresses(db, portalAddresses(app.deps.env)));
beforeEach(async () => {
  await sandbox.seed();
  const admin = await app.signUpAndVerify({ isAdmin: true });
  const login = { username: 'padma', password: 'padma1234', everyMinutes: 60, reason: 'A login for probes.' };
  await saveProbeLogin(app.deps, portal, login, admin.id);
});

const signIns = async (): Promise<string[]> =>
  (await sandbox.journal(portal)).map(({ kind }) => kind).filter((kind) => kind === 'login');
const walks = () =>
  temporal.workflow.start('probeWalks', { taskQueue: taskQueues.main, workflowId: `walks-${randomUUID()}` });

test('a probe waits while a customer’s job works with the same login, and signs in when it has ended', async () => {
  const holder = `job/${randomUUID()}`;
  await requestLease(db, { portal, login: 'padma', holder, userId: 'ana', sessionsMax: 4 });
  await grantLeases(db, portal);
  const walk = await walks();
  const probe = probeWalkWorkflowId(portal);
  await until(
    'the probe to wait',
    async () => (await leaseState(db, { portal, holder: probe })).position === 1,
  );
  expect(await signIns()).toEqual([]);
  await grantFreeLeases(app.deps, await dropLeases(db, holder));
  await walk.result();
  expect(await signIns()).toHaveLength(1);
  expect((await probeLoginOf(db, portal)).walk).toMatchObject({ outcome: 'ok' });
  expect(await leaseState(db, { portal, holder: probe })).toEqual({ granted: false, position: null });
});

test('two rounds of probes at the same time sign in once', async () => {
  const rounds = await Promise.all([walks(), walks()]);
  await Promise.all(rounds.map((round) => round.result()));
  expect(await signIns()).toHaveLength(1);
});
