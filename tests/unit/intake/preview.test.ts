/** The preview shows the first rows and a bounded number of problems, and counts them all. */
import { expect, test } from 'vitest';
import { toPreview } from '#api/domain/jobs/intake/preview.ts';
import { limits } from '#contracts/limits.ts';
import { readCsv } from './uploads.ts';

test('a preview names cells by their column, and unknown ones by their heading', async () => {
  const preview = toPreview(await readCsv('Buyer,Inv No,quantity\nNordic,PAL/1,5\nNordic,bad,5\n'));
  expect(preview.rows).toEqual([
    { row: 1, cells: { Buyer: 'Nordic', invoice_no: 'PAL/1', quantity: '5' }, valid: true, edited: false },
    { row: 2, cells: { Buyer: 'Nordic', invoice_no: 'bad', quantity: '5' }, valid: false, edited: false },
  ]);
  expect(preview.unknownHeaders).toEqual(['Buyer']);
  expect(preview).toMatchObject({ totalRows: 2, billableRows: 1, invalidRows: 1, problemsTruncated: false });
});

test('a preview limits its rows and problems but not its counts', async () => {
  const lines = Array.from({ length: limits.previewProblemsMax + 1 }, () => 'PAL/1,many');
  const preview = toPreview(await readCsv(['invoice_no,quantity', ...lines].join('\n')));
  expect(preview.rows).toHaveLength(limits.previewRows + limits.previewFurtherRows);
  expect(preview.problems).toHaveLength(limits.previewProblemsMax);
  expect(preview).toMatchObject({
    problemsTruncated: true,
    totalRows: 501,
    billableRows: 0,
    invalidRows: 501,
  });
});
