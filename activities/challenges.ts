/** Parks a row on a question that only a person can answer, keeps the page open, and continues with the answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '#api/deps.ts';
import {
  askQuestion,
  closeQuestion,
  isWaitedFor,
  questionNoticeKey,
  remindOfPage,
  reminderNoticeKey,
  takeAnswer,
} from '#api/domain/jobs/challenges.ts';
import { jobFolder } from '#api/domain/jobs/job-files.ts';
import { markRunning, setState } from '#api/domain/jobs/job-steps.ts';
import { startNoticeDeliveries } from '#api/domain/messaging/notice-start.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { loginMessages } from '#contracts/portals/messages.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { StoredWaiting } from '#workflows/messages.ts';
import { workOnLivePage, type LiveEnd } from './live-page/work.ts';
import { PortalFault, type Ask, type LiveQuestion, type Question } from './portals/contract.ts';

/** Polling interval; the job must continue within 2 seconds of the answer. */
const LOOK_MS = 500;

type AskDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'temporal' | 'workflows' | 'logger' | 'clock'>;
type Job = { id: string; attempt: number; userId: string; serviceId: string; serviceName: string };

/**
 * Returns the function with which a portal's adapter asks the job's customer. It throws PortalFault HUMAN_REQUIRED if
 * nobody answers in time.
 */
export function createAsker(deps: AskDeps, job: Job, signal: AbortSignal): Ask {
  return async (question) => {
    const id = randomUUID();
    const waiting = await ask(deps, job, id, question);
    await notifyWorkflow(deps, job, waiting);
    try {
      const answer =
        question.kind === 'live'
          ? await waitForHands(deps, job, { id, question, signal })
          : await waitForAnswer(deps, id, signal);
      if (answer !== null) return answer;
    } finally {
      await closeQuestion(deps, id);
      // If this step was frozen, another worker may have asked a new question, which must stay visible.
      if (await isWaitedFor(deps, { id, jobId: job.id })) {
        await markRunning(deps.db, { jobId: job.id, attempt: job.attempt }, deps.clock());
        await notifyWorkflow(deps, job, null);
      }
    }
    throw new PortalFault('HUMAN_REQUIRED', loginMessages.nobodyAnswered({ words: question.prompt }));
  };
}

/** Lets the customer work on the open page; null if nobody came in time. Throws HUMAN_REQUIRED if they gave up. */
async function waitForHands(
  deps: AskDeps,
  job: Job,
  { id, question, signal }: { id: string; question: LiveQuestion; signal: AbortSignal },
): Promise<string | null> {
  const waitMs = deps.env.CHALLENGE_WAIT_MS;
  const end: LiveEnd = await workOnLivePage(deps, question, {
    question: { id, userId: job.userId },
    signal,
    waitMs,
    remind: (leftMs) => remind(deps, job, { id, prompt: question.prompt, leftMs }),
  });
  if (end === 'given up')
    throw new PortalFault('HUMAN_REQUIRED', loginMessages.givenUp({ words: question.prompt }));
  return end === 'done' ? '' : null;
}

async function remind(
  deps: AskDeps,
  job: Job,
  { id, prompt, leftMs }: { id: string; prompt: LiveQuestion['prompt']; leftMs: number },
): Promise<void> {
  const { db, clock } = deps;
  const { id: jobId, userId, serviceName } = job;
  const expiresAt = new Date(clock().getTime() + leftMs);
  await remindOfPage(db, { id, jobId, userId, prompt, serviceName, expiresAt });
  await startNoticeDeliveries(deps, [reminderNoticeKey(id)]);
}

async function ask(deps: AskDeps, job: Job, id: string, question: Question): Promise<StoredWaiting> {
  const { db, env, files, clock } = deps;
  const { kind, prompt } = question;
  const picturePng = kind === 'live' ? undefined : question.picturePng;
  const pictureKey = picturePng ? `${jobFolder(job.id)}/challenges/${id}.png` : null;
  if (picturePng && pictureKey) await files.put(pictureKey, picturePng, 'image/png');
  const now = clock();
  const expiresAt = new Date(now.getTime() + env.CHALLENGE_WAIT_MS);
  const { userId, serviceName } = job;
  await askQuestion(deps, {
    id,
    jobId: job.id,
    userId,
    kind,
    prompt,
    pictureKey,
    serviceName,
    now,
    expiresAt,
  });
  const challenge = { id, kind, prompt, hasPicture: pictureKey !== null, expiresAt: expiresAt.toISOString() };
  const waiting: StoredWaiting = { kind: 'challenge', since: now.toISOString(), message: prompt, challenge };
  const step = jobMessages.waitingForAnswer();
  await setState(db, { jobId: job.id, attempt: job.attempt, state: 'parked', step, waiting });
  await startNoticeDeliveries(deps, [questionNoticeKey(id)]);
  return waiting;
}

/** Waits for the answer; null after `CHALLENGE_WAIT_MS`. */
async function waitForAnswer(deps: AskDeps, id: string, signal: AbortSignal): Promise<string | null> {
  const deadlineMs = performance.now() + deps.env.CHALLENGE_WAIT_MS;
  while (performance.now() < deadlineMs) {
    const answer = await takeAnswer(deps, id);
    if (answer !== null) return answer;
    await delay(LOOK_MS, undefined, { signal });
  }
  return takeAnswer(deps, id);
}

async function notifyWorkflow({ temporal }: AskDeps, job: Job, waiting: StoredWaiting | null): Promise<void> {
  await temporal.workflow.getHandle(jobWorkflowId(job.serviceId, job.id)).signal('challenge', waiting);
}
