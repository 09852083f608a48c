/** What administrators receive before any script runs: the overview and the jobs of all customers, sent to nobody else. */
import { beforeAll, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, openBeforeScripts, phone, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf, measureFirstView, phoneAgent, signedIn } from '#tests/harness/wire.ts';

const STORY_MS = 60_000;
const jobs = '/admin?tab=jobs';
const fileName = 'kept-from-others.csv';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;
let jobId: string;

beforeAll(async () => {
  [customer, admin] = [await app.signUpAndVerify(), await app.signUpAndVerify({ isAdmin: true })];
  jobId = await keptJob(app.deps.db, customer, { fileName });
  // The first page waits for the code that renders it, and is served without HTML if that takes long.
  await until('the first rendered page', async () => (await htmlOf('/contact', {})).content !== '');
}, STORY_MS);

async function htmlOf(address: string, headers: Record<string, string>) {
  const answer = await fetch(`${site.address()}${address}`, { headers });
  const text = await answer.text();
  const end = text.indexOf('id="page-state"');
  const content = end < 0 ? '' : text.slice(text.indexOf('<div id="root"'), end);
  return { text, content, cache: answer.headers.get('cache-control') };
}

async function open(account: Account, viewport = laptop) {
  const page = await web.open(site.address(), viewport);
  await page.context().addCookies(cookiesOf(account.cookie, site.address()));
  return page;
}

/** Opens a page whose client must go on from the server's HTML: it asks the API for nothing, and reports no error. */
async function openWithoutCalls(place: string, viewport: typeof laptop) {
  const page = await open(admin, viewport);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  const { errors } = await measureFirstView(page, place);
  expect({ asked, errors }).toEqual({ asked: [], errors: [] });
  return page;
}

/** The page as it is rendered; a server that is too busy leaves that to the client, and is asked again. */
async function renderedOf(address: string, headers: Record<string, string>) {
  let html = await htmlOf(address, headers);
  await until(`${address} to be rendered`, async () => {
    if (html.content === '') html = await htmlOf(address, headers);
    return html.content !== '';
  });
  return html;
}

const openLine = { name: new RegExp(`^Open .*, ${fileName}$`) };

describe("the administrators' jobs", () => {
  it('the jobs of all customers are whole HTML, in no cache', async () => {
    const { content, cache } = await renderedOf(jobs, { cookie: admin.cookie });
    for (const each of ['<table', fileName, customer.email, 'Run All Again']) expect(content).toContain(each);
    expect(cache).toBe('no-store');
  });

  it('a phone receives lists instead of tables', async () => {
    const { content } = await renderedOf(jobs, { cookie: admin.cookie, 'user-agent': phoneAgent });
    expect(content).toContain(fileName);
    expect(content).not.toContain('<table');
  });

  it.each([laptop, phone])(
    'the client goes on from the HTML of the server and asks for nothing again, at $width px',
    async (viewport) => {
      const page = await openWithoutCalls(jobs, viewport);
      await page.getByRole('button', openLine).waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'a job that the address names is opened beside the list',
    async () => {
      const page = await open(admin);
      const { errors } = await measureFirstView(page, `${jobs}&job=${jobId}`);
      await page.getByRole('dialog').getByText(fileName).waitFor();
      expect(errors).toEqual([]);
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'a job that was opened before the scripts came is opened by them',
    async () => {
      const page = await open(admin);
      const letGo = await openBeforeScripts(page, jobs);
      await page.getByRole('button', openLine).click();
      letGo();
      await page.getByRole('dialog').getByText(fileName).waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  it('nobody but an administrator with a proved second factor receives anything of them', async () => {
    const bare = await app.signUpAndVerify({ isAdmin: true, factor: false });
    const unproved = await app.signUpAndVerify({ isAdmin: true });
    await app.deps.db.session.updateMany({ where: { userId: unproved.id }, data: { factor: null } });
    const suspended = await app.signUpAndVerify({ isAdmin: true });
    await app.deps.db.user.update({ where: { id: suspended.id }, data: { status: 'suspended' } });
    const other = await app.signUpAndVerify();
    expect((await htmlOf(jobs, { cookie: admin.cookie })).text).toContain(customer.email);
    const cookies = [
      '',
      'chalan-session=nobody',
      ...[other, bare, unproved, suspended].map((who) => who.cookie),
    ];
    for (const cookie of cookies)
      for (const address of ['/admin', jobs, `${jobs}&job=${jobId}`]) {
        const { text, content } = await htmlOf(address, { cookie });
        expect(content).toBe('');
        expect(text).not.toContain(fileName);
        expect(text).not.toContain(customer.email);
      }
  });

  it(
    'a job has its code before it is opened, once the page is in use',
    async () => {
      const page = await open(admin);
      await page.goto(jobs);
      const code = page.waitForResponse(/\/assets\/jobs-drawer-[\w-]+\.js$/);
      // The first move of a new pointer has no distance.
      await page.mouse.move(20, 20);
      await page.mouse.move(40, 40);
      expect((await code).ok()).toBe(true);
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'a full list of jobs is within the budget of a first view',
    async () => {
      const names = Array.from({ length: 60 }, (_, index) => `containers of week ${index}.csv`);
      for (const each of names) await keptJob(app.deps.db, customer, { fileName: each });
      const page = await open(admin);
      const seen = await measureFirstView(page, jobs);
      expect(seen.kib).toBeLessThanOrEqual(signedIn.kib);
      expect(seen.layoutShift).toBeLessThanOrEqual(signedIn.layoutShift);
      await page.context().close();
    },
    STORY_MS,
  );
});

describe("the administrators' overview", () => {
  it('the overview is whole HTML with the figures of the moment, in no cache', async () => {
    const { content, cache } = await renderedOf('/admin', { cookie: admin.cookie });
    for (const each of ['<table', 'Failed in 24 hours', 'Waiting for a person', 'Bangladesh Bank EXP'])
      expect(content).toContain(each);
    expect(cache).toBe('no-store');
  });

  it('a phone receives the overview without tables', async () => {
    const { content } = await renderedOf('/admin', { cookie: admin.cookie, 'user-agent': phoneAgent });
    expect(content).toContain('Failed in 24 hours');
    expect(content).not.toContain('<table');
  });

  it.each([laptop, phone])(
    'the client goes on from the HTML of the overview and asks for nothing again, at $width px',
    async (viewport) => {
      const page = await openWithoutCalls('/admin', viewport);
      await page.getByRole('region', { name: 'Jobs and money now' }).waitFor();
      await page.context().close();
    },
    STORY_MS,
  );
});
