/** Builds that several processes need at the same moment. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildOnce } from '#temporal/build-once.ts';

const BUILD_MS = 300;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'chalan-build-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A build that writes a file and counts how often it was made; the first `failures` times it fails. */
function newBuild(failures = 0, waitMaxMs?: number) {
  const result = path.join(directory, 'result');
  const lock = path.join(directory, 'result.lock');
  const made = { count: 0 };
  const build = async (): Promise<void> => {
    made.count += 1;
    await delay(BUILD_MS);
    if (made.count <= failures) throw new Error('The build failed.');
    writeFileSync(result, 'built');
  };
  const isBuilt = (): boolean => existsSync(result);
  return { made, result, lock, run: () => buildOnce({ lock, isBuilt, build, waitMaxMs }) };
}

describe('builds that several need at once', () => {
  test('a build is made once, and all wait for it', async () => {
    const { made, result, run } = newBuild();
    await Promise.all(
      [1, 2, 3, 4, 5].map(async () => {
        await run();
        expect(existsSync(result)).toBe(true);
      }),
    );
    expect(made.count).toBe(1);
  });

  test('a build is made by the next one if its builder failed, which hears why', async () => {
    const { made, run } = newBuild(1);
    const ends = await Promise.allSettled([run(), run(), run()]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(made.count).toBe(2);
  });

  test('a build is also made by a caller that has waited as long as the build may take', async () => {
    const { made, run } = newBuild(0, BUILD_MS / 3);
    await Promise.all([run(), run()]);
    expect(made.count).toBe(2);
  });

  test('a build is made by the next one if its builder was killed', async () => {
    const { made, lock, run } = newBuild();
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(lock, String(pid));
    await run();
    expect(made.count).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });
});
