/** Two administrators at one rate or bank: a form that was filled before the other one saved undoes nothing. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import type { BankEntry } from '#contracts/calls/banks-answers.ts';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const REASON = 'Circular of December';
const REFUSED = 'Another administrator has changed this in the meantime.';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let [admin, other] = [] as unknown as [Account, Account];

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  other = await app.signUpAndVerify({ isAdmin: true });
});

const open = (section: string): Promise<Page> =>
  web.openAs(admin, site.address(), `/admin?tab=system&section=${section}`);

async function put(path: string, json: object): Promise<void> {
  const answer = await app.request(path, { method: 'PUT', json, cookie: other.cookie });
  expect(answer, answer.text).toMatchObject({ status: 200 });
}

it('a rate that was changed while its form was open keeps the change, and can be changed when opened again', async () => {
  const places = '/api/admin/incentive-rates';
  const values = { scheme: 'SME', validFrom: '2031-07-01', validTo: null, reason: REASON };
  const added = await app.post(places, { ...values, ratePercent: 10 }, other.cookie);
  const { id } = added.body['rate'] as IncentiveRate;
  const rate = async (): Promise<unknown> =>
    ((await app.get(places, admin.cookie)).body['rates'] as IncentiveRate[]).find((each) => each.id === id);
  const page = await open('rates');
  const dialog = page.getByRole('dialog', { name: 'Change rate' });
  const endIt = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Change the rate of / }).click();
    await dialog.getByLabel('Last day of shipment').fill('2031-12-31');
    await dialog.getByLabel('Reason').fill(REASON);
  };
  await endIt();
  await put(`${places}/${id}`, { ...values, ratePercent: 8 });
  await dialog.getByRole('button', { name: 'Save Rate' }).click();
  await dialog.getByText(REFUSED).waitFor();
  expect(await rate()).toMatchObject({ ratePercent: 8, validTo: null });
  await page.keyboard.press('Escape');
  await endIt();
  await dialog.getByRole('button', { name: 'Save Rate' }).click();
  await page.getByText('The rate is changed.').waitFor();
  expect(await rate()).toMatchObject({ ratePercent: 8, validTo: '2031-12-31' });
  await page.context().close();
});

it('a bank that was switched off while its form was open stays off', async () => {
  const names = { nameEn: 'Rupsha Bank', nameBn: 'রূপসা ব্যাংক', hasDesk: true, reason: REASON };
  await app.post('/api/admin/banks', { key: 'rupsha', ...names }, other.cookie);
  await put('/api/admin/banks/rupsha', { ...names, isEnabled: true });
  const page = await open('portals');
  await page.getByRole('button', { name: 'Change Rupsha Bank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Rupsha Bank' });
  await dialog.getByLabel('Name in English').fill('Rupsha Bank PLC');
  await dialog.getByLabel('Reason').fill(REASON);
  await put('/api/admin/banks/rupsha', { ...names, isEnabled: false });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText(REFUSED).waitFor();
  const { body } = await app.get('/api/admin/banks', admin.cookie);
  expect((body['banks'] as BankEntry[]).find(({ key }) => key === 'rupsha')).toMatchObject({
    nameEn: 'Rupsha Bank',
    isEnabled: false,
  });
  await page.context().close();
});
