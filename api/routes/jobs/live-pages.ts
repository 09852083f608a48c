/** Routes of a live page: control, pictures as server-sent events, and what the customer does. */
import type { Context } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { Deps } from '#api/deps.ts';
import { ownJob } from '#api/domain/jobs/own-jobs.ts';
import {
  keepControl,
  leaveControl,
  sendInputs,
  takeControl,
  viewLivePage,
  type LiveQuestionRef,
  type LiveView,
} from '#api/domain/jobs/live-pages.ts';
import { createCustomerLimit } from '#api/domain/customer-limit.ts';
import type { SessionUser } from '#api/middleware/app-env.ts';
import { serve } from '#api/routes/serve.ts';
import { DomainError } from '#contracts/errors.ts';
import type { LiveFrameEvent, LiveStateEvent } from '#contracts/jobs/live-pages.ts';
import { limits } from '#contracts/limits.ts';

type Asked = { jobId: string; challengeId: string };

export function livePageRoutes(deps: Deps) {
  const views = createCustomerLimit({ perCustomerMax: limits.liveViewsPerCustomerMax });
  /** Returns the question of the caller's own job; throws NOT_FOUND for others. */
  const ownQuestion = async (user: SessionUser, asked: Asked): Promise<LiveQuestionRef> => {
    const { id: jobId } = await ownJob(deps, user, asked.jobId);
    return { id: asked.challengeId, jobId, userId: user.id };
  };
  return serve(deps, {
    'POST /api/jobs/:jobId/challenges/:challengeId/control': async ({ user, params, body }) => ({
      control: await takeControl(deps, await ownQuestion(user, params), body),
    }),
    'GET /api/jobs/:jobId/challenges/:challengeId/live': async ({ user, params, query }, c) => {
      const question = await ownQuestion(user, params);
      const release = views.take(user.id);
      if (!release) throw new DomainError('TOO_MANY_REQUESTS');
      return showPage(c, { deps, question, control: query.control, release });
    },
    'POST /api/jobs/:jobId/challenges/:challengeId/inputs': async ({ user, params, body }) => {
      await sendInputs(deps, await ownQuestion(user, params), body);
      return {};
    },
  });
}

type Showing = { deps: Deps; question: LiveQuestionRef; control: string; release: () => void };

const showPage = (c: Context, showing: Showing): Response =>
  streamSSE(c, (stream) => sendPage(stream, showing).finally(showing.release));

/** Sends what has changed. It waits until each event is written, so a slow reader gets fewer pictures. */
async function sendPage(stream: SSEStreamingApi, { deps, question, control }: Showing): Promise<void> {
  const { db, stopping } = deps;
  const untilMs = performance.now() + limits.jobFeedMs;
  let seen = 0;
  let sentState = '';
  let keptAtMs = -Infinity;
  let view: LiveView | null = null;
  while (!stream.aborted && !stopping.aborted && performance.now() < untilMs) {
    if (performance.now() - keptAtMs > limits.liveControlMs / 4) {
      await keepControl(db, question.id, control);
      keptAtMs = performance.now();
    }
    view = await viewLivePage(deps, question, { control, seen });
    if (view.end) break;
    const state = stateOf(view);
    if (state !== sentState) await stream.writeSSE({ event: 'state', data: state });
    sentState = state;
    if (view.frame) await stream.writeSSE({ event: 'frame', data: frameOf(view.frame, view) });
    seen = view.frameNumber;
    await stream.sleep(limits.livePollMs);
  }
  if (view?.end) await stream.writeSSE({ event: 'end', data: view.end });
  // A window that reconnects keeps control, unless another one has taken it in between.
  if (stream.aborted) await leaveControl(db, question.id, control);
}

type Shown = Extract<LiveView, { end: null }>;

function stateOf({ expiresAt, refusals }: Shown): string {
  return JSON.stringify({ expiresAt: expiresAt.toISOString(), refusals } satisfies LiveStateEvent);
}

function frameOf(frame: Uint8Array, { widthPx, heightPx }: Shown): string {
  const jpeg = Buffer.from(frame).toString('base64');
  return JSON.stringify({ widthPx, heightPx, jpeg } satisfies LiveFrameEvent);
}
