/**
 * A customer turns push on and off in a real browser. Chromium without a screen has no push service, so the page's
 * `pushManager` is replaced at the browser's edge by one of the sandbox's; the worker, the permission and all calls are
 * real.
 */
import type { BrowserContext, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { signIn as signInByApi } from '#temporal/local/customer.ts';
import { pushDevice, type PushDevice } from '#tests/harness/push-device.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, phone, reviewOf, signIn, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const email = 'demo@chalan.test';
const password = 'demo1234';

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

/** The browser's push service is replaced by one that has given this subscription. */
const replaced = (subscription: object): string => `
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(subscription)}) });`;

/** Hands a message to the service worker as the browser would, and answers what the browser shows then. */
const pushed = (message: object): string => `(async () => {
  const work = [];
  const data = { json: () => (${JSON.stringify(message)}) };
  self.dispatchEvent(Object.assign(new Event('push'), { data, waitUntil: (one) => work.push(one) }));
  await Promise.all(work);
  return (await self.registration.getNotifications()).map(({ title, lang }) => [title, lang]);
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
  place = '/account?tab=profile',
  viewport = laptop,
  scheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; context: BrowserContext; device: PushDevice }> {
  const page = await web.open(stack.app, viewport, scheme);
  const context = page.context();
  const device = await pushDevice(`${stack.sandbox}/push`, publicKey);
  await context.addInitScript(replaced(device.subscription));
  await signIn(page, email, password);
  await page.goto(place);
  return { page, context, device };
}

describe('push in the preferences', () => {
  it('a click turns push on in this browser, a test message arrives, and another click turns it off', async () => {
    const { page, context, device } = await open();
    await context.grantPermissions(['notifications']);
    await page.reload();
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

  it('a browser that blocks notifications is told how to allow them', async () => {
    const { page, context } = await open();
    // Without a screen, nobody can answer the question, and Chromium denies.
    await context.clearPermissions();
    await button(page, 'Turn On for This Device').click();
    await page.getByText('This browser blocks notifications from Chalan.').first().waitFor();
    expect(await registrations(page)).toEqual([]);
    await context.close();
  });

  it.each(todaysLooks(1))('the choices have no serious problem on $name', async (look) => {
    const { page, context } = await open('/account?tab=profile', look.viewport, look.colorScheme);
    await context.grantPermissions(['notifications']);
    const review = reviewOf(page);
    await button(page, look.language === 'bn' ? 'বাংলা' : 'English').click();
    await review.look('off');
    await button(page, look.language === 'bn' ? 'এই ডিভাইসে চালু করুন' : 'Turn On for This Device').click();
    await button(page, look.language === 'bn' ? 'পরীক্ষামূলক বার্তা পাঠান' : 'Send a Test Message').waitFor();
    await review.look('on');
    expect(review.problems).toEqual([]);
    await button(page, 'English').click();
    await context.close();
  });
});

describe('the service worker', () => {
  it('a pushed message is shown in its language, a later one of its tag replaces it, and a click goes to its page', async () => {
    const { page, context } = await open('/account?tab=profile', phone);
    await context.grantPermissions(['notifications']);
    await page.reload();
    await button(page, 'Turn On for This Device').click();
    await page.getByText('Push is on for this device.').waitFor();
    const [worker] = context.serviceWorkers();
    expect(worker?.url()).toBe(`${stack.app}/push-worker.js`);
    const push = async (title: string): Promise<unknown> =>
      worker?.evaluate(pushed({ title, body: 'EXP', url: '/dashboard/jobs', tag: 'one', lang: 'bn' }));
    expect(await push('কাজ শেষ হয়েছে')).toEqual([['কাজ শেষ হয়েছে', 'bn']]);
    // The same tag replaces the first.
    expect(await push('কাজ ব্যর্থ হয়েছে')).toEqual([['কাজ ব্যর্থ হয়েছে', 'bn']]);

    expect(await worker?.evaluate(clicked('/dashboard/jobs/1'))).toEqual([
      ['opened', `${stack.app}/dashboard/jobs/1`],
    ]);
    expect(await worker?.evaluate(clicked('/account?tab=profile'))).toEqual([['focused', page.url()]]);
    expect(await worker?.evaluate(clicked('https://elsewhere.example/'))).toEqual([['opened', stack.app]]);
    await context.close();
  });
});
