/** The REX page in a real browser: its ZIP and its CSV stay through a reload and a look at another page, until they are taken away. */
import type { Page } from 'playwright';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const folder = 'activities/services/rex-soo-submission';
const removeZip = (page: Page) => page.getByRole('button', { name: 'Remove file sample.zip' });
const removeCsv = (page: Page) => page.getByRole('button', { name: 'Remove file sample.csv' });

async function openMatched(): Promise<Page> {
  const page = await web.openAs(customer, site.address(), '/rex-soo-submission');
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles(`${folder}/sample.zip`);
  await removeZip(page).waitFor();
  await page.getByLabel('Drop the CSV here, or choose it').setInputFiles(`${folder}/sample.csv`);
  await page
    .getByText(/rows? ready/)
    .first()
    .waitFor();
  return page;
}

it('the button that submits says how many rows it submits and what they cost', async () => {
  const page = await openMatched();
  await page.getByRole('button', { name: /^Submit: \d+ rows? · \d+\.\d\d credits$/ }).waitFor();
  await page.context().close();
});

it('the documents and the sheet of a submission stay through a reload and a look at another page', async () => {
  const page = await openMatched();
  const ready = await page
    .getByText(/rows? ready/)
    .first()
    .innerText();
  await page.reload();
  await page.getByText(ready, { exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Credits' }).click();
  await page.waitForURL(/tab=credits/);
  await page.goBack();
  await page.getByText(ready, { exact: true }).waitFor();
  await removeCsv(page).click();
  await page.reload();
  await removeZip(page).waitFor();
  expect(await removeCsv(page).count()).toBe(0);
  await removeZip(page).click();
  await page.reload();
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').waitFor({ state: 'attached' });
  expect(await removeZip(page).count()).toBe(0);
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('sample.zip');
  await page.context().close();
});

it('a submission that is switched off says so before anything is uploaded', async () => {
  const { db } = app.deps;
  const off = { serviceId: 'rex-soo-submission', enabled: false };
  await db.serviceSetting.create({ data: off });
  onTestFinished(async () => void (await db.serviceSetting.delete({ where: { serviceId: off.serviceId } })));
  const page = await web.openAs(customer, site.address(), '/rex-soo-submission');
  await page.getByText('This service is switched off at the moment.').waitFor();
  await page.context().close();
});

it('a submission whose portal is closed says when it opens, before anything is uploaded', async () => {
  const page = await web.open(site.address());
  await page.route('**/api/portals', async (route) => {
    const answer = await route.fetch();
    const { portals, ...rest } = (await answer.json()) as { portals: { portal: string }[] };
    const closed = { state: 'closed', opensAt: '2026-12-01T03:00:00.000Z' };
    const shown = portals.map((each) => (each.portal === 'epb' ? { ...each, ...closed } : each));
    await route.fulfill({ json: { ...rest, portals: shown } });
  });
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.goto('/rex-soo-submission');
  await page.getByText('1 Dec 2026, 09:00').waitFor();
  await page.context().close();
});
