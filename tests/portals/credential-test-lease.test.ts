/** The test of a portal login signs in only under its lease, so that nobody else uses the login. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { dropLeases } from '#api/domain/portals/portal-leases.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { credentialTestWorkflowId } from '#workflows/ids.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';

const portal = 'bank-ci';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BANK_CI_URL: sandbox.url(portal) });
const { db, vault, workflows } = app.deps;

beforeEach(() => sandbox.seed());

const visits = async (): Promise<string[]> => (await sandbox.journal(portal)).map(({ kind }) => kind);

async function draftOf(username: string): Promise<CredentialTestInput> {
  const { id: userId } = await app.signUpAndVerify();
  const draft = { id: randomUUID(), userId, portal };
  const secret = await vault.seal(db, `${username}1234`, sealBindings.draft(draft));
  await db.credentialDraft.create({ data: { ...draft, username, secret } });
  return { userId, portal, draftId: draft.id, username };
}

/** Begins a test whose request waits on the portal, and takes its lease away while it waits. */
async function takenFrom(route: string): Promise<{ tested: Promise<CredentialTestResult> }> {
  await sandbox.setFault({ portal, route, kind: 'slow', ms: 600_000 });
  const input = await draftOf('padma');
  const tested = workflows.testCredential(input);
  tested.catch(() => undefined);
  await until('the portal to be asked', async () => (await sandbox.state()).held.length === 1);
  const holder = credentialTestWorkflowId(portal, input.draftId);
  await until('the test to keep its lease', async () => {
    const lease = await db.portalLease.findUnique({ where: { portal_holder: { portal, holder } } });
    return lease?.worker != null;
  });
  await dropLeases(db, holder);
  return { tested };
}

test('the test of a login signs in and out under its lease, and releases it', async () => {
  expect(await workflows.testCredential(await draftOf('padma'))).toMatchObject({ outcome: 'ok' });
  expect(await visits()).toEqual(['login', 'logout']);
  expect(await db.portalLease.count()).toBe(0);
});

test('the test of a login whose lease is taken while the page loads types no password', async () => {
  const { tested } = await takenFrom('login');
  await expect(tested).rejects.toThrow();
  await sandbox.clearFaults();
  expect(await visits()).toEqual([]);
});

test('the test of a login whose lease is taken after it has signed in does not sign out for the next one', async () => {
  const { tested } = await takenFrom('claims');
  await expect(tested).rejects.toThrow();
  await sandbox.clearFaults();
  expect(await visits()).toEqual(['login']);
});
