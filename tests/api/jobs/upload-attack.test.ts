/** What uploads of the largest size cost the API, measured on a separate process. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { startApiProcess } from '#tests/harness/api-process.ts';
import { isFull } from '#tests/harness/depth.ts';
import { until } from '#tests/harness/until.ts';
import {
  ATTACK_BYTES,
  sendUpload,
  writeAttackFiles,
  type AttackKind,
  type Sending,
  type Sent,
} from '#tests/harness/upload-attack.ts';

const AT_ONCE = 16;
const GROWTH_MIB_MAX = 300;
const TIMEOUT_MS = 400_000;
/** An aborted upload is noticed by its silence or its end. */
const CLEANED_WITHIN_MS = 60_000;

const app = await startTestApp();
const api = await startApiProcess(app.env);
const directory = mkdtempSync(path.join(tmpdir(), 'chalan-attack-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const files = writeAttackFiles(directory);
const store = app.deps.env.FILES_DIR ?? '';
const incoming = path.join(store, 'incoming');

/** The kinds that take longest to read run only in the daily full run. */
const kinds: AttackKind[] = isFull
  ? (Object.keys(files) as AttackKind[])
  : ['csv', 'zip', 'pdf', 'junkCsv', 'junkZip', 'junkXlsx', 'zipOfOne', 'wide'];
const kindOf = (index: number): AttackKind => kinds[index % kinds.length] ?? 'csv';

/** The answers, the largest growth of memory and the disk space used. */
async function attack(cookies: readonly string[], manner: (index: number) => Sending['manner']) {
  const before = { mib: api.residentMib(), bytes: bytesIn(store) };
  const memory = api.watchMemory();
  const sent = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      sendUpload({
        origin: api.origin,
        cookie: cookies[index % cookies.length] ?? '',
        file: files[kindOf(index)],
        manner: manner(index) ?? 'plain',
      }),
    ),
  );
  const growthMib = memory.stop() - before.mib;
  return { sent, growthMib, grownBytes: bytesIn(store) - before.bytes };
}

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map((entry) => {
    const found = statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    return found?.isFile() ? found.size : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

const answered = (sent: readonly Sent[]): Sent[] => sent.filter(({ status }) => status !== null);

async function warmUp(cookie: string): Promise<void> {
  const small = { ...files.csv, path: 'activities/services/exp-search/sample.csv' };
  for (let index = 0; index < 3; index += 1) await sendUpload({ origin: api.origin, cookie, file: small });
}

describe('sixteen uploads of 49 MB at once', { timeout: TIMEOUT_MS }, () => {
  test('uploads of one trial account cost the API less than 300 MiB, and another customer can still upload [uploads-of-one-account]', async () => {
    const [eve, ana] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
    await warmUp(ana.cookie);
    const attacking = attack([eve.cookie], (index) => (index % 2 === 0 ? 'plain' : 'chunked'));
    await delay(1_000);
    const small = { ...files.csv, path: 'activities/services/exp-search/sample.csv' };
    const other = await sendUpload({ origin: api.origin, cookie: ana.cookie, file: small });
    const { sent, growthMib, grownBytes } = await attacking;
    expect(other.status).toBe(200);
    expect(growthMib).toBeLessThan(GROWTH_MIB_MAX);
    for (const { status, code } of answered(sent))
      expect([200, 422, 429], `${status} ${code}`).toContain(status);
    // No more than the uploads accepted at a time, and nothing of those that were refused. How many of them meet, and
    // read their refusal before the connection closes, depends on the machine (upload-quota.test.ts has the refusal).
    expect(grownBytes).toBeLessThanOrEqual(8 * ATTACK_BYTES);
    process.stderr.write(`16 uploads of one account: ${Math.round(growthMib)} MiB more memory\n`);
  });

  test('uploads of sixteen accounts cost the API less than 300 MiB of memory [uploads-of-many-accounts]', async () => {
    const cookies: string[] = [];
    for (let index = 0; index < AT_ONCE; index += 1) cookies.push((await app.signUpAndVerify()).cookie);
    const { sent, growthMib } = await attack(cookies, () => 'plain');
    expect(growthMib).toBeLessThan(GROWTH_MIB_MAX);
    expect(sent.map(({ status }) => status).toSorted()).toEqual(expect.arrayContaining([200, 422]));
    process.stderr.write(`16 uploads of 16 accounts: ${Math.round(growthMib)} MiB more memory\n`);
  });

  test('uploads that are slow, break off or misstate their length cost no memory and leave no file', async () => {
    const cookies: string[] = [];
    for (let index = 0; index < AT_ONCE; index += 1) cookies.push((await app.signUpAndVerify()).cookie);
    const behaviours = ['broken', 'slow', 'short', 'long'] as const;
    const { growthMib } = await attack(cookies, (index) => behaviours[index % behaviours.length]);
    expect(growthMib).toBeLessThan(GROWTH_MIB_MAX);
    const isClean = (): boolean => readdirSync(incoming).length === 0;
    await until('the files of broken uploads to be gone', isClean, CLEANED_WITHIN_MS);
    process.stderr.write(`16 broken uploads: ${Math.round(growthMib)} MiB more memory\n`);
  });

  test('uploads of a caller who is not signed in are refused unread', async () => {
    const { sent, growthMib } = await attack([''], () => 'chunked');
    expect(growthMib).toBeLessThan(GROWTH_MIB_MAX / 3);
    for (const { status } of answered(sent)) expect(status).toBe(401);
  });
});
