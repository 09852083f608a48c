/** Headings of the result tables: a formula or a program that reads a column by its heading finds the right one. */
import { describe, expect, test } from 'vitest';
import { keyColumnsOf } from '#activities/results/key-columns.ts';
import { resultHeadings } from '#activities/results/table.ts';
import { services, type ServiceId } from '#services/catalogue.ts';
import type { Runner } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { jobResult } from './jobs.ts';

function headingsOf(id: string, isPractice = false): string[] {
  const service = services.find((each) => each.id === id);
  if (!service) throw new Error(`There is no service ${id}.`);
  const { outputColumns } = runners[id as ServiceId];
  return resultHeadings(jobResult([], { keyColumns: keyColumnsOf(service, []), outputColumns, isPractice }));
}
const repeatedIn = (headings: readonly string[]): string[] =>
  headings.filter((heading, index) => headings.indexOf(heading) !== index);

describe('the headings of the result table', () => {
  test.each(services)('no two columns of the results of $id have the same heading', ({ id }) => {
    expect(repeatedIn(headingsOf(id))).toEqual([]);
    expect(repeatedIn(headingsOf(id, true))).toEqual([]);
    const { outputSheets = {} }: Runner = runners[id as ServiceId];
    for (const columns of Object.values(outputSheets)) expect(repeatedIn(['row_no', ...columns])).toEqual([]);
  });

  test('a value of the portal that the sheet or the row has by the same name is headed as the one of the portal', () => {
    expect(headingsOf('bepza-ep-download')).toEqual(
      expect.arrayContaining(['permit_no', 'portal_permit_no', 'portal_status']),
    );
    expect(headingsOf('cash-incentive-application').slice(-6)).toEqual([
      'claim_no',
      'portal_net_fob',
      'rate_pct',
      'claim_fc',
      'claim_bdt',
      'portal_status',
    ]);
  });
});
