/**
 * The test of a portal login on a Temporal test server with time skipping, with real leases; the login itself is
 * simulated.
 */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ApplicationFailure } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorkflows } from '#api/adapters/workflows/create-workflows.ts';
import { loginMessages } from '#contracts/portals/messages.ts';
import { leaseActivities } from '#activities/portal-leases.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { until } from '#tests/harness/until.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import type { credentialTest } from '#workflows/credential-test.ts';
import { credentialTestWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';
import type { leaseHolder } from './lease-holder.ts';

const PORTAL = 'bb-exp';
const besides = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const { deps } = await startTestApp();
let environment: TestWorkflowEnvironment;
let workers: Worker[];
let running: Promise<unknown>;
let logIn: (input: CredentialTestInput) => Promise<CredentialTestResult>;
let tried: CredentialTestInput[] = [];

beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
  const shared = {
    connection: environment.nativeConnection,
    activities: {
      ...leaseActivities({ ...deps, workflows: createWorkflows(environment.client) }),
      testCredential: (input: CredentialTestInput) => {
        tried.push(input);
        return logIn(input);
      },
    },
  };
  workers = await Promise.all([
    Worker.create({
      ...shared,
      taskQueue: taskQueues.main,
      workflowsPath: besides('lease-holder.ts'),
      interceptors: { workflowModules: [besides('without-heartbeats.ts')] },
    }),
    Worker.create({ ...shared, taskQueue: taskQueues.portals }),
  ]);
  running = Promise.all(workers.map((worker) => worker.run()));
});
afterAll(async () => {
  for (const worker of workers ?? []) worker.shutdown();
  await running;
  await environment?.teardown();
});
beforeEach(() => {
  tried = [];
});

function startTest(userId: string, username: string): Promise<WorkflowHandle<typeof credentialTest>> {
  const draftId = randomUUID();
  return environment.client.workflow.start<typeof credentialTest>('credentialTest', {
    workflowId: credentialTestWorkflowId(PORTAL, draftId),
    taskQueue: taskQueues.main,
    args: [{ userId, portal: PORTAL, draftId, username }],
  });
}

const expectNobodyInside = (): Promise<void> =>
  until('the portal to be empty', async () => (await deps.db.portalLease.count()) === 0);

describe('the test of a portal login', () => {
  it.each([
    { outcome: 'ok', message: '' },
    { outcome: 'CREDENTIALS_INVALID', message: 'Invalid Login Credentials' },
    { outcome: 'PORTAL_DOWN', message: 'The portal cannot be reached.' },
  ])('the test of a login returns $outcome unchanged and releases its lease', async (result) => {
    logIn = async () => result;
    const test = await startTest('ann', 'padma');
    expect(await test.result()).toEqual(result);
    await expectNobodyInside();
  });

  it('the test of a login that fails with an error releases its lease and is not repeated', async () => {
    logIn = () => Promise.reject(ApplicationFailure.retryable('The browser is gone.'));
    const test = await startTest('ann', 'padma');
    await expect(test.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    expect(tried).toHaveLength(1);
    await expectNobodyInside();
  });

  it.each([
    ['the same customer', 'ann'],
    ['another customer', 'bob'],
  ])(
    'the test of a login that a job of %s uses gives IN_USE after 20 seconds without logging in',
    async (_, userId) => {
      const job = await environment.client.workflow.start<typeof leaseHolder>('leaseHolder', {
        workflowId: `job/test/${randomUUID()}`,
        taskQueue: taskQueues.main,
        args: [{ portal: PORTAL, userId, username: 'padma' }],
      });
      await until('the login to be in use', () => job.query<boolean>('isInside'));
      const beforeMs = await environment.currentTimeMs();
      const test = await startTest('ann', 'Padma');
      expect(await test.result()).toMatchObject({
        outcome: 'IN_USE',
        message: loginMessages.portalBusy(),
      });
      expect((await environment.currentTimeMs()) - beforeMs).toBeGreaterThanOrEqual(20_000);
      expect(tried).toEqual([]);
      await job.signal('leave');
      await expectNobodyInside();
    },
  );

  // This test is last because the test server skips no time while a login runs that outlived its workflow.
  it('the test of a login that is cancelled releases its lease', async () => {
    let end = (): void => undefined;
    logIn = () =>
      new Promise((resolve) => {
        end = () => resolve({ outcome: 'ok', message: '' });
      });
    const test = await startTest('ann', 'padma');
    await until('the login to begin', () => tried.length === 1);
    await test.cancel();
    await expect(test.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    end();
    await expectNobodyInside();
  });
});
