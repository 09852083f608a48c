/** A job in a real browser: files with long names, and the question before its failed rows run again. */
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { keepDocument, pagedPdf } from '#tests/harness/job-documents.ts';
import { laptop, phone, reviewOf, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const open = (place: string, viewport = laptop, account = customer): Promise<Page> =>
  web.openAs(account, site.address(), place, viewport);

const longName = (end: string): string =>
  `export-proceeds-realisation-of-november-2026-with-all-annexes-karnaphuli-branch-${end}`;

/** Two names look the same if their pictures are the same, wherever they are on the page. */
async function lookDifferent(one: Locator, other: Locator): Promise<boolean> {
  const [first, second] = [await one.screenshot(), await other.screenshot()];
  return !first.equals(second);
}

it.each([
  ['a laptop', laptop],
  ['a phone', phone],
])('files whose long names differ only in their ends look different on %s', async (device, viewport) => {
  const part = `${device.split(' ')[1] ?? ''}-part`;
  const [first, second] = [longName(`${part}-1`), longName(`${part}-2`)];
  const jobs = [];
  for (const name of [first, second])
    jobs.push(
      await keptJob(app.deps.db, customer, {
        fileName: `${name}.csv`,
        state: 'completed',
        errorCode: null,
        outcomes: ['SUCCESS', 'SUCCESS'],
      }),
    );
  const [jobId = ''] = jobs;
  for (const [index, name] of [first, second].entries())
    for (const kind of ['document', 'result'] as const)
      await keepDocument(
        app.deps,
        { jobId, rowNumber: index + 1, kind },
        { name: `${kind}-${name}.pdf`, bytes: await pagedPdf(1) },
      );
  const page = await open('/dashboard/jobs', viewport);
  const review = reviewOf(page);
  const shown = (name: string) => page.getByTitle(name, { exact: true });
  await shown(`${first}.csv`).waitFor();
  expect(await lookDifferent(shown(`${first}.csv`), shown(`${second}.csv`))).toBe(true);
  await review.look('the list of jobs');
  await page.goto(`/dashboard/jobs/${jobId}`);
  for (const kind of ['document', 'result']) {
    await shown(`${kind}-${first}.pdf`).waitFor();
    expect(await lookDifferent(shown(`${kind}-${first}.pdf`), shown(`${kind}-${second}.pdf`)), kind).toBe(
      true,
    );
    await page.getByRole('link', { name: `${kind}-${first}.pdf`, exact: true }).waitFor();
  }
  await review.look('the job');
  expect(review.problems).toEqual([]);
  await page.context().close();
});

it.each([
  ['en', 'Run failed rows again', 'Run Again: 3 rows · 2.00 credits', 'At most 2.00 credits are reserved'],
  ['bn', 'ব্যর্থ সারি আবার চালান', 'আবার চালান: ৩টি সারি · ২.০০ ক্রেডিট', 'সর্বোচ্চ ২.০০ ক্রেডিট ধরে রাখা হবে'],
])(
  'the question before failed rows run again says in %s how many they are and what they cost at most',
  async (language, ask, confirm, price) => {
    const outcomes = ['PORTAL_DOWN', 'PORTAL_DOWN', 'PORTAL_DOWN', 'INPUT_INVALID', 'SUCCESS'];
    const jobId = await keptJob(app.deps.db, customer, { outcomes });
    // The third row asks what the first one asks, so it is not charged.
    await app.deps.db.jobRow.updateMany({ where: { jobId, rowNumber: 3 }, data: { sameAsRow: 1 } });
    const page = await open(`/dashboard/jobs/${jobId}`);
    if (language === 'bn') await page.getByRole('button', { name: 'বাংলা' }).click();
    const review = reviewOf(page);
    await page.getByRole('button', { name: ask }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: confirm, exact: true }).waitFor();
    await question.getByText(price).waitFor();
    await review.look('the question');
    expect(review.problems).toEqual([]);
    await page.context().close();
  },
);

it('running failed rows of an administrator again costs nothing, and rows with errors are not run again', async () => {
  const admin = await app.signUpAndVerify({ isAdmin: true });
  const failed = await keptJob(app.deps.db, admin, { outcomes: ['PORTAL_DOWN', 'SUCCESS'] });
  const page = await open(`/dashboard/jobs/${failed}`, laptop, admin);
  const again = page.getByRole('button', { name: 'Run failed rows again' });
  await again.click();
  const question = page.getByRole('alertdialog');
  await question.getByText('1 row ended without a result').waitFor();
  await question.getByText('This costs nothing.').waitFor();
  await question.getByRole('button', { name: 'Run Again: 1 row', exact: true }).waitFor();
  const refused = await keptJob(app.deps.db, admin, { outcomes: ['INPUT_INVALID', 'SUCCESS'] });
  await page.goto(`/dashboard/jobs/${refused}`);
  await page.getByRole('link', { name: 'Correct failed rows' }).waitFor();
  expect(await again.count()).toBe(0);
  await page.context().close();
});
