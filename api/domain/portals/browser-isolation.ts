/** Reports browsers that run without their sandbox or their own network, in the log and on the portal board. */
import type { Deps } from '#api/deps.ts';
import { limits } from '#contracts/limits.ts';

/** What confines a page that escapes the browser: the sandbox protects the machine, its own network the networks. */
type Isolation = { sandbox: boolean; ownNetwork: boolean };

/** Logs a warning and stores the time for the portal board. Never throws: the browser is used either way. */
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

/** Returns when this last happened; null if it was so long ago that it may have ended. */
export async function unsandboxedAt({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string | null> {
  const settings = await db.settings.findFirst({ select: { browserUnsandboxedAt: true } });
  const at = settings?.browserUnsandboxedAt ?? null;
  if (at === null || clock().getTime() - at.getTime() > limits.unsandboxedShownMs) return null;
  return at.toISOString();
}
