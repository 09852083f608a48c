/** A new customer practises in a browser: with a sample in one click, and with a sheet of their own. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { laptop, overflowPx, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const JOB_MS = 180_000;
let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

/** Jobs of the test before would greet nobody any more. */
async function forgetJobs(): Promise<void> {
  await stack.db.job.updateMany({ data: { createdAt: new Date(0) } });
  await stack.db.job.deleteMany({ where: { finishedAt: { not: null } } });
}

const greeting = (page: Page) => page.getByRole('region', { name: 'See it work: a practice run' });

async function openAsDemo(viewport = laptop, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  await forgetJobs();
  const page = await web.openSignedIn(stack.app, {
    as: demoCustomer,
    at: '/dashboard',
    viewport,
    colorScheme,
  });
  return page;
}

async function downloaded(page: Page): Promise<{ name: string; files: Map<string, Buffer> }> {
  const link = page.getByRole('link', { name: 'Download ZIP' });
  await link.waitFor({ timeout: JOB_MS });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: download.suggestedFilename(), files: await unzip(await readFile(await download.path())) };
}

async function choosePractice(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'What to practise' }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}

describe('the practice run', () => {
  it('one click runs a sample, and everything that shows the run says that it is practice', async () => {
    const page = await openAsDemo();
    await greeting(page).getByText('Nothing is filed on a real portal').waitFor();
    await greeting(page).getByRole('button', { name: 'Run the Sample' }).click();
    await page.waitForURL('**/dashboard/jobs/*');
    await page.getByText('Practice', { exact: true }).first().waitFor();
    const { name, files } = await downloaded(page);
    expect(name).toMatch(/^practice_exp-search_/);
    expect([...files.keys()].every((file) => file.split('/').at(-1)?.startsWith('practice_'))).toBe(true);
    await page.getByRole('heading', { name: 'Practice run', exact: true }).waitFor();
    await page.getByText('Nothing was charged, and nothing was filed on a real portal.').waitFor();
    expect(await page.getByText('Reserved at the start').count()).toBe(0);
    for (const place of ['/dashboard', '/dashboard/jobs']) {
      await page.goto(place);
      await page
        .getByRole('link', { name: /Open job EXP Search/ })
        .first()
        .waitFor();
      await page.getByText('Practice', { exact: true }).first().waitFor();
    }
    // Practice is no work done: the figures stay, and the greeting too.
    await page.goto('/dashboard');
    await greeting(page).getByText('9 practice runs left today').waitFor();
    await page.getByText('No finished job yet').waitFor();
    await page.context().close();
  });

  it('a sheet of the customer is practised on any service, and a refusal says what would be right', async () => {
    const page = await openAsDemo();
    const panel = greeting(page);
    await choosePractice(page, 'EXP Issue');
    await panel.getByRole('button', { name: 'Use My Own Sheet' }).click();
    const choose = (name: string, text: string) =>
      panel
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('wrong.csv', 'colour,size\nred,10\n');
    await panel.getByRole('button', { name: 'Start the Practice Run' }).click();
    await panel.getByRole('alert').waitFor();
    await panel.getByRole('button', { name: 'Remove file wrong.csv' }).click();
    await expect.poll(() => panel.getByRole('alert').count()).toBe(0);
    await choose('mine.csv', readFileSync('activities/services/exp-issue/sample.csv', 'utf8'));
    await panel.getByRole('button', { name: 'Start the Practice Run' }).click();
    await page.waitForURL('**/dashboard/jobs/*');
    await page.getByText('mine.csv').first().waitFor();
    await downloaded(page);
    await page.context().close();
  });

  it('a service that works without a portal is practised with its sample only', async () => {
    const page = await openAsDemo();
    await choosePractice(page, 'PDF to Excel Converter');
    expect(await greeting(page).getByRole('button', { name: 'Use My Own Sheet' }).count()).toBe(0);
    await page.context().close();
  });

  it('a customer with a real job is not greeted', async () => {
    const page = await openAsDemo();
    await greeting(page).waitFor();
    const { id: userId } = await stack.db.user.findUniqueOrThrow({ where: { email: 'demo@chalan.test' } });
    const upload = await stack.db.upload.create({
      data: {
        userId,
        serviceId: 'exp-search',
        fileName: 'a.csv',
        fileKey: 'uploads/none',
        sizeBytes: 1,
        sha256: '',
      },
    });
    await stack.db.job.create({
      data: {
        userId,
        serviceId: 'exp-search',
        serviceName: 'EXP Search',
        uploadId: upload.id,
        fileName: 'a.csv',
        portal: 'bb-exp',
        state: 'completed',
        rowsTotal: 1,
        rowsDone: 1,
        costPerRow: 50,
        finishedAt: new Date(),
        expiresAt: new Date(Date.now() + DAY_MS),
      },
    });
    await page.reload();
    await page.getByText('a.csv').first().waitFor();
    expect(await greeting(page).count()).toBe(0);
    await page.context().close();
  });

  it.each(todaysLooks(3))(
    'the greeting and the page of its job have no serious problem under axe: $name',
    async (look) => {
      const page = await openAsDemo(look.viewport, look.colorScheme);
      const { id } = await stack.db.user.findUniqueOrThrow({ where: { email: 'demo@chalan.test' } });
      await stack.db.user.update({ where: { id }, data: { language: look.language } });
      await page.reload();
      const review = reviewOf(page);
      const run = page.getByRole('button', { name: look.language === 'bn' ? 'নমুনা চালান' : 'Run the Sample' });
      await run.waitFor();
      await review.look('greeting');
      await run.click();
      await page.waitForURL('**/dashboard/jobs/*');
      await page
        .getByText(look.language === 'bn' ? 'অনুশীলন' : 'Practice', { exact: true })
        .first()
        .waitFor();
      await review.look('job');
      expect(review.problems).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      await page.context().close();
    },
  );
});
