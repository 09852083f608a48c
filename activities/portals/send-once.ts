/** Keeps Chromium from filing twice: it silently repeats a request, a form too, whose used connection was cut. */
import type { BrowserContext, Request, Route } from 'playwright';

/** The click's own time limit is shorter; this one only ends requests that nobody waits for any more. */
const ANSWER_MS = 180_000;

/** Requests that can file something; Chromium hides the bytes of uploaded files, so these go their usual way. */
function mayFile(request: Request): boolean {
  const isUpload = request.headers()['content-type']?.startsWith('multipart/') ?? false;
  return ['document', 'xhr', 'fetch'].includes(request.resourceType()) && !isUpload;
}

async function send(route: Route): Promise<void> {
  if (!mayFile(route.request())) return route.fallback();
  try {
    // The browser follows redirects itself, so that its address is the right one.
    const response = await route.fetch({ maxRedirects: 0, maxRetries: 0, timeout: ANSWER_MS });
    await route.fulfill({ response });
  } catch {
    // Told to the page as what it is; fails only when the page is gone.
    await route.abort('connectionreset').catch(() => undefined);
  }
}

/** Does the click that files while each of its requests is sent once, whatever becomes of the answer. */
export async function sendOnce<T>(context: BrowserContext, click: () => Promise<T>): Promise<T> {
  await context.route('**', send);
  try {
    return await click();
  } finally {
    // A session that is gone has no routes left.
    await context.unroute('**', send).catch(() => undefined);
  }
}
