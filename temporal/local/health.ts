/** Waits for a starting platform to be healthy. */

const HEALTHY_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

/** Resolves when the API at `origin` finds all its parts. Only our API can respond there, because the port was held for it. */
export async function waitUntilHealthy(origin: string): Promise<void> {
  const deadline = Date.now() + HEALTHY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`${origin}/api/health`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(
    `Chalan did not become healthy at ${origin} within ${HEALTHY_TIMEOUT_MS / 1000} s; see the logs in the data directory.`,
  );
}
