/** The sidebar of administrators: one place for each of their pages, and the open one is marked. */
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let admin: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});

it('every page of the administration has its place in the sidebar, where the open one is marked', async () => {
  const page = await web.openAs(admin, site.address(), '/dashboard');
  const main = page.getByRole('navigation', { name: 'Main' });
  const places = main.getByRole('list', { name: 'Administration' }).getByRole('link');
  await places.first().waitFor();
  const marked = () => main.locator('[aria-current="page"]').allInnerTexts();
  expect(await marked()).toEqual(['Start']);
  const names = await places.allInnerTexts();
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    await places.and(page.getByText(name, { exact: true })).click();
    await expect.poll(marked, { message: name }).toEqual([name]);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  }
  await page.goto(`${site.address()}/admin?tab=system&section=payments`);
  await expect.poll(marked).toEqual(['Payments']);
  expect(await seriousProblems(page)).toEqual([]);
  await page.context().close();
});
