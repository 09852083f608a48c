/** What the steps of starting a job show: the list of services beside its field, and no refusal that has been answered. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, phone, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Service' }).last();
const list = (page: Page) => page.getByRole('listbox').last();

/** Returns the distance between the field and the list, which opens below it, or above it if there is more room. */
async function gapPx(page: Page): Promise<number> {
  const [above, below] = [await field(page).boundingBox(), await list(page).boundingBox()];
  if (!above || !below) throw new Error('The field or its list is not shown.');
  return Math.max(below.y - above.y - above.height, above.y - below.y - below.height);
}

it.each([
  ['a laptop', laptop],
  ['a phone', phone],
])('on %s the list of services opens at its field when that is the first thing pressed', async (_, size) => {
  const page = await web.openAs(customer, site.address(), '/dashboard', size);
  await page.waitForLoadState('networkidle');
  await field(page).click();
  await list(page).waitFor();
  await expect.poll(() => gapPx(page)).toBeGreaterThanOrEqual(0);
  expect(await gapPx(page)).toBeLessThan(20);
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'hidden' });
  await page.context().close();
});

it('once the columns of a sheet have been named, its refusal is no longer shown', async () => {
  const page = await web.openAs(customer, site.address(), '/dashboard?service=exp-search');
  const lines = ['AD Code,Form serial,EXP Year', '1084,110110,2026'];
  const sheet = { name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('Drop your file here, or choose it').setInputFiles(sheet);
  await page.getByLabel('Column for exp_serial').selectOption('Form serial');
  await page.getByRole('button', { name: 'Read the Sheet' }).click();
  await page.getByText('1 row ready').first().waitFor();
  expect(await page.getByText('other.csv could not be checked.').count()).toBe(0);
  await page.context().close();
});
