/** An invoice that a sheet names twice is refused before anything is paid, however the two rows differ. */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import type { RowData, ServiceDefinition } from '#services/contract.ts';
import { expIssueService } from '#services/exp-issue/service.ts';
import { rexSooSubmissionService } from '#services/rex-soo-submission/service.ts';
import { localFile } from '#tests/harness/local-file.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';

const today = new Date();

/** What is wrong with a sheet of the sample's first row and the same row with other cells. */
async function problemsOf(
  service: ServiceDefinition,
  change: RowData,
  { zip }: { zip?: string } = {},
): Promise<unknown[]> {
  const [first = {}] = sampleRows(service.id);
  const sheet = await localFile('rows.csv', Papa.unparse([first, { ...first, ...change }]));
  const documents = zip ? await localFile('documents.zip', readFileSync(zip)) : null;
  const { problems } = await readUpload(service, { file: sheet, documents, today });
  return problems.map(({ row, column, problem }) => [row, column, problem]);
}

const shared = [2, 'invoice_no', 'Row 1 has the same.'];
const repeated = [2, 'Row', 'Duplicate of row 1.'];

describe('EXP Issue', () => {
  test.each<RowData>([
    { invoice_date: '2026-06-03' },
    { exporter_erc: '260326110654321' },
    { exporter_erc: 'RA-12345', invoice_no: 'pal/nw/2026/0147' },
  ])('the invoice of an earlier row is refused also with %o', async (change) => {
    const [first] = sampleRows(expIssueService.id);
    const invoice_no = change['invoice_no'] ?? first?.['invoice_no'] ?? '';
    expect(await problemsOf(expIssueService, { invoice_no, ...change })).toEqual([shared]);
  });

  test('the same row twice is reported as a duplicate only', async () => {
    expect(await problemsOf(expIssueService, {})).toEqual([repeated]);
  });

  test('an invoice number with invisible characters is the number that one sees', async () => {
    const [first] = sampleRows(expIssueService.id);
    for (const invisible of ['\u200B', '\u200C', '\u200E', '\u202C', '\u2060', '\u00AD', '\uFEFF']) {
      const invoice_no = `${first?.['invoice_no']?.slice(0, 3)}${invisible}${first?.['invoice_no']?.slice(3)}`;
      expect(await problemsOf(expIssueService, { invoice_no })).toEqual([repeated]);
    }
  });
});

test('the invoice of an earlier row is refused by REX/SOO Submission also with another bill of lading', async () => {
  const zip = 'activities/services/rex-soo-submission/sample.zip';
  expect(await problemsOf(rexSooSubmissionService, { bl_no: 'DHK1204999' }, { zip })).toEqual([shared]);
});
