/** Browsers that run without their sandbox or a network of their own are said in the log and on the board of portals. */
import type { Deps } from '#api/deps.ts';
import { limits } from '#contracts/limits.ts';

/** What keeps a page that breaks out of the browser away: from the machine, and from what the machine reaches. */
type Isolation = { sandbox: boolean; ownNetwork: boolean };

export async function noteUnisolated(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  isolation: Isolation,
): Promise<void> {
  logger.warn(isolation, 'Chromium runs without its isolation: a page that breaks out of it reaches more');
  try {
    await db.settings.updateMany({ data: { browserUnsandboxedAt: clock() } });
  } catch (error) {
    logger.error({ err: error }, 'the board does not say that a browser runs without its isolation');
  }
}

/** When it last happened; null when that is so long ago that it may be over. */
export async function unsandboxedAt({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string | null> {
  const settings = await db.settings.findFirst({ select: { browserUnsandboxedAt: true } });
  const at = settings?.browserUnsandboxedAt ?? null;
  if (at === null || clock().getTime() - at.getTime() > limits.unsandboxedShownMs) return null;
  return at.toISOString();
}
