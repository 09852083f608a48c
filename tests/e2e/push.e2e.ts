/**
 * A customer turns push on and off in a real browser. Chromium without a screen has no push service, shows no
 * notifications and denies permission for them, so these three are replaced at the browser's edge; the push service is
 * the sandbox's, and the service worker and all calls are real.
 */
import type { BrowserContext, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { signIn as signInByApi } from '#temporal/local/customer.ts';
import { pushDevice, type PushDevice } from '#tests/harness/push-device.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, phone, reviewOf, signIn, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const { email, password } = demoCustomer;

let stack: TestStack;
let publicKey: string;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack({ WEBHOOKS_TO_PRIVATE: 'true' });
  const demo = await stack.demo();
  ({ publicKey } = await demo.read<{ publicKey: string }>('/api/push-subscriptions'));
});

const region = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const registrations = async (page: Page): Promise<unknown> =>
  page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => scope))');

/** The answer to the browser's question about notifications, and the subscription that its push service gives. */
const replaced = (answer: 'granted' | 'denied', subscription: object): string => `
  let permission = 'default';
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => (permission = '${answer}');
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(subscription)}) });`;

/** Hands a message to the service worker as the browser would, and answers what it shows then. */
const pushed = (message: object): string => `(async () => {
  const [work, shown] = [[], []];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, lang, tag }) =>
    shown.push({ title, body, lang, tag });
  const data = { json: () => (${JSON.stringify(message)}) };
  self.dispatchEvent(Object.assign(new Event('push'), { data, waitUntil: (one) => work.push(one) }));
  await Promise.all(work);
  return shown;
})()`;

/**
 * Clicks a notification with this address, and answers which pages were focused or opened. Only a person's click may open
 * windows, so that both are replaced.
 */
const clicked = (url: string): string => `(async () => {
  const [work, done] = [[], []];
  Clients.prototype.openWindow = async (address) => done.push(['opened', address]);
  WindowClient.prototype.focus = async function () { done.push(['focused', this.url]); };
  const notification = { data: ${JSON.stringify(url)}, close: () => undefined };
  self.dispatchEvent(
    Object.assign(new Event('notificationclick'), { notification, waitUntil: (one) => work.push(one) }),
  );
  await Promise.all(work);
  return done;
})()`;

/** Opens the preferences in a browser whose push service is the sandbox's. */
async function open(
  answer: 'granted' | 'denied' = 'granted',
  viewport = laptop,
  scheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; context: BrowserContext; device: PushDevice }> {
  const page = await web.open(stack.app, viewport, scheme);
  const context = page.context();
  const device = await pushDevice(`${stack.sandbox}/push`, publicKey);
  await context.addInitScript(replaced(answer, device.subscription));
  await signIn(page, demoCustomer);
  await page.goto('/account?tab=profile');
  return { page, context, device };
}

describe('push in the preferences', () => {
  it('a click turns push on in this browser, a test message arrives, and another click turns it off', async () => {
    const { page, context, device } = await open();
    expect(await registrations(page)).toEqual([]);
    await button(page, 'Turn On for This Device').click();
    await page.getByText('Push is on for this device.').waitFor();
    // Its scope holds no page.
    expect(await registrations(page)).toEqual([`${stack.app}/push/`]);
    expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();

    await button(page, 'Send a Test Message').click();
    await until('the test message', async () => (await device.shown()).length > 0);
    expect(await device.shown()).toMatchObject([{ title: 'Chalan can reach you here' }]);
    expect((await device.seen()).problems).toEqual([]);

    await button(page, 'Turn off push: Chrome on Linux').click();
    await button(page, 'Turn On for This Device').waitFor();
    expect(await registrations(page)).toEqual([]);
    await context.close();
  });

  it('the choices of what is mailed and pushed are saved', async () => {
    const { page, context } = await open();
    const choices = region(page, 'Preferences');
    const saved = () => page.waitForResponse((response) => response.url().endsWith('/preferences'));
    const flip = (name: string) =>
      Promise.all([saved(), choices.getByRole('switch', { name, exact: true }).click()]);
    await flip('Email: A portal asks something');
    await flip('Push: A job finishes');
    const demo = await signInByApi(stack.app, email, password);
    const { user } = await demo.read<{ user: User }>('/api/auth/me');
    expect(user).toMatchObject({ mailOnQuestion: true, pushOnCompletion: false, mailOnCompletion: false });
    await flip('Email: A portal asks something');
    await flip('Push: A job finishes');
    await context.close();
  });

  it('the page of a browser that blocks notifications says how to allow them', async () => {
    const { page, context } = await open('denied');
    await button(page, 'Turn On for This Device').click();
    await region(page, 'Preferences').getByText('This browser blocks notifications from Chalan.').waitFor();
    expect(await button(page, 'Turn On for This Device').count()).toBe(0);
    expect(await registrations(page)).toEqual([]);
    await context.close();
  });

  it.each(todaysLooks(1))('the choices have no serious problem on $name', async (look) => {
    const { page, context } = await open('granted', look.viewport, look.colorScheme);
    const review = reviewOf(page);
    const speak = (name: string) =>
      page.getByRole('group').getByRole('button', { name, exact: true }).click();
    await speak(look.language === 'bn' ? 'বাংলা' : 'English');
    await review.look('off');
    await button(page, look.language === 'bn' ? 'এই ডিভাইসে চালু করুন' : 'Turn On for This Device').click();
    await button(page, look.language === 'bn' ? 'পরীক্ষামূলক বার্তা পাঠান' : 'Send a Test Message').waitFor();
    await review.look('on');
    expect(review.problems).toEqual([]);
    await speak('English');
    await context.close();
  });
});

describe('the service worker', () => {
  it('a pushed message is shown in its language and under its tag, and a click goes to its page', async () => {
    const { page, context } = await open('granted', phone);
    await button(page, 'Turn On for This Device').click();
    await page.getByText('Push is on for this device.').waitFor();
    const [worker] = context.serviceWorkers();
    expect(worker?.url()).toBe(`${stack.app}/push-worker.js`);
    const shown = { title: 'কাজ শেষ হয়েছে', body: 'EXP Search', lang: 'bn', tag: 'one' };
    expect(await worker?.evaluate(pushed({ ...shown, url: '/dashboard/jobs' }))).toEqual([shown]);

    expect(await worker?.evaluate(clicked('/dashboard/jobs/1'))).toEqual([
      ['opened', `${stack.app}/dashboard/jobs/1`],
    ]);
    expect(await worker?.evaluate(clicked('/account?tab=profile'))).toEqual([['focused', page.url()]]);
    expect(await worker?.evaluate(clicked('https://elsewhere.example/'))).toEqual([['opened', stack.app]]);
    await context.close();
  });
});
