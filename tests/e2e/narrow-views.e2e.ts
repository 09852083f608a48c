/** What stands where on narrow pages: lines that begin at the same edge, filters in one line, answers that are in sight. */
import { beforeAll, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, phone, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const headerHeight = 56;
const password = 'jute and tea and rice';
const board = '/admin?tab=system&section=portals';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;
let jobId: string;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
  jobId = await keptJob(app.deps.db, customer, { fileName: 'narrow.csv' });
});

async function open(account: Account | null, address: string, viewport = phone): Promise<Page> {
  const page = await web.open(site.address(), viewport);
  if (account) await page.context().addCookies(cookiesOf(account.cookie, site.address()));
  await page.goto(address);
  return page;
}

async function readInBengali({ cookie, id }: Account): Promise<void> {
  await app.request(`/api/users/${id}/preferences`, { method: 'PUT', json: { language: 'bn' }, cookie });
}

type Shown = {
  ownerDocument: {
    createRange: () => {
      selectNodeContents: (element: unknown) => void;
      getBoundingClientRect: () => { left: number };
    };
  };
};

/** Where the words of an element begin, in pixels from the left. */
const beginningOf = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => {
    const range = (element as unknown as Shown).ownerDocument.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left);
  });

it('the links below a bank begin where its text begins', async () => {
  // Wide enough for the links to have the space of a laptop, and too narrow for them to stand beside the text.
  const page = await open(admin, board, { ...laptop, width: 1024 });
  const line = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Change / }) });
  const text = line.locator('p').last();
  await text.waitFor();
  const link = line.getByRole('link', { name: /^Page map/ });
  const [beside, below] = [await text.boundingBox(), await link.boundingBox()];
  expect(below?.y).toBeGreaterThan(beside?.y ?? 0);
  expect(await beginningOf(link)).toBe(await beginningOf(text));
  await page.context().close();
});

it('the services of a portal have their Bengali names for an administrator who reads Bengali', async () => {
  const bengaliReader = await app.signUpAndVerify({ isAdmin: true });
  const page = await open(bengaliReader, board);
  await page
    .getByText(/Services: .*EXP Search/)
    .first()
    .waitFor();
  await readInBengali(bengaliReader);
  await page.reload();
  await page.getByText('নগদ সহায়তা').first().waitFor();
  expect(await page.getByText('Cash Incentive Application').count()).toBe(0);
  expect(await page.getByText('EXP Search').count()).toBe(0);
  await page.context().close();
});

it('the filters of a job stand in one line on a phone, in Bengali as well', async () => {
  await readInBengali(customer);
  const page = await open(customer, `/dashboard/jobs/${jobId}`);
  const filters = page.getByRole('group', { name: 'ফলাফল অনুযায়ী' }).getByRole('button');
  await filters.first().waitFor();
  const boxes = await Promise.all((await filters.all()).map((each) => each.boundingBox()));
  const tops = boxes.map((box) => Math.round(box?.y ?? 0));
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
  await page.context().close();
});

it('after the sign-up on a phone, the page shows its answer from the beginning', async () => {
  // The keyboard covers the rest.
  const page = await web.open(site.address(), { ...phone, height: 420 });
  await page.goto('/sign-up');
  const fields = page.getByRole('main').locator('form input');
  const typed = ['Rahima Khatun', 'Padma Apparels Ltd.', '+8801712345671', 'narrow@example.test', password];
  for (const [index, text] of typed.entries()) await fields.nth(index).fill(text);
  await page.getByRole('main').locator('button[type=submit]').click();
  const answer = page.getByText('Registration successful!');
  await answer.waitFor();
  await expect.poll(async () => (await answer.boundingBox())?.y ?? 0).toBeGreaterThan(headerHeight);
  await page.context().close();
});

it('a row that has not run does not say that the portal returned nothing', async () => {
  const waiting = { state: 'queued', errorCode: null, outcomes: [null], finishedAt: null };
  const owner = await app.signUpAndVerify();
  const id = await keptJob(app.deps.db, owner, waiting);
  const page = await open(owner, `/dashboard/jobs/${id}`);
  await page.getByRole('button', { name: 'Details of row 1' }).click();
  await page.getByText('Nothing yet: this row has not run.').waitFor();
  await page.context().close();
});

it('an administrator reaches the portal of a job from the job', async () => {
  const place = { serviceId: 'exp-search', portal: 'bb-exp', fileName: 'of-portal.csv' };
  const id = await keptJob(app.deps.db, customer, place);
  const page = await open(admin, `/admin?tab=jobs&job=${id}`, laptop);
  await page.getByRole('dialog').getByRole('link', { name: 'Bangladesh Bank EXP' }).click();
  await page.waitForURL('**/admin?tab=system&section=portals');
  await page.context().close();
});
