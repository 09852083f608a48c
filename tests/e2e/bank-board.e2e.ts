/** The administrators' board of portals and banks: each place stands on it once, with a state that is true. */
import { beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { bengaliPortalName, portalLabels } from '#contracts/portals/portal-labels.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const FIRST_DESK = 'bank-ci';
const ADDRESS = 'https://claims.lien.example';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let admin: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});

async function openBoard(place = ''): Promise<Page> {
  const page = await web.open(site.address(), laptop);
  await page.context().addCookies(cookiesOf(admin.cookie, site.address()));
  await page.goto(`/admin?tab=system&section=portals${place}`);
  return page;
}

it('a bank without an address is not up, and the first bank has one line with all that is kept of its desk', async () => {
  const { nameEn } = await app.deps.db.bank.findUniqueOrThrow({ where: { place: FIRST_DESK } });
  const page = await openBoard();
  const line = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Change / }) });
  await line.getByText(nameEn, { exact: true }).waitFor();
  await line.getByText('Not connected', { exact: true }).waitFor();
  expect(await page.getByText('Up', { exact: true }).count()).toBe(
    // Every customer names the server of a mailbox.
    await page.getByText('Every customer names the server').count(),
  );
  const address = { hasAddress: true, address: ADDRESS };
  await app.deps.db.portalState.upsert({
    where: { portal: FIRST_DESK },
    create: { portal: FIRST_DESK, ...address },
    update: address,
  });
  await line.getByText(`Reached at ${ADDRESS}`).waitFor();
  await line.getByText('Up', { exact: true }).waitFor();
  for (const name of ['Page map', 'Go-live list', 'Probe login'])
    expect(await page.getByRole('link', { name: `${name}: ${nameEn}` }).count(), name).toBe(1);
  expect(await page.getByText('Services: Cash Incentive Application.').count()).toBe(1);
  await page.context().close();
});

it('the desk of a bank is named in Bengali for an administrator who reads Bengali', async () => {
  const page = await openBoard();
  const label = portalLabels[FIRST_DESK];
  const named = (name: string) => page.getByRole('listitem').getByText(name, { exact: true });
  await named(label).waitFor();
  await page.getByRole('button', { name: 'বাংলা' }).click();
  await named(bengaliPortalName(label)).waitFor();
  expect(await named(label).count()).toBe(0);
  await page.context().close();
});

it('the items of a go-live list, which are in English, are marked so for an administrator who reads Bengali', async () => {
  const page = await openBoard(`&checks=${FIRST_DESK}`);
  await page.getByRole('checkbox').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'বাংলা' }).click();
  await page.getByText('বিষয়গুলো ইংরেজিতে লেখা').waitFor();
  const [items, english] = await page.evaluate<[number, number]>(
    "[document.querySelectorAll('main input[type=checkbox]').length, document.querySelectorAll('main label span[lang=en]').length]",
  );
  expect(items).toBeGreaterThan(0);
  expect(english).toBe(items);
  await page.context().close();
});
