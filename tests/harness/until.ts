/** Waits for a condition, up to a time limit. */

const WAIT_MS = 120_000;
const POLL_MS = 50;

export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = WAIT_MS,
  pollMs = POLL_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
