/**
 * Texts that would run as code, stored through every input of the product, and viewed by customers and administrators.
 */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '#temporal/local/customer.ts';
import { demoAdministrator, demoCustomer, type Login } from '#tests/harness/demo-logins.ts';
import { todaysShare, todaysThird } from '#tests/harness/depth.ts';
import { halfDoneJob } from '#tests/harness/half-done-job.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, signIn, useWebPages } from '#tests/harness/web-pages.ts';
import { hitOf, hostileClass, vectorsOf } from './hostile-vectors.ts';
import { shows, watch } from './watched-page.ts';

const STORE_MS = 240_000;
const VISITS_MS = 240_000;

/** Texts a day that are registered as a visitor, and whose posts are opened, one by one. */
const SINGLY_A_DAY = 15;

const slugOf = (index: number): string => `hostile-${index}`;
const first = (place: string): string => vectorsOf(place)[2] ?? '';
const all = (place: string): string => vectorsOf(place).join(' ');

let stack: TestStack;
let demo: Customer;
let admin: Customer;
let jobId: string;
const web = useWebPages();

const send = (customer: Customer, method: string, place: string, body: object) =>
  customer.call(place, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** One line for each input; a new input gets a line here, and the page that shows it gets one below. */
const waysIn: Record<string, () => Promise<unknown>> = {
  'a profile': () =>
    send(demo, 'PUT', `/api/users/${demo.userId}/profile`, {
      name: first('name'),
      company: first('company'),
      mobile: `<b class=${hostileClass}>`,
    }),
  // One after the other, because only a few passwords are hashed at a time.
  'the registration of visitors': async () => {
    for (const [index, vector] of todaysShare(vectorsOf('user'), SINGLY_A_DAY).entries())
      await register(vector, index);
  },
  'a sheet, its name, and what the portal said of its rows': storeJob,
  'a saved login': () => demo.saveLogin('bangladesh_bank_exp', first('login'), 'secret'),
  'an API token': () =>
    send(demo, 'POST', '/api/api-tokens', {
      name: first('token'),
      scopes: ['jobs:read'],
      currentPassword: 'demo1234',
    }),
  // Stored directly, because the form accepts five an hour; contact.test.ts checks that it stores the text unchanged.
  'messages of visitors': () =>
    stack.db.contactMessage.createMany({
      data: vectorsOf('contact').map((vector) => ({
        name: vector,
        email: 'ana@example.test',
        company: vector,
        subject: 'sales',
        message: `${vector}\n${vector}`,
      })),
    }),
  // Only the server writes these; here they are stored as if it had once accepted hostile text.
  notifications: () =>
    stack.db.notification.createMany({
      data: vectorsOf('note').map((vector, index) => ({
        key: `hostile:${index}`,
        userId: demo.userId,
        type: 'other',
        title: vector,
        message: vector,
        actionUrl: `javascript:${hitOf('note')}`,
        actionLabel: vector,
      })),
    }),
  'posts, their tags and the reason of a change': storePosts,
};

async function register(vector: string, index: number): Promise<void> {
  const answer = await fetch(`${stack.app}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `visitor-${index}@example.test`,
      password: 'correct horse',
      name: vector,
      company: vector,
      mobile: `<b class=${hostileClass}>`,
    }),
  });
  expect(answer.status).toBe(200);
}

async function storeJob(): Promise<void> {
  jobId = await halfDoneJob(stack.db, demo, `${first('file')}.csv`);
  await stack.db.jobRow.createMany({
    data: vectorsOf('row').map((vector, index) => ({
      jobId,
      rowNumber: index + 3,
      source: { container_no: vector, direction: vector },
      outcome: 'REJECTED',
      message: vector,
      portalReference: vector,
      values: { [vector]: vector },
    })),
  });
  await stack.db.job.update({ where: { id: jobId }, data: { errorMessage: all('job').slice(0, 900) } });
}

async function storePosts(): Promise<void> {
  const content = all('body');
  for (const [index, vector] of vectorsOf('post').entries()) {
    await send(admin, 'POST', '/api/blog', {
      title: vector,
      slug: slugOf(index),
      excerpt: vector,
      content: `<p>Read me</p>${vector}${index === 0 ? content : ''}`,
      author: vector,
      status: 'published',
      tags: [vector.slice(0, 40)],
      metaTitle: vector,
      metaDescription: vector,
      metaKeywords: vector,
      reason: first('reason'),
    });
  }
}

beforeAll(async () => {
  stack = await startTestStack();
  [demo, admin] = [await stack.demo(), await stack.admin()];
}, STORE_MS);

async function openWatched(): Promise<{ page: Page; happened: () => Promise<string[]> }> {
  const page = await web.open(stack.app, laptop);
  return { page, happened: await watch(page) };
}

type Visit = { place: () => string; stored: string; open?: (page: Page) => Promise<unknown> };
const customerVisits: Record<string, Visit> = {
  'the own profile': { place: () => '/account?tab=profile', stored: 'name' },
  'the work history': { place: () => '/dashboard', stored: 'file' },
  'a job and its rows': { place: () => `/dashboard/jobs/${jobId}`, stored: 'row' },
  'the correction of rows': { place: () => `/dashboard/jobs/${jobId}/correct`, stored: 'row' },
  'the checked sheet': {
    place: () => '/dashboard?service=ctg-port-tracking',
    stored: 'cell',
    open: chooseSheet,
  },
  'saved logins': { place: () => '/dashboard?tab=credentials', stored: 'login' },
  'API tokens': { place: () => '/account/api', stored: 'token' },
  notifications: { place: () => '/account?tab=notifications', stored: 'note' },
  'the credit history': { place: () => '/dashboard?tab=credit-history', stored: 'file' },
};
const adminVisits: Record<string, Visit> = {
  users: { place: () => '/admin?tab=users', stored: 'user' },
  'the jobs of everybody': { place: () => '/admin?tab=jobs', stored: 'file' },
  'a job of a customer': { place: () => '/admin?tab=jobs', stored: 'row', open: openFirstJob },
  'messages of visitors': { place: () => '/admin?tab=messages', stored: 'contact' },
  'the list of posts': { place: () => '/admin?tab=blog', stored: 'post' },
  'the audit log': { place: () => '/admin?tab=audit', stored: 'reason' },
};

/** Pages in addition to those above, on which only the policy is watched. */
const otherCustomerPlaces = [
  ...['security', 'credits', 'transactions', 'analytics'].map((tab) => `/account?tab=${tab}`),
  '/account/schedules',
  '/api-docs',
  '/rex-soo-submission',
  '/services',
  '/contact',
  '/privacy',
];
const otherAdminPlaces = [
  ...['overview', 'services', 'ads', 'system'].map((tab) => `/admin?tab=${tab}`),
  ...['notices', 'prices', 'texts', 'portals', 'payments', 'rates'].map(
    (page) => `/admin?tab=system&section=${page}`,
  ),
];

function openFirstJob(page: Page): Promise<void> {
  return page
    .getByRole('button', { name: /^Open .*\.csv$/ })
    .first()
    .click();
}

function chooseSheet(page: Page): Promise<void> {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = vectorsOf('cell').map((vector) => `${cell(vector)},${cell(vector)}`);
  return page.locator('input[type=file]').setInputFiles({
    name: `${first('cell')}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['container_no,direction', ...lines].join('\n')),
  });
}

