/** API tokens, webhooks, schedules and the documentation, used in a real browser on the real processes. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScheduleView } from '#contracts/calls/integrations-answers.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startReceiver } from '#tests/harness/receiver.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

let stack: TestStack;
let demo: Customer;
const web = useWebPages();
const receiver = await startReceiver();

beforeAll(async () => {
  stack = await startTestStack({ WEBHOOKS_TO_PRIVATE: 'true' });
  demo = await stack.demo();
});

type Look = { viewport?: typeof laptop; colorScheme?: 'light' | 'dark'; language?: 'en' | 'bn' };

async function open(
  place: string,
  { viewport = laptop, colorScheme = 'light', language = 'en' }: Look = {},
): Promise<Page> {
  const page = await web.openSignedIn(stack.app, { as: demoCustomer, viewport, colorScheme });
  await page.evaluate(`localStorage.setItem('chalan-language', '${language}')`);
  await page.goto(place);
  return page;
}

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const typePassword = (page: Page, password: string) =>
  dialog(page).getByLabel('Current password').fill(password);
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

describe('API access', () => {
  it('a token is shown once, and a system can read the credits with it until it is revoked', async () => {
    const page = await open('/account/api');
    await page.getByRole('button', { name: 'New Token' }).click();
    await dialog(page).getByLabel('Name').fill('ERP');
    await dialog(page).getByText('Read credits').click();
    await dialog(page).getByLabel('Services').selectOption({ label: 'Only services I choose' });
    await dialog(page).getByText('EXP Search').click();
    await dialog(page).getByLabel('Credit cap').fill('250');
    await dialog(page).getByLabel('Addresses it may be used from').fill('127.0.0.1\n2001:db8::/32, ::1');
    await typePassword(page, 'a guess');
    await press(page, 'Create Token');
    await dialog(page).getByText('Current password is incorrect').waitFor();
    await typePassword(page, 'demo1234');
    await press(page, 'Create Token');
    await dialog(page).getByText('Copy the token now').waitFor();
    const token = (await dialog(page).getByLabel('API token', { exact: true }).textContent()) ?? '';
    expect(token).toMatch(/^chalan_\w{49}$/);
    await press(page, 'Done');
    await page.getByText('never used').waitFor();
    await page
      .getByText(
        'Only EXP Search · 0.00 of 250.00 credits used · Only from 127.0.0.1/32, 2001:db8::/32, ::1/128',
      )
      .waitFor();
    expect(await page.content()).not.toContain(token);

    const overview = (): Promise<Response> =>
      fetch(`${stack.app}/api/users/${demo.userId}/credit-overview`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await overview()).status).toBe(200);
    await page.reload();
    await page.getByText(/^last used Just now from (127\.0\.0\.1|::1) · /).waitFor();
    await page.getByRole('button', { name: 'Revoke: ERP' }).click();
    await press(page, 'Revoke');
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect((await overview()).status).toBe(401);
    await page.context().close();
  });

  it('a webhook is registered, gets a test event, shows its answer and delivers again', async () => {
    receiver.answerWith(() => ({ status: 200 }));
    const page = await open('/account/api');
    await page.getByRole('button', { name: 'Add Webhook' }).first().click();
    await dialog(page).getByLabel('Address').fill(receiver.url('/hook'));
    await typePassword(page, 'demo1234');
    await press(page, 'Add Webhook');
    await dialog(page).getByText('Copy the secret now').waitFor();
    expect(await dialog(page).getByLabel('Signing secret', { exact: true }).textContent()).toMatch(/^whsec_/);
    await press(page, 'Done');
    await page.getByRole('button', { name: /^Send test event/ }).click();
    await dialog(page).getByText('Delivered').waitFor();
    await dialog(page).getByText('1 try · answer 200').waitFor();
    expect(receiver.at('/hook')).toHaveLength(1);
    await dialog(page)
      .getByRole('button', { name: /^Deliver again/ })
      .click();
    await until('the second delivery', () => receiver.at('/hook').length === 2);
    await page.context().close();
  });

  it('the form of a refused webhook address keeps what was typed', async () => {
    const page = await open('/account/api');
    await page.getByRole('button', { name: 'Add Webhook' }).first().click();
    await dialog(page).getByLabel('Address').fill('https://nowhere.invalid/hook');
    await typePassword(page, 'demo1234');
    await press(page, 'Add Webhook');
    await dialog(page).getByText('The host nowhere.invalid was not found.').waitFor();
    expect(await dialog(page).getByLabel('Address').inputValue()).toBe('https://nowhere.invalid/hook');
    await page.context().close();
  });
});

describe('schedules', () => {
  const listed = async (): Promise<ScheduleView[]> =>
    (await demo.read<{ schedules: ScheduleView[] }>('/api/schedules')).schedules;

  it('a schedule is made from a file, paused, resumed, moved to another time and deleted', async () => {
    const page = await open('/account/schedules');
    await page.getByRole('button', { name: 'New Schedule' }).click();
    await dialog(page).getByLabel('Service').selectOption({ label: 'Chattogram Port Tracking' });
    const sheet = {
      name: 'boxes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('container_no\nMSKU0383250\n'),
    };
    await dialog(page).locator('input[type=file]').setInputFiles(sheet);
    expect(await dialog(page).getByLabel('Name').inputValue()).toBe('boxes');
    await dialog(page).getByLabel('Time in Dhaka').fill('07:15');
    await press(page, 'Create Schedule');
    await page.getByText('The schedule has been created: 1 row, 1.00 credits for each run.').waitFor();
    await page.getByText(/^Every day at 07:15 · next run .+, 07:15 · not run yet$/).waitFor();

    await page.getByRole('button', { name: 'Pause: boxes' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    expect(await listed()).toMatchObject([{ enabled: false, nextRunAt: null }]);
    await page.getByRole('button', { name: 'Resume: boxes' }).click();
    await page.getByRole('button', { name: 'Pause: boxes' }).waitFor();
    await page.getByRole('button', { name: 'Change: boxes' }).click();
    await dialog(page).getByLabel('Time in Dhaka').fill('18:30');
    await press(page, 'Save');
    await page.getByText(/^Every day at 18:30/).waitFor();
    await page.getByRole('button', { name: 'Change: boxes' }).click();
    await press(page, 'Delete');
    await dialog(page).getByText('Its file is deleted with it.').waitFor();
    await press(page, 'Delete');
    await page.getByText('No schedules yet').waitFor();
    expect(await listed()).toEqual([]);
    await page.context().close();
  });
});

describe('the documentation', () => {
  it('the documentation finds a call, and shows its parameters, answer and an example to copy', async () => {
    const page = await open('/api-docs');
    await page.getByLabel('Search calls').fill('jobs rows');
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.getByText('/api/jobs/{jobId}/rows', { exact: true }).click();
    await page
      .getByRole('region', { name: 'Parameters: GET /api/jobs/{jobId}/rows' })
      .getByText('limit')
      .waitFor();
    await page
      .getByRole('region', { name: /^Answer/ })
      .getByText('rows[].outcome')
      .waitFor();
    const example = await page
      .getByLabel('Example of GET /api/jobs/{jobId}/rows', { exact: true })
      .textContent();
    expect(example).toContain(`curl '${stack.app}/api/jobs/<jobId>/rows'`);
    await page.context().close();
  });
});

describe('the pages for systems', () => {
  it.each(todaysLooks(3))(
    'the pages for systems have no serious axe problem and no overflow on $name',
    async (look) => {
      const page = await open('/account/api', look);
      const { look: check, problems } = reviewOf(page);
      const panels = page.getByRole('region');
      await panels.first().getByRole('listitem').first().waitFor();
      await check('API access');
      await panels.first().getByRole('button').first().click();
      await dialog(page).waitFor();
      await check('new token');
      await page.goto('/account/schedules');
      await panels.first().getByRole('button').first().click();
      await dialog(page).waitFor();
      await check('new schedule');
      await page.goto('/api-docs');
      await page.getByText('/api/process-automation', { exact: true }).click();
      await page.locator('pre').first().waitFor();
      await check('documentation');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
