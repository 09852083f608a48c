/** The dashboard and a job's page in a real browser: what comes later than the rest, what is remembered, what is missing. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';
import { agentOf, cookiesOf, measureFirstView, signedIn } from '#tests/harness/wire.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let jobId: string;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  const { db } = app.deps;
  jobId = await keptJob(db, customer, { state: 'completed', errorCode: null, outcomes: ['SUCCESS'] });
  await db.job.update({ where: { id: jobId }, data: { filesState: 'writing' } });
  await db.jobFile.create({
    data: {
      jobId,
      name: 'result.csv',
      kind: 'result',
      fileKey: `${jobId}/result.csv`,
      sizeBytes: 1,
      contentType: 'text/csv',
    },
  });
});

async function openSignedIn(viewport = laptop, account = customer): Promise<Page> {
  const page = await web.open(site.address(), viewport);
  await page.context().addCookies(cookiesOf(account.cookie, site.address()));
  return page;
}

it.each(['/dashboard', '/dashboard/jobs'])(
  'the download of an ended job appears on %s without a reload when its files are written later',
  async (address) => {
    const { db } = app.deps;
    await db.job.update({ where: { id: jobId }, data: { filesState: 'writing' } });
    const page = await openSignedIn();
    await page.goto(address);
    await page.getByText('containers.csv').first().waitFor();
    const download = page.getByRole('link', { name: 'Download results of containers.csv' });
    expect(await download.count()).toBe(0);
    await db.job.update({ where: { id: jobId }, data: { filesState: 'written' } });
    await download.waitFor();
    await page.context().close();
  },
);

it('whether only documents are made counts with the click, before the address is rendered', async () => {
  const page = await openSignedIn();
  await page.goto('/dashboard?service=cash-incentive-application');
  const only = { name: 'Only make the documents' };
  await page.getByRole('switch', only).click();
  await page.getByRole('switch', { ...only, checked: true }).waitFor();
  await page.waitForURL(/documents=only/);
  // A start by the next event would go by what React has rendered when the click's own work is done.
  const isOn = await page.evaluate(`new Promise((resolve) => {
    const only = document.querySelector('[role=switch][aria-label="Only make the documents"]');
    only.click();
    queueMicrotask(() => resolve(only.getAttribute('aria-checked')));
  })`);
  expect(isOn).toBe('false');
  await page.waitForURL((address) => !address.searchParams.has('documents'));
  await page.context().close();
});

it('a job that does not exist is said once, and leads to the jobs instead of trying again', async () => {
  const page = await openSignedIn();
  await page.goto(`/dashboard/jobs/${randomUUID()}`);
  const said = page.getByRole('main').getByRole('alert');
  await said.getByText('There is no such job in your account.').waitFor();
  expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0);
  await said.getByRole('link', { name: 'All jobs' }).click();
  await page.waitForURL('**/dashboard/jobs');
  await page.context().close();
});

it('the page that corrects a job which does not exist says so once, and leads neither to that job nor to another try', async () => {
  const page = await openSignedIn();
  const missing = randomUUID();
  await page.goto(`/dashboard/jobs/${missing}/correct`);
  const main = page.getByRole('main');
  const said = main.getByRole('alert');
  await said.getByText('There is no such job in your account.').waitFor();
  expect(await said.count()).toBe(1);
  expect(await main.getByRole('button', { name: 'Try Again' }).count()).toBe(0);
  const links = await main.getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(['/dashboard', '/dashboard/jobs']);
  expect(await seriousProblems(page)).toEqual([]);
  await page.context().close();
});

it('the services that a customer started last come first in the list, each once, and only for that customer', async () => {
  const page = await openSignedIn();
  await page.goto('/dashboard');
  const keep = (owner: string, ids: string[]) =>
    page.evaluate(
      `localStorage.setItem('chalan-recent-services', ${JSON.stringify(JSON.stringify({ [owner]: ids }))})`,
    );
  const listed = async (): Promise<string[]> => {
    await page.reload();
    await page.getByRole('combobox', { name: 'Service' }).click();
    await page.getByRole('option').first().waitFor();
    return page.getByRole('option').allInnerTexts();
  };
  await keep('somebody-else', ['ctg-port-tracking']);
  const usual = await listed();
  expect(await page.getByText('Used lately').count()).toBe(0);
  await keep(customer.id, ['ctg-port-tracking', 'no-longer-sold', 'exp-search']);
  const ordered = await listed();
  await page.getByText('Used lately').waitFor();
  expect(ordered[0]).toContain('Chattogram Port Tracking');
  expect(ordered[1]).toContain('EXP Search');
  expect(ordered.toSorted()).toEqual(usual.toSorted());
  await page.context().close();
});

