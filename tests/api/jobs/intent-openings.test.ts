/** One filing has one intent, whoever opens it first and under whatever key it was stored before. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isUnderWay, openIntent } from '#api/domain/jobs/filings/intents.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const PORTAL = 'hm';
const ROWS_AT_ONCE = 8;

const { db } = await createTestDatabase();

const newRow = () => ({ userId: 'padma', jobId: randomUUID(), rowNumber: 1 });
const open = (key: string, formerKeys: string[] = []) =>
  openIntent(db, { portal: PORTAL, key, formerKeys, effectMs: 1, ...newRow() });
const stored = (key: string, state: string) =>
  db.portalIntent.create({ data: { portal: PORTAL, key, ...newRow(), state, commits: 1 } });
const keys = async (part: string): Promise<string[]> => {
  const found = await db.portalIntent.findMany({
    where: { key: { contains: part } },
    orderBy: { key: 'asc' },
  });
  return found.map(({ key }) => key);
};

test('rows that open the intent of one filing at the same moment get the same intent', async () => {
  const opened = await Promise.all(Array.from({ length: ROWS_AT_ONCE }, () => open('one|INV-1')));
  expect(new Set(opened.map(({ intent }) => intent.id)).size).toBe(1);
  expect(opened[0]?.intent).toMatchObject({ state: 'planned', commits: 0, sentAt: null, looks: 0 });
  expect(await keys('INV-1')).toEqual(['one|INV-1']);
});

test('an intent that is stored under a former key belongs to the filing, and gets the current key', async () => {
  const former = await stored('two|inv-2', 'done');
  const { intent } = await open('two|INV-2', ['two|INV-2', 'two|inv-2']);
  expect(intent).toMatchObject({ id: former.id, state: 'done', commits: 1 });
  expect(await keys('INV-2')).toEqual(['two|INV-2']);
  expect(await keys('inv-2')).toEqual([]);
});

test('of two intents of one filing the one whose answer is missing counts', async () => {
  await stored('three|INV-3', 'refused');
  const unanswered = await stored('three|inv-3', 'committing');
  const { intent } = await open('three|INV-3', ['three|INV-3', 'three|inv-3']);
  expect(intent).toMatchObject({ id: unanswered.id, state: 'committing' });
});

test('the time that an intent is opened at is not later than the look-up that follows', async () => {
  const { readAt } = await open('four|INV-4');
  const [later] = await db.$queryRaw<
    { isLater: boolean }[]
  >`SELECT clock_timestamp() >= ${readAt} AS "isLater"`;
  expect(later).toEqual({ isLater: true });
});

test('a filing is under way while its answer is missing, and for its own job until the row has ended', async () => {
  const unanswered = await stored('five|INV-5', 'committing');
  const confirmed = await stored('six|INV-6', 'done');
  const ask = (key: string, jobId: string) => isUnderWay(db, { portal: PORTAL, keys: [key], jobId });
  expect(await ask(unanswered.key, randomUUID())).toBe(true);
  expect(await ask(confirmed.key, confirmed.jobId)).toBe(true);
  expect(await ask(confirmed.key, randomUUID())).toBe(false);
});