describe('hostile text', () => {
  it('hostile text runs on an unprotected page, so the tests below can fail', async () => {
    const { page, happened } = await openWatched();
    await page.goto('about:blank');
    for (const vector of vectorsOf('control')) await page.setContent(`<body>${vector}`);
    await page.setContent(
      `<a href=javascript:0><img class=${hostileClass} src=x onerror=${hitOf('control')}>`,
    );
    await until('the image to fail', async () => Boolean(await page.evaluate('window.happened.length > 0')));
    expect(await happened()).toContainEqual(expect.stringMatching(/^ran: \/control\//));
    expect(await happened()).toContainEqual(expect.stringMatching(/^made: /));
    expect(await happened()).toContain('leads to: href=javascript:0');
    await page.context().close();
  });

  it.each(Object.entries(waysIn))(
    'hostile text can be stored through %s',
    async (_, store) => void (await store()),
    STORE_MS,
  );

  it(
    'hostile text does nothing on the pages of a customer who wrote it',
    () => visitAll(demoCustomer, customerVisits, otherCustomerPlaces),
    VISITS_MS,
  );

  it(
    'hostile text does nothing on the pages of an administrator who reads it',
    () => visitAll(demoAdministrator, adminVisits, otherAdminPlaces),
    VISITS_MS,
  );

  it(
    'hostile text does nothing in posts, their lists and their heads',
    async () => {
      const { page, happened } = await openWatched();
      const posts = todaysShare([...vectorsOf('post').keys()], SINGLY_A_DAY);
      for (const place of ['/blog', ...posts.map((index) => `/blog/${slugOf(index)}`)]) {
        await page.goto(place);
        await shows(page, hitOf('post'));
        expect([place, await happened()]).toEqual([place, []]);
      }
      await page.context().close();
    },
    VISITS_MS,
  );

  it('hostile text does nothing in a notice that everybody sees [hostile-notice]', async () => {
    const message = vectorsOf('notice').slice(0, 8).join(' ').slice(0, 500);
    const notice = { enabled: true, type: 'warning', showToAll: true, message };
    await send(admin, 'PUT', '/api/settings', { systemNotification: notice, reason: 'Test' });
    const { page, happened } = await openWatched();
    await page.goto('/');
    await shows(page, hitOf('notice'));
    expect(await happened()).toEqual([]);
    await page.context().close();
  });
});

async function visitAll(person: Login, visits: Record<string, Visit>, otherPlaces: string[]): Promise<void> {
  const { page, happened } = await openWatched();
  await signIn(page, person);
  for (const [what, { place, stored, open }] of todaysThird(Object.entries(visits))) {
    await page.goto(place());
    await open?.(page);
    await shows(page, hitOf(stored));
    expect([what, await happened()]).toEqual([what, []]);
  }
  for (const place of todaysThird(otherPlaces)) {
    await page.goto(place, { waitUntil: 'networkidle' });
    await page.getByRole('heading').first().waitFor();
    expect([place, await happened()]).toEqual([place, []]);
  }
  await page.context().close();
}
