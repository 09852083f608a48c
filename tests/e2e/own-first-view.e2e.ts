/** What customers receive before any script runs: the pages that they open most, whole and with their own data. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findService } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { dropFile, laptop, openBeforeScripts, phone, useWebPages } from '#tests/harness/web-pages.ts';
import { measureFirstView, phoneAgent } from '#tests/harness/wire.ts';

const JOB_MS = 180_000;

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

async function htmlOf(address: string, headers: Record<string, string>) {
  const answer = await fetch(`${stack.app}${address}`, { headers });
  return { headers: answer.headers, html: await answer.text() };
}

describe('pages of a signed-in customer', () => {
  it.each([
    '/dashboard',
    '/dashboard?tab=credits',
    '/dashboard?tab=constructor',
    '/dashboard/jobs',
    '/account',
  ])('%s comes with its first data, which is not asked for again', async (address) => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer });
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    const { errors } = await measureFirstView(page, address);
    expect({ asked, errors }).toEqual({ asked: [], errors: [] });
    expect(await page.locator('body').innerText()).toContain('500.00');
    await page.context().close();
  });

  describe('the most opened ones', () => {
    let job: string;
    beforeAll(async () => {
      const customer = await stack.demo();
      const tracking = findService('ctg-port-tracking') as ServiceDefinition;
      const preview = await previewSheet(customer, tracking, await template(customer, tracking, 'csv'));
      const { jobId } = await customer.start(preview);
      await customer.follow(jobId, JOB_MS);
      job = `/dashboard/jobs/${jobId}`;
    });
    const opened = {
      'the dashboard': () => ['/dashboard', 'Work history'] as const,
      'the credits': () => ['/dashboard?tab=credits', 'Held for running jobs'] as const,
      'all jobs': () => ['/dashboard/jobs', 'All jobs'] as const,
      'the account': () => ['/account', 'Member since'] as const,
      'a job': () => [job, 'Timeline'] as const,
    };
    const contentOf = async (place: string, headers: Record<string, string>): Promise<string> => {
      const { html } = await htmlOf(place, headers);
      return html.slice(html.indexOf('<div id="root"'), html.indexOf('id="page-state"'));
    };

    it.each(Object.entries(opened))('a page that is opened often is whole HTML: %s', async (_, of) => {
      const [place, content] = of();
      const { cookie } = await stack.demo();
      expect(await contentOf(place, { cookie })).toContain(content);
    });

    it.each(
      Object.entries(opened).flatMap(([name, of], turn) =>
        todaysShare([laptop, phone], 1, turn).map((viewport) => ({ name, of, viewport })),
      ),
    )('goes on from the HTML of the server: $name at $viewport.width px', async ({ of, viewport }) => {
      const [place] = of();
      const page = await web.openSignedIn(stack.app, { as: demoCustomer, viewport });
      const { errors } = await measureFirstView(page, place);
      expect(errors).toEqual([]);
      await page.context().close();
    });

    it('a page that is opened often has lists instead of tables for a phone', async () => {
      const { cookie } = await stack.demo();
      expect(await contentOf(job, { cookie })).toContain('<table');
      const forPhone = await contentOf(job, { cookie, 'user-agent': phoneAgent });
      expect(forPhone).toContain('data-width="narrow"');
      expect(forPhone).not.toContain('<table');
    });
  });

  describe('scripts that come late', () => {
    const place = '/dashboard?service=ctg-port-tracking';
    const dropped = path.join(mkdtempSync(path.join(tmpdir(), 'chalan-dropped-')), 'containers.csv');
    beforeAll(() => writeFileSync(dropped, 'container_no\nMSKU0000001\nMSKU0000002\n'));
    afterAll(() => rmSync(path.dirname(dropped), { recursive: true, force: true }));

    it('a page whose scripts come late reads a file that was dropped before they came', async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      const letGo = await openBeforeScripts(page, place);
      await dropFile(page, page.getByText('Drop your file here'), dropped);
      letGo();
      await page.getByText('containers.csv').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/dashboard');
      await page.context().close();
    });

    it('a page whose scripts come late opens the search if its key was pressed before they came', async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      const letGo = await openBeforeScripts(page, place);
      await page.getByText('Drop your file here').waitFor();
      await page.keyboard.press('Control+k');
      letGo();
      await page.getByRole('dialog', { name: 'Search' }).waitFor();
      await page.context().close();
    });
  });

  it('a customer’s page does not let the browser open a file that is dropped beside its place', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer, at: '/dashboard' });
    const isRefused = `(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['container_no'], 'containers.csv'));
      const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
      return !document.querySelector('h1').dispatchEvent(over);
    })()`;
    expect(await page.evaluate(isRefused)).toBe(true);
    await page.context().close();
  });

  it('a customer’s page has only the data of the person who asks, is in no cache, and shows no job of somebody else', async () => {
    const [demo, admin] = [await stack.demo(), await stack.admin()];
    const tracking = findService('ctg-port-tracking') as ServiceDefinition;
    const preview = await previewSheet(admin, tracking, await template(admin, tracking, 'csv'));
    const job = `/dashboard/jobs/${(await admin.start(preview)).jobId}`;
    const mine = await htmlOf(job, { cookie: admin.cookie });
    expect(mine.headers.get('cache-control')).toBe('no-store');
    const isIn = (html: string): boolean[] =>
      ['admin@chalan.test', 'creditsReserved', 'demo@chalan.test'].map((each) => html.includes(each));
    expect(isIn(mine.html)).toEqual([true, true, false]);
    expect(isIn((await htmlOf(job, { cookie: demo.cookie })).html)).toEqual([false, false, true]);
    for (const cookie of ['', 'chalan-session=nobody'])
      expect(isIn((await htmlOf(job, { cookie })).html)).toEqual([false, false, false]);
  });
});
