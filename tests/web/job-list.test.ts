/** The page of all jobs without a browser: the states it names, the counts it shows, and what its address means. */
import { describe, expect, it } from 'vitest';
import { shownCountsOf, shownStateOf, shownStates } from '#contracts/jobs/shown-state.ts';
import { isFiltered, jobListViewIn } from '#web/features/jobs/list/queries.ts';
import { addressOfView, openView, savedFiltersIn } from '#web/features/jobs/list/saved-views-queries.ts';
import { setLanguage } from '#web/lib/language.ts';
import { wordsNow } from '#web/lib/words.ts';
import { uiWords } from '#web/ui/words.ts';
import { useBengali } from './bengali.ts';

describe('the states that people see', () => {
  useBengali();

  it('the states that people see have one name each, in both languages', () => {
    const names = () => shownStates.map((state) => wordsNow(uiWords).jobStates[state]);
    expect(names()).toEqual(['অপেক্ষায়', 'চলছে', 'আংশিক সম্পন্ন', 'সম্পন্ন', 'ব্যর্থ', 'বাতিল']);
    setLanguage('en');
    expect(names()).toEqual(['Waiting', 'Running', 'Partly done', 'Done', 'Failed', 'Cancelled']);
  });

  it('the state of an ended job follows from its rows', () => {
    const ended = (state: 'completed' | 'failed' | 'cancelled', rowsSucceeded: number) =>
      shownStateOf({ state, rowsTotal: 9, rowsSucceeded, rowsNotFound: 0 });
    expect([ended('completed', 9), ended('completed', 3), ended('completed', 0)]).toEqual([
      'done',
      'partly_done',
      'failed',
    ]);
    expect([ended('failed', 9), ended('failed', 3), ended('failed', 0)]).toEqual([
      'partly_done',
      'partly_done',
      'failed',
    ]);
    expect([ended('cancelled', 9), ended('cancelled', 0)]).toEqual(['cancelled', 'cancelled']);
  });

  it('a row that a look-up answered with "not found" is as good as one that it found', () => {
    const ended = (rowsSucceeded: number, rowsNotFound: number) =>
      shownStateOf({ state: 'completed', rowsTotal: 9, rowsSucceeded, rowsNotFound });
    expect([ended(0, 9), ended(7, 2), ended(0, 2), ended(0, 0)]).toEqual([
      'done',
      'done',
      'partly_done',
      'failed',
    ]);
  });

  it('the counts of a running job leave out the rows that the check refused, and those of an ended one do not', () => {
    const job = { rowsTotal: 9, rowsDone: 5, rowsFailed: 3, rowsRefused: 2, rowsNotFound: 0 };
    expect(shownCountsOf({ ...job, finishedAt: null })).toEqual({
      total: 7,
      done: 3,
      failed: 1,
      refused: 2,
      notFound: 0,
    });
    expect(shownCountsOf({ ...job, finishedAt: '2026-11-25T10:00:00.000Z' })).toEqual({
      total: 9,
      done: 5,
      failed: 3,
      refused: 0,
      notFound: 0,
    });
  });

  it('rows that were not found are counted by themselves, while a job runs and afterwards', () => {
    const job = { rowsTotal: 9, rowsDone: 9, rowsFailed: 5, rowsRefused: 2, rowsNotFound: 3 };
    expect(shownCountsOf({ ...job, finishedAt: null })).toMatchObject({ failed: 0, notFound: 3 });
    expect(shownCountsOf({ ...job, finishedAt: '2026-11-25T10:00:00.000Z' })).toMatchObject({
      failed: 2,
      notFound: 3,
    });
  });
});

describe('the address of the page of all jobs', () => {
  const viewIn = (address: string) => jobListViewIn(new URLSearchParams(address));
  const nothing = viewIn('');

  it('the address without filters has none', () => {
    expect(nothing).toMatchObject({ page: 1, pageSize: 25 });
    expect(isFiltered(nothing.filters)).toBe(false);
  });

  it.each(['state=completed', 'state=queued', 'service=none', 'days=8', 'size=1000', 'page=-1', 'q=%20'])(
    'the address with "%s" has no filter',
    (address) => expect(viewIn(address)).toEqual(nothing),
  );

  it('the address has the filters, the page and its size', () => {
    const view = viewIn('state=partly_done&service=exp-search&days=30&q=%201084-0045%20&size=100&page=3');
    expect(view).toEqual({
      filters: { state: 'partly_done', service: 'exp-search', period: '30', search: '1084-0045' },
      page: 3,
      pageSize: 100,
    });
    expect(isFiltered(view.filters)).toBe(true);
  });
});

describe('a saved view of the jobs', () => {
  const address = 'state=failed&service=exp-search&days=7&q=MSKU&size=50';
  const filtersIn = (query: string) => savedFiltersIn(new URLSearchParams(query));

  it('a saved view leads to the address from which it was saved, without its page', () => {
    expect(addressOfView(filtersIn(`page=3&${address}`))).toBe(`/dashboard/jobs?${address}`);
    expect(addressOfView(filtersIn('page=2'))).toBe('/dashboard/jobs');
  });

  it('nothing is saved of what the page would ignore', () =>
    expect(filtersIn('state=queued&days=8&size=1000&utm_source=mail&q=%20')).toEqual({}));

  it('a view is open on each of its pages, in whichever order its filters are stored or written', () => {
    const view = { id: 'a', name: 'Mine', filters: { q: 'MSKU', state: 'failed' } } as const;
    const openAt = (query: string) => openView([view], new URLSearchParams(query));
    expect(openAt('state=failed&q=MSKU&page=2')).toBe(view);
    expect(openAt('q=MSKU&state=failed')).toBe(view);
    expect([openAt('q=MSKU'), openAt('q=MSKU&state=failed&days=7')]).toEqual([undefined, undefined]);
  });
});
