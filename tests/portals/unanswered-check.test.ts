/** The last check before a filing leaves gets no answer, as from a database whose network is gone: nothing is sent. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredWithin, DatabaseSilent } from '#api/adapters/database-answers.ts';
import { clickOnce, LAST_CHECK_MS_MAX, NotSent } from '#activities/portals/filing-click.ts';
import { useBrowser } from '#tests/harness/browser.ts';

const openSession = useBrowser();
const posted: string[] = [];
const portal = http.createServer((request, response) => {
  if (request.method === 'POST') posted.push(request.url ?? '');
  response.setHeader('content-type', 'text/html');
  response.end('<title>Form</title><form method="post" action="/file"><button>File</button></form>');
});
let origin: string;
beforeAll(async () => {
  portal.listen(0, '127.0.0.1');
  await once(portal, 'listening');
  origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
});
afterAll(() => portal.close());

test('a filing whose last check gets no answer is held back at once, and never leaves', async () => {
  const { context, page } = await openSession(origin);
  await page.goto(origin);
  const isHeldBack = new Promise<void>((resolve) => {
    page.on('requestfailed', () => resolve());
  });
  /** Waits as long as the request does. */
  const click = async (): Promise<void> => {
    await page.evaluate(`document.querySelector('button').click()`);
    await isHeldBack;
  };
  const steps = {
    markSent: () => answeredWithin(LAST_CHECK_MS_MAX, new Promise<never>(() => undefined)),
    beforeClosing: async () => undefined,
  };
  const failure = await clickOnce(context, click, steps).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NotSent);
  expect(failure).toMatchObject({ isRefused: false, cause: expect.any(DatabaseSilent) });
  await page.goto(`${origin}/later`);
  expect(posted).toEqual([]);
});