it('a value of a row is copied with one press as the portal returned it', async () => {
  const id = await keptJob(app.deps.db, customer, {
    state: 'completed',
    errorCode: null,
    outcomes: ['SUCCESS'],
    rows: [{ values: { fob_value: 1234.5, currency: 'USD' }, portalReference: 'REF-77' }],
  });
  const page = await openSignedIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/dashboard/jobs/${id}`);
  await page.getByRole('button', { name: 'Details of row 1' }).click();
  await page.getByText('1,234.50 USD').waitFor();
  for (const [label, copied] of [
    ['FOB value', '1234.5'],
    ['Reference', 'REF-77'],
  ] as const) {
    const button = page.getByRole('button', { name: `Copy: ${label}` });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(copied);
  }
  expect(await seriousProblems(page)).toEqual([]);
  await page.context().close();
});

it('the number by which a job is found is copied from its page, and finds it', async () => {
  const page = await openSignedIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/dashboard/jobs/${jobId}`);
  await page.getByRole('button', { name: /^Copy: Job number / }).click();
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(jobId);
  await page.goto(`/dashboard/jobs?q=${jobId}`);
  await page.getByRole('status').getByText('1 job', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /^Open job/ }).getAttribute('href')).toBe(
    `/dashboard/jobs/${jobId}`,
  );
  await page.context().close();
});

it('in the list of jobs, J and K move between jobs and Enter opens one, but keys that are typed stay text', async () => {
  await keptJob(app.deps.db, customer, {
    fileName: 'key-first.csv',
    createdAt: new Date(Date.now() - 60_000),
  });
  await keptJob(app.deps.db, customer, {
    fileName: 'key-second.csv',
    createdAt: new Date(Date.now() - 120_000),
  });
  const page = await openSignedIn();
  await page.goto('/dashboard/jobs?q=key-');
  const named = (file: string) => page.getByRole('link', { name: new RegExp(`^Open job .*${file}$`) });
  const isFocused = (file: string) => named(file).and(page.locator(':focus')).count();
  await named('key-first.csv').focus();
  // A key that is pressed before the page's code has come is lost; on the last job, the key changes nothing.
  await expect
    .poll(async () => {
      await page.keyboard.press('j');
      return isFocused('key-second.csv');
    })
    .toBe(1);
  await page.keyboard.press('k');
  expect(await isFocused('key-first.csv')).toBe(1);
  await page.keyboard.press('Control+j');
  expect(await isFocused('key-first.csv')).toBe(1);
  const search = page.getByRole('searchbox');
  await search.fill('');
  await search.pressSequentially('jk');
  expect(await search.inputValue()).toBe('jk');
  await search.fill('key-first');
  await named('key-second.csv').waitFor({ state: 'detached' });
  await named('key-first.csv').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/jobs\/[0-9a-f-]{36}$/);
  await page.context().close();
});

