/** Whether the server can be reached, as the page notices it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const PROBE_EVERY_MS = 5_000;
const probes = vi.fn<() => Promise<Response>>();
const reached = async (): Promise<Response> => Response.json({ success: true });
const unreached = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  probes.mockReset();
  vi.stubGlobal('fetch', probes);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The module as a page loads it, and how often it has told that the server is back. */
async function pageIn(network: { onLine: boolean }) {
  vi.stubGlobal('navigator', network);
  const connection = await import('#web/lib/connection.ts');
  const back = vi.fn();
  connection.onConnectionBack(back);
  return { connection, back };
}

test('a network that goes away right after an answered probe is noticed, and so is its return', async () => {
  const network = { onLine: false };
  const { connection, back } = await pageIn(network);
  probes.mockImplementationOnce(reached).mockImplementation(unreached);
  connection.noteNetworkChange();
  await vi.advanceTimersByTimeAsync(PROBE_EVERY_MS);
  expect(probes).toHaveBeenCalledTimes(2);
  expect(back).not.toHaveBeenCalled();

  network.onLine = true;
  probes.mockImplementation(reached);
  await vi.advanceTimersByTimeAsync(PROBE_EVERY_MS);
  // Only a loss that was noticed can end.
  expect(back).toHaveBeenCalledTimes(1);
});

test('a page that is online and reaches the server sends no further probes', async () => {
  const { connection } = await pageIn({ onLine: true });
  probes.mockImplementation(reached);
  connection.noteNetworkChange();
  await vi.advanceTimersByTimeAsync(10 * PROBE_EVERY_MS);
  expect(probes).toHaveBeenCalledTimes(1);
});
