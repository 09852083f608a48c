/** Browsers that run without their sandbox are said in the log and on the administrators' board of portals. */
import type { Deps } from '#api/deps.ts';
import { limits } from '#contracts/limits.ts';

export async function noteUnsandboxed({
  db,
  clock,
  logger,
}: Pick<Deps, 'db' | 'clock' | 'logger'>): Promise<void> {
  logger.warn('Chromium runs without its sandbox: a page that breaks out of it reaches this machine');
  try {
    await db.settings.updateMany({ data: { browserUnsandboxedAt: clock() } });
  } catch (error) {
    logger.error({ err: error }, 'the board does not say that a browser runs without its sandbox');
  }
}

/** When it last happened; null when that is so long ago that it may be over. */
export async function unsandboxedAt({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string | null> {
  const settings = await db.settings.findFirst({ select: { browserUnsandboxedAt: true } });
  const at = settings?.browserUnsandboxedAt ?? null;
  if (at === null || clock().getTime() - at.getTime() > limits.unsandboxedShownMs) return null;
  return at.toISOString();
}
