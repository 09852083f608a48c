/** Sends a customer's running jobs as server-sent events, until none is left or the time limit is reached. */
import type { Context } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { Deps } from '#api/deps.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { createJobFeed, type JobFeed } from '#api/domain/jobs/job-feed.ts';
import { createCustomerLimit } from '#api/domain/customer-limit.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';

export function createJobEvents({ db, clock, logger, stopping }: Deps) {
  const onError = (error: unknown): void => logger.warn({ error }, 'running jobs could not be read');
  const feed = createJobFeed({ db, clock, onError });
  const feeds = createCustomerLimit({ perCustomerMax: limits.jobFeedsPerCustomerMax });
  return (c: Context, customer: Customer): Response => {
    const release = feeds.take(customer.id);
    if (!release) throw new DomainError('TOO_MANY_REQUESTS');
    return streamSSE(c, (stream) => sendJobs(stream, { feed, customer, stopping }).finally(release));
  };
}

type Listening = { feed: JobFeed; customer: Customer; stopping: AbortSignal };

async function sendJobs(stream: SSEStreamingApi, { feed, customer, stopping }: Listening): Promise<void> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  let isWriting = false;
  /** A listener that does not read is dropped, because unsent events would pile up in memory. */
  const send = async (write: () => Promise<unknown>): Promise<void> => {
    if (isWriting) return end();
    isWriting = true;
    await write();
    isWriting = false;
  };
  const unfollow = feed.follow(customer, (jobs) => {
    const written = send(() => stream.writeSSE({ event: 'jobs', data: JSON.stringify({ jobs }) }));
    // No job is running any more; the client connects again after a job has started.
    if (jobs.length === 0) void written.finally(end);
  });
  const pulse = setInterval(
    () => void send(() => stream.writeSSE({ event: 'pulse', data: '' })),
    limits.jobFeedPulseMs,
  );
  stream.onAbort(end);
  await aborted(AbortSignal.any([ended.signal, stopping, AbortSignal.timeout(limits.jobFeedMs)]));
  clearInterval(pulse);
  unfollow();
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
