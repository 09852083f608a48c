/** Cells that are corrected in the preview: checked again without another upload, and run as they were corrected. */
import { beforeEach, expect, test } from 'vitest';
import { deleteUploads } from '#api/domain/jobs/job-retention.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { Answer } from '#tests/harness/app.ts';
import { newCustomer, newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'exp-search';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });

let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newExporter(app);
});

type Line = readonly [serial: string, year: string];
const sheet = (lines: readonly Line[]): File =>
  new File(
    [['AD Code,exp_serial,EXP year', ...lines.map(([serial, year]) => `1084,${serial},${year}`)].join('\n')],
    'exps.csv',
  );
const year = (text: string, where: { rowNumber: number } | { from: string }): SheetEdit => ({
  heading: 'EXP year',
  text,
  ...where,
});

const send = (uploadId: string, edits: readonly unknown[], cookie = ana.cookie): Promise<Answer> =>
  app.post(`/api/process-automation/uploads/${uploadId}/edits`, { serviceId: SERVICE, edits }, cookie);
async function edited(uploadId: string, edits: readonly SheetEdit[]): Promise<Preview> {
  const { body, text } = await send(uploadId, edits);
  expect(body, text).toMatchObject({ success: true });
  return body['preview'] as Preview;
}

test('a corrected cell and a correction of all equal cells are checked, priced, and run as they were corrected', async () => {
  const lines: Line[] = [
    ['110100', '2026'],
    ['110101', 'twenty'],
    ['110102', 'next'],
    ['110103', 'next'],
  ];
  const { uploadId, problems } = await ana.previewed(SERVICE, sheet(lines));
  expect(problems.map(({ row, column, sameValue }) => [row, column, sameValue])).toEqual([
    [2, 'exp_year', 1],
    [3, 'exp_year', 2],
    [4, 'exp_year', 2],
  ]);
  const edits = [year('2026', { rowNumber: 2 }), year('2026', { from: 'next' })];
  const preview = await edited(uploadId, edits);
  expect(preview).toMatchObject({ uploadId, problems: [], billableRows: 4, totalCredits: 2 });
  expect(preview.rows.map((row) => [row.cells['exp_year'], row.edited])).toEqual([
    ['2026', false],
    ['2026', true],
    ['2026', true],
    ['2026', true],
  ]);
  const { jobId } = await ana.started({ serviceId: SERVICE, uploadId, totalCredits: 2 });
  expect(await ana.ended(jobId)).toMatchObject({ rowsSucceeded: 4, creditsUsed: 2 });
  expect((await ana.rows(jobId))[2]?.data).toEqual({
    'AD Code': '1084',
    exp_serial: '110102',
    'EXP year': '2026',
  });
});

test('corrections are applied in their order, and are taken back by sending the ones before', async () => {
  const { uploadId } = await ana.previewed(
    SERVICE,
    sheet([
      ['110100', 'a'],
      ['110101', 'a'],
    ]),
  );
  const first = year('b', { from: 'a' });
  expect((await edited(uploadId, [first, year('2026', { from: 'b' })])).billableRows).toBe(2);
  expect((await edited(uploadId, [first, year('2026', { rowNumber: 2 })])).billableRows).toBe(1);
  expect(await edited(uploadId, [first])).toMatchObject({ billableRows: 0, invalidRows: 2 });
  const restored = await edited(uploadId, []);
  expect(restored.rows.map(({ cells, edited: isEdited }) => [cells['exp_year'], isEdited])).toEqual([
    ['a', false],
    ['a', false],
  ]);
});

test('a row that is corrected to what another row asks is charged once with it', async () => {
  const { uploadId } = await ana.previewed(
    SERVICE,
    sheet([
      ['110100', '2026'],
      ['110101', '2026'],
    ]),
  );
  const edit = { heading: 'exp_serial', text: '110100', rowNumber: 2 };
  expect(await edited(uploadId, [edit])).toMatchObject({
    billableRows: 1,
    repeatedRows: 1,
    totalCredits: 0.5,
  });
});

test('a preview shows rows beyond the first ones if they have a problem or were corrected, up to a limit', async () => {
  const count = limits.previewRows + limits.previewFurtherRows + 10;
  const good: Line[] = Array.from({ length: limits.previewRows }, (_, n) => [String(110_200 + n), '2026']);
  const bad: Line[] = Array.from({ length: count - good.length }, (_, n) => [String(110_300 + n), 'x']);
  const { uploadId, rows } = await ana.previewed(SERVICE, sheet([...good, ['110299', '2026'], ...bad]));
  expect(rows).toHaveLength(limits.previewRows + limits.previewFurtherRows);
  expect(rows[limits.previewRows]).toMatchObject({ row: limits.previewRows + 2, valid: false });
  const last = limits.previewRows + 2;
  const preview = await edited(uploadId, [year('2026', { rowNumber: last })]);
  expect(preview.rows[limits.previewRows]).toMatchObject({ row: last, valid: true, edited: true });
});

test('corrections of an unknown column or row, too many or too long ones, and of an upload of others are refused and change nothing', async () => {
  const { uploadId } = await ana.previewed(SERVICE, sheet([['110100', 'x']]));
  const good = year('2026', { rowNumber: 1 });
  const long = 'x'.repeat(limits.cellCharactersMax + 1);
  const refused: [readonly unknown[], number][] = [
    [[{ ...good, heading: 'Buyer' }], 422],
    [[{ ...good, rowNumber: 2 }], 422],
    [[{ ...good, rowNumber: 0 }], 400],
    [[{ ...good, text: long }], 400],
    [[{ heading: 'EXP year', text: '2026' }], 400],
    [Array.from({ length: limits.sheetEditsMax + 1 }, () => good), 400],
  ];
  for (const [edits, status] of refused) expect(await send(uploadId, edits)).toMatchObject({ status });
  const jamal = await newCustomer(app);
  expect(await send(uploadId, [good], jamal.cookie)).toMatchObject({ status: 404 });
  expect(await app.deps.db.upload.findUnique({ where: { id: uploadId } })).toMatchObject({ edits: [] });
});

test('the same file started again with other corrections is another job, even without a key', async () => {
  const { uploadId } = await ana.previewed(
    SERVICE,
    sheet([
      ['110400', '2026'],
      ['110401', '2026'],
    ]),
  );
  const first = await ana.started({ serviceId: SERVICE, uploadId, totalCredits: 1 });
  await edited(uploadId, [{ heading: 'exp_serial', text: '110402', rowNumber: 2 }]);
  const second = await ana.started({ serviceId: SERVICE, uploadId, totalCredits: 1 });
  expect(second.jobId).not.toBe(first.jobId);
  expect((await ana.rows(first.jobId))[1]?.data['exp_serial']).toBe('110401');
  await ana.ended(first.jobId);
  await ana.ended(second.jobId);
});

test('corrections are deleted with the file that they correct', async () => {
  const { uploadId } = await ana.previewed(SERVICE, sheet([['110500', 'x']]));
  await edited(uploadId, [year('2026', { rowNumber: 1 })]);
  await deleteUploads(app.deps, new Date(Date.now() + 1_000));
  expect(await app.deps.db.upload.findUnique({ where: { id: uploadId } })).toMatchObject({
    deletedAt: expect.any(Date),
    edits: null,
  });
  expect(await send(uploadId, [])).toMatchObject({ status: 410, body: { code: 'FILE_EXPIRED' } });
});
