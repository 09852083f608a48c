/** The test of a portal login on a Temporal test server with time skipping, with the real gate; the login is played. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ApplicationFailure } from '@temporalio/activity';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gateActivities } from '#activities/gate.ts';
import { until } from '#tests/harness/stack.ts';
import { createTimeSkippingEnvironment } from '#tests/harness/time-skipping.ts';
import type { credentialTest } from '#workflows/credential-test.ts';
import { credentialTestWorkflowId, gateWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { CredentialTestInput, CredentialTestResult, GateState } from '#workflows/messages.ts';
import type { visitor } from './visitor.ts';

const PORTAL = 'bb-exp';
const workflowsPath = fileURLToPath(new URL('visitor.ts', import.meta.url));

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
      ...gateActivities({ temporal: environment.client }),
      projectQueue: async () => undefined,
      projectPause: async () => undefined,
      readPause: async () => null,
      testCredential: (input: CredentialTestInput) => {
        tried.push(input);
        return logIn(input);
      },
    },
  };
  workers = await Promise.all([
    Worker.create({ ...shared, taskQueue: taskQueues.main, workflowsPath }),
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

function startTest(userId: string): Promise<WorkflowHandle<typeof credentialTest>> {
  const draftId = randomUUID();
  return environment.client.workflow.start<typeof credentialTest>('credentialTest', {
    workflowId: credentialTestWorkflowId(PORTAL, draftId),
    taskQueue: taskQueues.main,
    args: [{ userId, portal: PORTAL, draftId }],
  });
}

async function expectNobodyAtTheGate(): Promise<void> {
  const gate = environment.client.workflow.getHandle(gateWorkflowId(PORTAL));
  await until('the gate to be empty', async () => {
    const { holders, waiting } = await gate.query<GateState>('state');
    return holders.length + waiting.length === 0;
  });
}

describe('credential-test', () => {
  it.each([
    { outcome: 'ok', message: '' },
    { outcome: 'CREDENTIALS_INVALID', message: 'Invalid Login Credentials' },
    { outcome: 'PORTAL_DOWN', message: 'The portal cannot be reached.' },
  ])('passes $outcome on as it is and gives the slot back', async (result) => {
    logIn = async () => result;
    const test = await startTest('ann');
    expect(await test.result()).toEqual(result);
    await expectNobodyAtTheGate();
  });

  it('gives the slot back when the login breaks off, and does not try again', async () => {
    logIn = () => Promise.reject(ApplicationFailure.retryable('The browser is gone.'));
    const test = await startTest('ann');
    await expect(test.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    expect(tried).toHaveLength(1);
    await expectNobodyAtTheGate();
  });

  it('answers IN_USE after 20 seconds, without a login of its own, while a job works with the login', async () => {
    const job = await environment.client.workflow.start<typeof visitor>('visitor', {
      workflowId: `job/test/${randomUUID()}`,
      taskQueue: taskQueues.main,
      args: [{ portal: PORTAL, userId: 'ann' }],
    });
    await until('the login to be in use', () => job.query<boolean>('isInside'));
    const beforeMs = await environment.currentTimeMs();
    const test = await startTest('ann');
    expect(await test.result()).toMatchObject({
      outcome: 'IN_USE',
      message: expect.stringMatching('busy with your running job'),
    });
    expect((await environment.currentTimeMs()) - beforeMs).toBeGreaterThanOrEqual(20_000);
    expect(tried).toEqual([]);
    await job.signal('leave');
    await expectNobodyAtTheGate();
  });

  // Last: the test server skips no time beside a login that outlived its workflow.
  it('gives the slot back when it is cancelled', async () => {
    let end = (): void => undefined;
    logIn = () =>
      new Promise((resolve) => {
        end = () => resolve({ outcome: 'ok', message: '' });
      });
    const test = await startTest('ann');
    await until('the login to begin', () => tried.length === 1);
    await test.cancel();
    await expect(test.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    end();
    await expectNobodyAtTheGate();
  });
});
