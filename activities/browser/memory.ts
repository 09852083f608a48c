/** Frees the memory that the former pages of a portal session still hold in its browser. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { withinMs } from '#api/adapters/within-ms.ts';

/** Time limit; a page that does not answer is dealt with by the next row. */
const ANSWER_MS = 5_000;

/**
 * Frees documents that the page has left, 7 MB for each look-up. By itself, Chromium keeps them until they take
 * hundreds of megabytes; on request it frees them in 50 ms. Never throws.
 */
export async function freeFormerPages({ context, page }: PortalSession): Promise<void> {
  const freed = (async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.detach();
  })().catch(() => undefined);
  await withinMs(ANSWER_MS, freed, () => undefined);
}
