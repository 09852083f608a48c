/** The form of a saved portal login in a real browser, after the login was changed elsewhere or another form was open. */
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();

it('the form of a login is filled with what is saved now, not with what the page has read before', async () => {
  const customer = await app.signUpAndVerify();
  const save = async (username: string): Promise<void> => {
    const login = { portalName: 'bangladesh_bank_exp', username, password: 'exporter1234', consent: true };
    expect(await app.post('/api/credentials/save', login, customer.cookie)).toMatchObject({ status: 200 });
  };
  await save('lien-old');
  const page = await web.openAs(customer, site.address(), '/dashboard?tab=credentials');
  const edit = page.getByRole('button', { name: /^Edit.*Bangladesh Bank EXP/ });
  const dialog = page.getByRole('dialog');
  const username = dialog.getByLabel('Username');
  await edit.click();
  expect(await username.inputValue()).toBe('lien-old');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await save('lien-new');
  const reads: (() => Promise<void>)[] = [];
  let isHeld = true;
  await page.route('**/api/credentials/bangladesh_bank_exp?*', (route) => {
    if (!isHeld) return route.continue();
    reads.push(() => route.continue());
    return undefined;
  });
  await edit.click();
  // The page knows the former login, but the form must wait until it is read again.
  const isFilled = async () => (await username.count()) > 0;
  await until('the login to be read again', async () => reads.length > 0 || (await isFilled()));
  expect(await isFilled()).toBe(false);
  isHeld = false;
  await Promise.all(reads.map((letGo) => letGo()));
  await username.waitFor();
  expect(await username.inputValue()).toBe('lien-new');
  await page.context().close();
});

it('the form of a portal asks for no mail server after the form of the mailbox was open', async () => {
  const customer = await app.signUpAndVerify();
  const page = await web.openAs(customer, site.address(), '/dashboard?tab=credentials');
  const dialog = page.getByRole('dialog');
  const server = dialog.getByLabel('Mail server');
  await page.getByRole('button', { name: /^Add.*Mailbox for FCR mails/ }).click();
  await server.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Add.*Bangladesh Bank EXP/ }).click();
  await dialog.getByLabel('Username').waitFor();
  expect(await server.count()).toBe(0);
  await page.context().close();
});
