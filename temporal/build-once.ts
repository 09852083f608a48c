/** Lets one of several processes make a build that all of them need, while the others wait for it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** After this time a caller builds by itself, whatever the holder of the lock does. */
const WAIT_MAX_MS = 180_000;
const LOOK_MS = 100;

/**
 * A build that one process makes for all; that process holds the file `lock`. `waitMaxMs` is longer than the build takes
 * on a busy machine; three minutes by default.
 */
export type Build = {
  lock: string;
  isBuilt: () => boolean;
  build: () => Promise<void>;
  waitMaxMs?: number | undefined;
};

/**
 * Resolves when `isBuilt`; rejects with the error of `build` if this process builds. A builder that ended without a result is
 * replaced by the next.
 */
export async function buildOnce({ lock, isBuilt, build, waitMaxMs = WAIT_MAX_MS }: Build): Promise<void> {
  const until = Date.now() + waitMaxMs;
  while (!isBuilt()) {
    const isMine = takeLock(lock);
    if (isMine || Date.now() > until) {
      try {
        if (!isBuilt()) await build();
        return;
      } finally {
        if (isMine) rmSync(lock, { force: true });
      }
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    await delay(LOOK_MS);
  }
}

function takeLock(lock: string): boolean {
  mkdirSync(path.dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that took the lock has ended. A lock without a number was taken a moment ago. */
function isAbandoned(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
