/** Listens to a customer's unfinished jobs, as the browser does. */
import type { Fetch } from '#temporal/local/customer.ts';

export type JobEvents = {
  /** Returns the next event about jobs. */
  next: () => Promise<string>;
  /** Resolves when the server ends the stream; rejects when the stream breaks. */
  rest: () => Promise<void>;
};

export async function listenToJobs(
  origin: string,
  cookie: string,
  fetching: Fetch = fetch,
): Promise<JobEvents> {
  const headers = { cookie, accept: 'text/event-stream' };
  const { ok, status, body } = await fetching(`${origin}/api/job-events`, { headers });
  if (!ok || !body) throw new Error(`The events are answered with ${status}.`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  return {
    next: async () => {
      for (;;) {
        const [event = '', ...rest] = read.split('\n\n');
        if (rest.length > 0) {
          read = rest.join('\n\n');
          if (event.startsWith('event: jobs')) return event;
          continue;
        }
        const { done, value } = await reader.read();
        if (done) throw new Error('The events have ended.');
        read += value;
      }
    },
    rest: async () => {
      while (!(await reader.read()).done);
    },
  };
}
