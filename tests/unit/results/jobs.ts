/** Jobs for which the result tests write files. */
import type { JobResult, ResultRow } from '#activities/results/types.ts';

export function resultRow(rowNumber: number, facts: Partial<ResultRow> = {}): ResultRow {
  return {
    rowNumber,
    source: { 'Inv No': `PAL/${rowNumber}`, quantity: '5' },
    data: { invoice_no: `PAL/${rowNumber}`, quantity: '5' },
    outcome: 'SUCCESS',
    charged: true,
    sameAsRow: null,
    message: '',
    portalReference: null,
    attempts: 1,
    processedAt: new Date('2026-11-21T18:30:00Z'),
    documents: [],
    values: {},
    sheets: {},
    zipFiles: [],
    ...facts,
  };
}

export function jobResult(rows: ResultRow[], facts: Partial<JobResult> = {}): JobResult {
  return {
    jobId: '7d1c6c1e-0c43-4a55-8c38-2f7b7d1f6f10',
    serviceId: 'test-service',
    isPractice: false,
    serviceName: 'Test service',
    fileName: 'rows.csv',
    keyColumns: [
      { name: 'invoice_no', header: 'Inv No' },
      { name: 'quantity', header: 'quantity' },
      { name: 'note', header: null },
    ],
    outputColumns: ['exp_no', 'fob_value'],
    outputSheets: {},
    rows,
    unmatchedFiles: null,
    missingFromCombined: [],
    creditsCharged: 1.5,
    creditsReturned: 0.5,
    ...facts,
  };
}
