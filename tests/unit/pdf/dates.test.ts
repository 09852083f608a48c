/** Texts become dates only if all of a column are dates and can mean only one day. */
import { SSF } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { dateReader } from '#activities/pdf/words/dates.ts';

const excelEpochMs = Date.UTC(1899, 11, 30);

/** What a spreadsheet shows for a text in a column. */
function shown(column: readonly string[], text: string): string | undefined {
  const date = dateReader(column)?.(text);
  if (!date) return undefined;
  const { format } = SSF as { format: (format: string, value: number) => string };
  return format(date.format, (date.value.getTime() - excelEpochMs) / DAY_MS);
}

describe('a column stays text', () => {
  test.each([
    ['that is blank', ['', '']],
    ['with a text among its dates', ['2026-10-12', 'open']],
    ['with a day that does not exist', ['2026-02-30']],
    ['whose days could be months', ['05/06/2026', '07/08/2026']],
    ['whose days are first here and second there', ['13/06/2026', '06/13/2026']],
    ['of codes', ['12-10-0001']],
    ['with years of two digits', ['12/10/26']],
    ['with a month that no calendar has', ['12 Foo 2026']],
    ['with a day before Excel counts 29 February 1900', ['1900-01-01', '2026-01-02']],
    ['with the last of these days', ['28/02/1900', '13/06/2026']],
  ])('a column %s stays text', (_, column) => expect(dateReader(column)).toBeUndefined());
});

describe('a column of dates is shown as it was written', () => {
  test.each([
    [['2026-10-12', '', '2026-01-02']],
    [['13/06/2026', '05/06/2026']],
    [['06/13/2026', '06/05/2026']],
    [['1.6.2026', '23.6.2026']],
    [['12-Oct-2026', '1-Jan-2025']],
    [['05 Mar 2026']],
    [['1900-03-01', '2026-01-02']],
  ])('the dates %j are shown as they were written', (column) => {
    for (const text of column.filter(Boolean)) expect(shown(column, text)).toBe(text);
  });
  test('a date that could be read in two ways is read like the other dates of its column', () => {
    const read = dateReader(['13/06/2026', '05/06/2026']);
    expect(read?.('05/06/2026')?.value.toISOString()).toBe('2026-06-05T00:00:00.000Z');
  });
});
