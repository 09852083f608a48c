/** The page's changes start from the layout that it knows, and a lost answer is no other person's change. */
import { expect, test } from 'vitest';
import { unchangedLayout, type TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { LayoutBase } from '#web/features/jobs/pdf-tables/layout-base.ts';
import type { LayoutChange } from '#web/features/jobs/pdf-tables/queries.ts';
import { ApiError } from '#web/lib/client.ts';

const layoutWith = (...dropped: string[]): TablesLayout => ({ ...unchangedLayout, dropped });
const refusedFor = (layout: TablesLayout, layoutDigest: string) =>
  new ApiError({
    code: 'TABLES_CHANGED',
    message: '',
    status: 409,
    requestId: null,
    details: { layout, layoutDigest },
  });

test('a change starts from the layout at the beginning of the editing, whatever the page shows later', async () => {
  const base = new LayoutBase();
  const bases: string[] = [];
  const call = async (change: LayoutChange) => void bases.push(change.base);
  base.start('first');
  await base.send(layoutWith('1-1'), 'later', call);
  base.move('answered');
  await base.send(layoutWith('1-2'), 'later', call);
  base.forget();
  await base.send(layoutWith('1-2'), 'loaded', call);
  expect(bases).toEqual(['first', 'answered', 'loaded']);
});

test('a change whose earlier answer was lost is sent again from the layout that this page stored', async () => {
  const base = new LayoutBase();
  const lost = async () => Promise.reject(new Error('The answer was lost.'));
  await expect(base.send(layoutWith('1-1'), 'first', lost)).rejects.toThrow('lost');
  const { isRemembered, ...fields } = layoutWith('1-1');
  // The server names the fields in another order.
  const stored: TablesLayout = { isRemembered, ...fields };
  const call = async (change: LayoutChange) => {
    if (change.base === 'first') throw refusedFor(stored, 'second');
    return change.base;
  };
  expect(await base.send(layoutWith('1-1', '1-2'), 'first', call)).toBe('second');
});

test('a change is refused if somebody else stored another layout', async () => {
  const base = new LayoutBase();
  const call = async () => Promise.reject(refusedFor(layoutWith('2-1'), 'second'));
  await expect(base.send(layoutWith('1-1'), 'first', call)).rejects.toMatchObject({ code: 'TABLES_CHANGED' });
});
