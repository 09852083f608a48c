/** Frees what the former pages of a portal session still hold in its browser. */
import { setTimeout as delay } from 'node:timers/promises';
import type { PortalSession } from './portals/contract.ts';

/** A page that does not answer is found by the next row, and need not be waited for here. */
const ANSWER_MS = 5_000;

/**
 * Chromium keeps every document that a page has left until hundreds of megabytes have come together: 7 MB for a look-up.
 * Asked for it, it frees them in a twentieth of a second. Never throws.
 */
export async function freeFormerPages({ context, page }: PortalSession): Promise<void> {
  const waiting = new AbortController();
  const tooLong = delay(ANSWER_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
  const freed = (async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.detach();
  })().catch(() => undefined);
  await Promise.race([freed, tooLong]);
  waiting.abort();
}
