/** Limits how long work is waited for. */

/**
 * Returns what the work returns, or what `late` returns or throws once the time is over. The work itself then goes on,
 * and its failure is ignored.
 */
export async function withinMs<Done, Late>(
  timeoutMs: number,
  work: Promise<Done>,
  late: () => Late,
): Promise<Done | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    return await Promise.race([work, timeIsOver.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
