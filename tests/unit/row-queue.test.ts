/** Rows of a chunk that several sessions take: each once, in order, and equal ones not at the same time. */
import { expect, test } from 'vitest';
import { RowQueue } from '#activities/rows/queue.ts';
import type { OpenRow } from '#api/domain/jobs/row-records.ts';

const row = (rowNumber: number, given: Partial<OpenRow> = {}): OpenRow => ({
  rowNumber,
  data: {},
  naturalKey: `key ${rowNumber}`,
  groupRow: null,
  sameAsRow: null,
  attempts: 0,
  vouchedAt: null,
  ...given,
});
const numbers = (rows: (OpenRow | undefined)[]) => rows.map((each) => each?.rowNumber);

test('sessions take rows in the order of the sheet, each row once', async () => {
  const queue = new RowQueue([row(1), row(2), row(3)]);
  const taken = await Promise.all([queue.take(), queue.take(), queue.take(), queue.take()]);
  expect(numbers(taken)).toEqual([1, 2, 3, undefined]);
});

test('a row that asks the same as a row in work waits for its answer, and rows behind it go first', async () => {
  const first = row(1, { naturalKey: 'same' });
  const queue = new RowQueue([first, row(2, { naturalKey: 'same', sameAsRow: 1 }), row(3)]);
  expect(numbers([await queue.take(), await queue.take()])).toEqual([1, 3]);
  const waiting = queue.take();
  queue.release(first, true);
  expect(numbers([await waiting])).toEqual([2]);
});

test('a row that its session could not handle is the next that another session takes', async () => {
  const first = row(1);
  const queue = new RowQueue([first, row(2)]);
  await queue.take();
  queue.release(first, false);
  expect(numbers([await queue.take(), await queue.take()])).toEqual([1, 2]);
});

test('rows of a filing that is handled are not taken, and come back with the row that is looked up again', async () => {
  const first = row(1, { groupRow: 1, naturalKey: 'a' });
  const queue = new RowQueue([first, row(2, { groupRow: 1, naturalKey: 'b' }), row(3, { groupRow: 3 })]);
  await queue.take();
  queue.setAside(first, 0);
  queue.release(first, true);
  expect(numbers([await queue.take()])).toEqual([1]);
  queue.groupHandled(first);
  queue.release(first, true);
  expect(numbers([await queue.take(), await queue.take()])).toEqual([3, undefined]);
});
