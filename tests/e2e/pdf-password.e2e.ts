/** The password of a locked PDF in a real browser when the connection breaks off: it is asked for once more, not called wrong. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { reviewOf, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const pdfPassword = 'secret';
const CHECK = '**/api/process-automation/preview';

it('a password whose sending broke off is asked for once more, and only one that opens nothing is called wrong', async () => {
  const page = await web.openAs(customer, site.address(), '/dashboard?service=pdf-excel-converter');
  const review = reviewOf(page);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'locked.pdf',
      mimeType: 'application/pdf',
      buffer: readFileSync('tests/fixtures/pdf/locked.pdf'),
    });
  const password = page.getByLabel('Password of the PDF', { exact: true });
  const wrong = page.getByText('This password does not open it.');
  const tryPassword = async (text: string): Promise<void> => {
    await password.fill(text);
    await password.press('Enter');
  };
  await password.waitFor();
  await page.route(CHECK, (route) => route.abort());
  await tryPassword(pdfPassword);
  await page.getByText('locked.pdf could not be checked.').waitFor();
  await page.getByText('Please enter the password once more').waitFor();
  expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0);
  expect(await wrong.count()).toBe(0);
  await review.look('the field');
  await page.unroute(CHECK);
  await tryPassword('not this one');
  await wrong.waitFor();
  await tryPassword(pdfPassword);
  await page.getByText('1 file ready').first().waitFor();
  expect(review.problems).toEqual([]);
  await page.context().close();
});