it('a customer who is signed out while filling in a form signs in again by the password alone, and keeps what was typed', async () => {
  const page = await openSignedIn();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const company = page.getByLabel('Company');
  await company.fill('Half-typed Ltd.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  const password = dialog.getByLabel('Password', { exact: true });
  await password.and(page.locator(':focus')).waitFor();
  expect(await dialog.getByLabel('Email').inputValue()).toBe(customer.email);
  await page.keyboard.type(customer.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect(await company.inputValue()).toBe('Half-typed Ltd.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await company.waitFor({ state: 'hidden' });
  await page.context().close();
});

const backLink = (page: Page) => page.getByRole('main').getByRole('link').first();
/** The name and the address of the link that leads back from a job. */
const backOf = async (page: Page): Promise<[string, string | null]> => {
  await page.getByRole('heading', { level: 1, name: 'Chattogram Port Tracking' }).waitFor();
  return [(await backLink(page).innerText()).trim(), await backLink(page).getAttribute('href')];
};

describe('the link that leads back from a job', () => {
  it('a job leads back to the list with its filters, also after a reload and after its rows were filtered', async () => {
    const filtered = '/dashboard/jobs?state=done&q=containers';
    const page = await openSignedIn();
    await page.goto(filtered);
    await page
      .getByRole('link', { name: /^Open job .*containers\.csv$/ })
      .first()
      .click();
    await expect.poll(() => backOf(page)).toEqual(['Back to Jobs', filtered]);
    await page.reload();
    await expect.poll(() => backOf(page)).toEqual(['Back to Jobs', filtered]);
    await page.getByRole('button', { name: /^Done 1/ }).click();
    await page.waitForURL(/rows=succeeded/);
    expect(await backOf(page)).toEqual(['Back to Jobs', filtered]);
    await backLink(page).click();
    await page.waitForURL(`**${filtered}`);
    expect(await page.getByRole('searchbox').inputValue()).toBe('containers');
    await page.context().close();
  });

  it('a job leads back to the dashboard if it was opened there or by its address', async () => {
    const page = await openSignedIn();
    await page.goto('/dashboard/jobs');
    await page.goto(`/dashboard/jobs/${jobId}`);
    expect(await backOf(page)).toEqual(['Back to Dashboard', '/dashboard']);
    await page.goto('/dashboard');
    await page
      .getByRole('link', { name: /^Open job .*containers\.csv$/ })
      .first()
      .click();
    expect(await backOf(page)).toEqual(['Back to Dashboard', '/dashboard']);
    await page.context().close();
  });

  it('a job that was found by the search leads back to the page where the search was opened', async () => {
    const admin = await app.signUpAndVerify({ isAdmin: true });
    await keptJob(app.deps.db, admin, { fileName: 'own.csv' });
    const page = await openSignedIn(laptop, admin);
    for (const [place, name] of [
      ['/admin?tab=jobs&text=own', 'Jobs of all customers'],
      ['/account/schedules', 'Schedules'],
    ] as const) {
      await page.goto(place);
      await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search pages, services, jobs and rows' }).fill('own.csv');
      await page.getByRole('option', { name: /own\.csv/ }).click();
      await expect.poll(() => backOf(page)).toEqual([`Back to ${name}`, place]);
    }
    await page.context().close();
  });
});

describe('the filters of the jobs', () => {
  const states = (page: Page) => page.getByRole('group', { name: 'State' });
  const service = (page: Page) => page.getByRole('combobox', { name: 'Service' });

  it('on a phone the filters are folded away behind a button that counts them and is worked by keyboard', async () => {
    const page = await openSignedIn(phone);
    const seen = await measureFirstView(page, '/dashboard/jobs?state=done&days=30', agentOf('phone'));
    expect(seen.layoutShift, seen.details).toBeLessThanOrEqual(signedIn.layoutShift);
    const button = page.getByRole('button', { name: 'Filters (2)' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect([await states(page).count(), await service(page).count()]).toEqual([0, 0]);
    const first = await page
      .getByRole('link', { name: /^Open job/ })
      .first()
      .boundingBox();
    expect(first?.y).toBeLessThan(phone.height / 2);

    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.press('Tab');
    expect(await button.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Enter');
    await states(page).waitFor();
    await page.keyboard.press('Tab');
    expect(await service(page).and(page.locator(':focus')).count()).toBe(1);
    await states(page).getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Filters (1)', expanded: true }).waitFor();
    expect(Number(await page.evaluate('window.layoutShift'))).toBeLessThanOrEqual(signedIn.layoutShift);
    expect(await seriousProblems(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await page.context().close();
  });

  it("on a phone the filters of all customers' jobs are folded away as well, except the search for a file", async () => {
    const page = await openSignedIn(phone, await app.signUpAndVerify({ isAdmin: true }));
    await page.goto('/admin?tab=jobs&shown=done&customer=ana');
    await page.getByRole('button', { name: 'Filters (2)', expanded: false }).click();
    await states(page).getByRole('button', { name: /^Done/, pressed: true }).waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(2);
    // A narrower one cuts off the year.
    expect((await page.getByLabel('From').boundingBox())?.width).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Filters (2)', expanded: true }).click();
    expect([await states(page).count(), await page.getByRole('searchbox').count()]).toEqual([0, 1]);
    expect(await seriousProblems(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await page.context().close();
  });

  it("in a wide window the list of all customers' jobs stays in its place when a filter is set", async () => {
    const page = await openSignedIn(laptop, await app.signUpAndVerify({ isAdmin: true }));
    await page.goto('/admin?tab=jobs');
    const table = page.getByRole('table');
    const topOf = async () => (await table.boundingBox())?.y;
    await table.waitFor();
    const before = await topOf();
    await states(page).getByRole('button', { name: /^Done/ }).click();
    await page.getByRole('button', { name: 'Clear Filters' }).waitFor();
    expect(await topOf()).toBe(before);
    await page.context().close();
  });

  it('a wide window shows all filters of the jobs and no button for them', async () => {
    const page = await openSignedIn();
    await page.goto('/dashboard/jobs');
    await states(page).waitFor();
    await service(page).waitFor();
    expect(await page.getByRole('button', { name: 'Filters' }).count()).toBe(0);
    await page.context().close();
  });
});
