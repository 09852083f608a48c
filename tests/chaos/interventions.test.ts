/**
 * `temporal workflow terminate | cancel | reset | signal` at every phase of a job: it continues or ends by itself,
 * within a minute if its workflow is gone, files once and settles its credits. One phase and four interventions a day in
 * CI; `npm run chaos` tries all of them.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import type { JobDetail, JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Temporal } from '#temporal/client.ts';
import { adjustment } from '#tests/factories.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { intervene, interventions, type Intervention } from '#tests/harness/interventions.ts';
import { whileFollowed, type LostJob } from '#tests/harness/lost-workflows.ts';
import { expectedRows } from '#tests/harness/sample-rows.ts';
import { asExpected, creditsLeft } from '#tests/harness/stack-samples.ts';
import { startTestStack } from '#tests/harness/stack.ts';
import { atRest, JOB_TIMEOUT_MS, type RestingJob, type StartedService } from '#tests/harness/resting-jobs.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { auditProblems } from './audit.ts';
import { phases, type Scene } from './phases.ts';

const INTERVENTIONS_A_DAY = 3;
/** Longer than a job's other rows take on a busy machine, so that a phase begins before its filing is given up. */
const EFFECT_MS = 30_000;

let scene: Scene;

beforeAll(async () => {
  const stack = await startTestStack({ PORTAL_EFFECT_MS: String(EFFECT_MS) });
  const [temporal, customer, admin] = await Promise.all([stack.temporal(), stack.demo(), stack.admin()]);
  scene = { stack, temporal, customer, admin };
  await adjustCredits(stack.db, adjustment(customer.userId, 'add', 1_000_000n));
  await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
});
beforeEach(() => scene.stack.seed());

/** What a row, the portal's queue and a question signal, with contents that are wrong here or malformed. */
const untimely = [
  { name: 'rowsWorked', args: [null] },
  { name: 'challenge', args: ['A question'] },
  { name: 'slotGranted', args: [{ portal: 'bb-exp' }] },
  { name: 'slotGranted', args: [] },
  { name: 'rowsWorked', args: [{ total: 99, done: 99, succeeded: 98, failed: 1 }] },
  { name: 'challenge', args: [null] },
];

const jobInterventions = [...interventions, 'signal stop'] as const;
type JobIntervention = (typeof jobInterventions)[number];
const cancels = (intervention: JobIntervention): boolean =>
  intervention === 'cancel' || intervention === 'signal stop';

async function interveneIn(
  temporal: Temporal,
  workflowId: string,
  intervention: JobIntervention,
): Promise<void> {
  const handle = temporal.workflow.getHandle(workflowId);
  if (intervention === 'signal stop') {
    await handle.signal('stop');
    return;
  }
  await intervene(temporal, workflowId, intervention satisfies Intervention, untimely);
  if (intervention === 'signal')
    await handle.executeUpdate('answerChallenge', { args: [{ challengeId: 'nobody-asked-this' }] });
}

const followed = ({ service, customer, jobId }: StartedService): LostJob => ({
  workflowId: jobWorkflowId(service.id, jobId),
  status: async () => (await customer.read<{ job: JobProgress }>(`/api/jobs/${jobId}/status`)).job,
  detail: async () => (await customer.read<{ job: JobDetail }>(`/api/jobs/${jobId}`)).job,
});

describe.each(todaysShare(Object.entries(phases)))('a job that %s', (_, { reach, cancelledAs }) => {
  it.each(todaysShare(jobInterventions, INTERVENTIONS_A_DAY))(
    'a job survives "%s": it ends, each filing is made once, and no credits stay reserved',
    async (intervention) => {
      const { stack, temporal, customer } = scene;
      const { started, before, resume } = await reach(scene);
      const workflowId = jobWorkflowId(started.service.id, started.jobId);
      await interveneIn(temporal, workflowId, intervention);
      const ended = await whileFollowed(temporal, followed(started), async (): Promise<RestingJob> => {
        await resume();
        return atRest(started);
      });
      const others = before ? [await atRest(before)] : [];
      expect(await auditProblems(stack, temporal, [ended, ...others])).toEqual([]);
      const { state } = ended.job;
      expect(cancels(intervention) ? (cancelledAs ?? ['cancelled']) : ['completed']).toContain(state);
      if (state === 'completed') expect(ended.rows.map(asExpected)).toEqual(expectedRows(started.service.id));
      expect(await creditsLeft(customer)).toMatchObject({ reservedCredits: 0 });
    },
    JOB_TIMEOUT_MS,
  );
});
