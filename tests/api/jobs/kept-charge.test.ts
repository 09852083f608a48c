/** The Summary of the result workbook counts the credits that were charged, whatever a later free run ended with. */
import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import { beforeEach, expect, test } from 'vitest';
import { collect } from '#activities/collect-results.ts';
import { newExporter } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });
const { deps } = app;
beforeEach(() => sandbox.seed());

async function summaryOf(jobId: string): Promise<Record<string, unknown>> {
  const { fileKey } = await deps.db.jobFile.findFirstOrThrow({
    where: { jobId, kind: 'result', name: { endsWith: '.xlsx' } },
  });
  const book = xlsx.read(await deps.files.get(fileKey));
  const lines = xlsx.utils.sheet_to_json<unknown[]>(book.Sheets['Summary']!, { header: 1 });
  return Object.fromEntries(lines.map(([name, value]) => [String(name), value]));
}

test('a paid row that runs again free of charge and then finds the portal down is counted as charged', async () => {
  const ana = await newExporter(app);
  const [heading = '', line = ''] = readFileSync('activities/services/exp-issue/sample.csv', 'utf8').split(
    '\n',
  );
  // The portal refuses it: the chapter is not in the tariff.
  const file = new File([`${heading}\n${line.replace('61091000', '77034290')}\n`], 'rows.csv');
  const { jobId } = await ana.started({ serviceId: 'exp-issue', file, totalCredits: 2 });
  expect(await ana.ended(jobId)).toMatchObject({ creditsUsed: 2 });
  expect(await summaryOf(jobId)).toMatchObject({ 'Credits charged': 2, 'Credits returned': 0 });
  // A further run leaves the charge with the row.
  await deps.db.jobRow.updateMany({ where: { jobId, charged: true }, data: { outcome: 'PORTAL_DOWN' } });
  await collect(deps, jobId);
  expect(await summaryOf(jobId)).toMatchObject({ 'Credits charged': 2, 'Credits returned': 0 });
});
