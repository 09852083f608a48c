/** Credits where there are none, or nothing limits them: the alert about few credits, and the offer of a trial. */
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
});

it('an alert that the balance is below already says when it will come', async () => {
  const path = `/api/users/${customer.id}/credit-alert`;
  const set = await app.request(path, {
    method: 'PUT',
    cookie: customer.cookie,
    json: { threshold: 900_000 },
  });
  expect(set.status).toBe(200);
  const page = await web.openAs(customer, site.address(), '/dashboard?tab=credits');
  const alert = page.getByRole('region', { name: 'Low-credit alert' });
  const below = alert.getByText('Your balance is below that already', { exact: false });
  await below.waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await overflowPx(page)).toBe(0);
  await alert.getByLabel('Notify me below this many credits').fill('0');
  await alert.getByRole('button', { name: 'Save alert' }).click();
  await below.waitFor({ state: 'hidden' });
  await page.context().close();
});

it('an administrator, whose credits are unlimited, is offered no alert about few of them', async () => {
  const page = await web.openAs(admin, site.address(), '/dashboard?tab=credits');
  await page.getByRole('region', { name: 'Usage by service' }).waitFor();
  await page.getByText('Unlimited', { exact: true }).waitFor();
  expect(await page.getByRole('region', { name: 'Low-credit alert' }).count()).toBe(0);
  await page.context().close();
});

it('a trial is offered only to visitors, and only while new accounts get credits', async () => {
  const signedIn = await web.openAs(customer, site.address(), '/');
  const offer = signedIn.getByRole('region', { name: 'Try it with your own file' });
  await offer.getByRole('link', { name: 'Explore Services' }).waitFor();
  await signedIn.context().clearCookies();
  await signedIn.reload();
  await offer.getByRole('link', { name: 'Start Free Trial' }).waitFor();
  await app.deps.db.settings.update({ where: { id: 1 }, data: { freeTrialCreditsHundredths: 0 } });
  await signedIn.reload();
  await offer.getByRole('link', { name: 'Explore Services' }).waitFor();
  expect(await offer.getByRole('link', { name: 'Start Free Trial' }).count()).toBe(0);
  await signedIn.context().close();
});
