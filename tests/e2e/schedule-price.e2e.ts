/** What a schedule spends every day is said before it is created, and in the list. */
import { expect, it } from 'vitest';
import { newCustomer, setBalance } from '#tests/harness/job-calls.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ CPA_URL: sandbox.url('cpa') });
const site = serveBuiltClient(app);
const web = useWebPages();

const sheet = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

it('the rows, the price of a run and the balance stand in the dialog before a schedule can be created, and in the list', async () => {
  const ana = await newCustomer(app);
  await setBalance(app, ana, 30);
  const page = await web.openAs(ana, site.address(), '/account/schedules');
  await page.getByRole('button', { name: 'New Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New schedule' });
  const create = dialog.getByRole('button', { name: 'Create Schedule' });
  await dialog.getByLabel('Service').selectOption({ label: 'Chattogram Port Tracking' });
  await dialog.getByLabel('Name').fill('Boxes');

  await dialog.locator('input[type=file]').setInputFiles(sheet('wrong.csv', 'container_no\nX\n'));
  await dialog.getByText('The rows could not be checked.').waitFor();
  expect(await create.isDisabled()).toBe(true);
  // The sheet must be corrected, so checking it again is not offered.
  expect(await dialog.getByRole('button', { name: 'Try Again' }).count()).toBe(0);

  await dialog.getByRole('button', { name: /wrong.csv/ }).click();
  const boxes = sheet('boxes.csv', 'container_no\nMSKU0383250\nTGHU7654320\n');
  await dialog.locator('input[type=file]').setInputFiles(boxes);
  await dialog.getByText('2 rows, 2.00 credits for each run. You have 30.00 credits.').waitFor();
  expect(await create.isDisabled()).toBe(false);
  await create.click();
  await dialog.waitFor({ state: 'hidden' });

  await page.reload();
  await page.getByText('2 rows, 2.00 credits for each run.').waitFor();
  await page.context().close();
});
