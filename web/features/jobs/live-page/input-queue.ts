/** Sends the customer's inputs on a live page in order: several inputs per call, and one call at a time. */
import type { LiveInput } from '#contracts/jobs/live-pages.ts';
import { limits } from '#contracts/limits.ts';
import { isTemporary } from '#web/lib/client.ts';

const triesMax = 5;
const retryMs = 1_000;
/** Further inputs are dropped while nothing can be sent: they would be wrong on a page that has changed meanwhile. */
const waitingMax = 200;

export type InputQueue = { add: (input: LiveInput) => void; stop: () => void };

/**
 * `send` gets the number of the call, which is the same when the call is repeated. `failed` is called with the error of a
 * call that was refused or repeated too often; waiting inputs are then dropped.
 */
export function createInputQueue(
  send: (inputs: LiveInput[], number: number) => Promise<unknown>,
  failed: (error: unknown) => void,
): InputQueue {
  let waiting: LiveInput[] = [];
  let isSending = false;
  let calls = 0;
  const stopped = new AbortController();

  async function sendOnce(inputs: LiveInput[]): Promise<void> {
    calls += 1;
    const number = calls;
    for (let tries = 1; !stopped.signal.aborted; tries += 1) {
      try {
        await send(inputs, number);
        return;
      } catch (error) {
        if (!isTemporary(error) || tries === triesMax) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      while (waiting.length > 0 && !stopped.signal.aborted)
        await sendOnce(waiting.splice(0, limits.liveInputsPerCallMax));
    } catch (error) {
      waiting = [];
      failed(error);
    } finally {
      isSending = false;
    }
  }

  return {
    add: (input) => {
      if (stopped.signal.aborted || waiting.length >= waitingMax) return;
      waiting = [...waiting.slice(0, -1), ...joined(waiting.at(-1), input)];
      void sendAll();
    },
    stop: () => {
      stopped.abort();
      waiting = [];
    },
  };
}

/** Joins consecutive typed characters to one text. */
function joined(last: LiveInput | undefined, input: LiveInput): LiveInput[] {
  if (last?.act !== 'type' || input.act !== 'type') return last ? [last, input] : [input];
  const text = last.text + input.text;
  return text.length <= limits.liveTextLengthMax ? [{ act: 'type', text }] : [last, input];
}
