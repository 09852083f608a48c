/** The pairs of old and new pages in the map editor, and what is said of each element. */
import { describe, expect, test } from 'vitest';
import type { FoundElements } from '#contracts/calls/portal-pages-answers.ts';
import type { PageMapView } from '#contracts/calls/portals-answers.ts';
import { comparedElements, pairsOf } from '#web/features/admin/portals/page-pictures-rules.ts';

const found = (counts: Record<string, number>): FoundElements =>
  Object.fromEntries(Object.entries(counts).map(([path, count]) => [path, { count, boxes: [] }]));
const picture = (id: string, at: string, counts: Record<string, number>, missing: string[] = []) => ({
  id,
  at,
  widthPx: 1280,
  heightPx: 900,
  missing,
  elements: found(counts),
});
const good = picture('1', '2026-11-25T04:00:00Z', { 'list.create': 1, 'list.table': 1, 'form.next': 0 });
const form = picture('2', '2026-11-25T04:01:00Z', { 'list.create': 0, 'list.table': 0, 'form.next': 1 });
const changed = picture('3', '2026-11-26T04:00:00Z', { 'list.create': 0, 'list.table': 3 }, ['list.create']);
const map = (change: Partial<PageMapView> = {}): PageMapView => ({
  portal: 'bank-ci',
  version: 0,
  changes: {},
  unused: [],
  versions: [],
  changedPages: [],
  texts: ['list.create', 'list.table', 'form.next', 'form.submit'].map((path) => ({ path, text: path })),
  pages: [
    { page: 'claims', good, changed },
    { page: 'new-claim', good: form, changed: null },
  ],
  ...change,
});
const jobPage = (counts: Record<string, number>) => ({
  fileId: 'f',
  jobId: 'j',
  name: 'row-0001_PORTAL_CHANGED.png',
  at: '2026-11-26T05:00:00Z',
  pictured: { widthPx: 1280, heightPx: 900, elements: found(counts) },
});

describe('the pairs', () => {
  test('what has changed comes before the pages in order', () => {
    expect(pairsOf(map()).map(({ page }) => page)).toEqual(['claims', 'new-claim']);
  });

  test('a page that a job met is shown beside the page in order that is likest to it', () => {
    const [first] = pairsOf(map({ changedPages: [jobPage({ 'form.next': 1 })] }));
    expect(first).toMatchObject({
      page: null,
      good: { at: form.at },
      changed: { at: '2026-11-26T05:00:00Z' },
    });
  });

  test('a page of a job that is like no page in order is shown alone', () => {
    const [first] = pairsOf(map({ changedPages: [jobPage({ 'form.submit': 1 })] }));
    expect(first).toMatchObject({ page: null, good: null });
  });

  test('a page of a job on which nothing was looked for is left out', () => {
    const unseen = { ...jobPage({}), pictured: null };
    expect(pairsOf(map({ changedPages: [unseen] }))).toHaveLength(2);
  });
});

describe('the elements', () => {
  const [pair] = pairsOf(map());
  if (!pair) throw new Error('There is no pair.');

  test('what has been lost comes first, then what is found on one of the pages', () => {
    const elements = comparedElements(map(), pair);
    expect(elements.map(({ path, isLost }) => [path, isLost])).toEqual([
      ['list.create', true],
      ['list.table', false],
    ]);
    expect(elements[1]).toMatchObject({ good: { count: 1 }, changed: { count: 3 } });
  });

  test('a text that is published is shown in place of the map’s', () => {
    const [first] = comparedElements(map({ changes: { 'list.create': 'Apply' } }), pair);
    expect(first).toMatchObject({ text: 'Apply' });
  });
});
