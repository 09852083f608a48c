/** The recording on the home page, beside what the service gives for its sample today. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { recordedRun } from '#web/features/site/home/recorded-run.ts';

test('the home page shows what the product does with its sample, in the order in which it happened', () => {
  const { rows } = JSON.parse(
    readFileSync(`activities/services/${recordedRun.serviceId}/expected.json`, 'utf8'),
  ) as { rows: Pick<JobRow, 'outcome' | 'values' | 'portalReference'>[] };
  expect(recordedRun.rowsTotal).toBe(rows.length);
  const shown = recordedRun.rows.map(({ exp, outcome, status, currency, value }) => {
    return { exp, outcome, status, currency, value };
  });
  expect(shown).toEqual(
    rows.slice(0, recordedRun.rows.length).map(({ outcome, values, portalReference }) => ({
      exp: portalReference,
      outcome,
      status: values['portal_status'],
      currency: values['currency'],
      value: values['invoice_value'],
    })),
  );
  const times = recordedRun.rows.map(({ atMs }) => atMs);
  expect(times.toSorted((one, other) => one - other)).toEqual(times);
  expect(recordedRun.durationMs).toBeGreaterThanOrEqual(times.at(-1) ?? Infinity);
});
