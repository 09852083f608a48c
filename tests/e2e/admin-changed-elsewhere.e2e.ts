/** What two administrators change on the same page: neither loses what the other one has saved, nor what was typed. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const REASON = 'Asked for by phone';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let admin: Account;
let other: Account;

beforeAll(async () => {
  [admin, other] = [
    await app.signUpAndVerify({ isAdmin: true }),
    await app.signUpAndVerify({ isAdmin: true }),
  ];
});

const open = (place: string): Promise<Page> => web.openAs(admin, site.address(), place);

it('a saved note of an ad placement leaves what others have changed in the placement', async () => {
  const page = await open('/admin?tab=ads');
  const placement = page.getByRole('listitem').filter({ hasText: 'dashboard_after_stats' });
  await placement.getByLabel('Note', { exact: true }).fill('Agreed with sales');
  const path = '/api/ads/settings/dashboard_after_stats';
  const changed = await app.request(path, {
    method: 'PUT',
    cookie: other.cookie,
    json: { ad_slot_id: '1234567890', userId: other.id, reason: REASON },
  });
  expect(changed.status).toBe(200);
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Save All' }).click();
  await page.getByText('All ad settings saved successfully').waitFor();
  const { setting } = (await app.get(path, admin.cookie)).body;
  expect(setting).toMatchObject({ description: 'Agreed with sales', ad_slot_id: '1234567890' });
  await page.context().close();
});

it('texts of a page map that another version overtook stay as they were typed until that version is loaded', async () => {
  const page = await open('/admin?tab=system&section=portals&map=bank-ci');
  const text = page.getByLabel('form.submit', { exact: true });
  await text.fill('File claim');
  const published = await app.request('/api/admin/portals/bank-ci/page-map', {
    method: 'PUT',
    cookie: other.cookie,
    json: { changes: { 'form.submit': 'Send claim' }, version: 0, reason: REASON },
  });
  expect(published).toMatchObject({ status: 200 });
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Publish' }).click();
  const load = page.getByRole('button', { name: 'Load the published version' });
  await load.waitFor();
  expect(await text.inputValue()).toBe('File claim');
  expect(await page.getByLabel('Reason').inputValue()).toBe(REASON);
  expect(await seriousProblems(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await overflowPx(page)).toBe(0);
  await load.click();
  await page.getByText('Version 1 is in force.').waitFor();
  expect(await text.inputValue()).toBe('Send claim');
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(
    'Texts of the page map',
  );
  await text.fill('File claim');
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 is in force.').waitFor();
  expect(await text.inputValue()).toBe('File claim');
  expect(await load.count()).toBe(0);
  await page.context().close();
});

it('a saved company of a user leaves the name that another administrator has changed meanwhile', async () => {
  const user = await app.signUpAndVerify();
  const page = await open(`/admin?tab=users&search=${encodeURIComponent(user.email)}`);
  await page.getByRole('button', { name: `Details of ${user.email}` }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Company', { exact: true }).fill('Meghna Apparels');
  const changed = await app.request(`/api/users/${user.id}`, {
    method: 'PUT',
    cookie: other.cookie,
    json: { name: 'Salma Akter', reason: REASON },
  });
  expect(changed.status).toBe(200);
  // The lists are loaded again once the connection is back.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.getByText('Salma Akter').first().waitFor();
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByLabel('Company', { exact: true }).waitFor({ state: 'hidden' });
  expect(await app.deps.db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
    name: 'Salma Akter',
    company: 'Meghna Apparels',
  });
  await page.context().close();
});

it('a balance that was typed is refused once the balance is no longer the one that it was typed over', async () => {
  const user = await app.signUpAndVerify();
  const page = await open(`/admin?tab=users&search=${encodeURIComponent(user.email)}`);
  await page.getByRole('button', { name: `Details of ${user.email}` }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const credits = page.getByLabel('Credits', { exact: true });
  await credits.fill('150');
  const changed = await app.request(`/api/users/${user.id}`, {
    method: 'PUT',
    cookie: other.cookie,
    json: { name: 'Salma Akter', credits: 60, reason: REASON },
  });
  expect(changed).toMatchObject({ status: 200 });
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.getByText('Salma Akter').first().waitFor();
  expect(await credits.inputValue()).toBe('150');
  await page.getByLabel('Reason').fill(REASON);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  expect((await saved).status()).toBe(409);
  await expect.poll(() => credits.inputValue()).toBe('60.00');
  await page.context().close();
});
