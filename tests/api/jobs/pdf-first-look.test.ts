/**
 * The first look at a converted PDF, which may read a long scan: it happens once, and takes no slot from the steps of
 * jobs and payments.
 */
import { expect, test, vi } from 'vitest';
import { newCustomer, pdf } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { pdfOf } from '#tests/unit/pdf/pdf-maker.ts';
import { tableLookWorkflowId } from '#workflows/ids.ts';
import { goods } from '#tests/harness/table-samples.ts';
import { converted } from './table-calls.ts';

const app = await startAppWithWorkers();
const { files, temporal, workflows } = app.deps;
/** As many as the steps that one worker runs at the same time. */
const LOOKS = 16;
const pages = Array.from({ length: LOOKS }, (_, index) => index + 1);
const isOverview = (key: string): boolean => key.endsWith('/overview.json');

/** Makes every look at a PDF wait before it begins, until the returned function is called. */
function holdLooks(): () => void {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const has = files.has.bind(files);
  const asked = vi.spyOn(files, 'has').mockImplementation(async (key) => {
    if (isOverview(key)) await held;
    return has(key);
  });
  return () => {
    asked.mockRestore();
    letGo();
  };
}

test('sixteen pages that are asked for at the same time read the PDF once', async () => {
  const bytes = await pdfOf(pages.map(() => [{ rows: goods, ruled: true }]));
  const { calls } = await converted(app, new File([new Uint8Array(bytes)], 'long.pdf'));
  const put = vi.spyOn(files, 'put');
  const answers = await Promise.all(pages.map((page) => calls.picture(page)));
  const looks = put.mock.calls.filter(([key]) => isOverview(key));
  put.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200));
  expect(looks).toHaveLength(1);
});

test('a job is admitted while as many looks at PDFs as a worker has steps are under way', async () => {
  const { ana, job } = await converted(app);
  const bob = await newCustomer(app);
  const { jobId } = job;
  const letGo = holdLooks();
  const looks = await Promise.all(
    pages.map((page) =>
      workflows.tables.look(
        { userId: ana.id, jobId, rowNumber: 1, task: { kind: 'picture', page } },
        `picture-${page}`,
      ),
    ),
  );
  try {
    for (const page of pages)
      await until(`the look at page ${page} to be asked for`, async () => {
        const look = temporal.workflow.getHandle(tableLookWorkflowId(jobId, 1, `picture-${page}`));
        return (await look.describe()).raw.pendingActivities?.length === 1;
      });
    expect(await bob.start({ file: pdf(), totalCredits: 1 })).toMatchObject({ status: 200 });
  } finally {
    letGo();
    await Promise.all(looks.map(({ end }) => end()));
  }
});
