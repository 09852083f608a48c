/** What worker threads send to the process that started them. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** Returns the thread's next message. Rejects if the thread fails or ends, or when one of the signals is aborted. */
export async function messageOf<Message>(
  thread: Worker,
  name: string,
  signals: readonly AbortSignal[] = [],
): Promise<Message> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, ...signals]);
  const ended = once(thread, 'exit', { signal }).then(([code]: number[]) => {
    throw new Error(`The ${name} thread ended with code ${code}.`);
  });
  try {
    // `once` also rejects on the thread's error event.
    const [message] = (await Promise.race([once(thread, 'message', { signal }), ended])) as [Message];
    return message;
  } finally {
    settled.abort();
  }
}
