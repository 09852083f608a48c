/** A person solves a CAPTCHA of a third party through the dashboard, by mouse and by touch, and the job finishes. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import {
  boxPlace,
  middleOf,
  ships,
  tilePlaces,
  verifyPlace,
  WORD,
  wordPlace,
} from '#tests/sandbox/portals/customs/widget-places.ts';

const STORY_MS = 240_000;
const sandbox = await startSandbox();
const app = await startAppWithWorkers(sandbox.siteVariables('customs'));
const site = serveBuiltClient(app);
const web = useWebPages();
beforeEach(() => sandbox.setFault({ portal: 'customs', kind: 'captcha-widget', times: -1 }));
afterEach(() => sandbox.clearFaults());

/** Width of the portal's page, in whose pixels the widget's places are. */
const PAGE_PX = 1280;
const places = [boxPlace, ...tilePlaces.filter((_, tile) => ships.includes(tile)), wordPlace];

async function startedJob(customer: Customer, numbers: readonly number[]): Promise<string> {
  const lines = numbers.map((number) => `301,C,${number},2026`);
  const { jobId } = await customer.started({
    serviceId: 'custom-tracking',
    file: new File([['office_code,be_serial,be_number,be_year', ...lines].join('\n')], 'bills.csv'),
    totalCredits: 1.5 * numbers.length,
    key: randomUUID(),
  });
  await until('the question', async () => (await customer.job(jobId)).waiting?.kind === 'challenge');
  return jobId;
}

async function openJob(page: Page, customer: Customer, jobId: string): Promise<void> {
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.goto(`/dashboard/jobs/${jobId}`);
}

const pictureOn = (page: Page) => page.locator('[data-live-picture]');

type Picture = {
  clientWidth: number;
  parentElement: {
    clientWidth: number;
    scrollLeft: number;
    scrollIntoView: (how: { block: 'center'; behavior: 'instant' }) => void;
  };
};

/** Where a place of the portal's page is on the screen, once the picture shows it. */
async function onScreen(
  page: Page,
  place: Parameters<typeof middleOf>[0],
): Promise<{ x: number; y: number }> {
  const { x, y } = middleOf(place);
  const picture = pictureOn(page);
  await picture.evaluate((element, share) => {
    const { clientWidth, parentElement } = element as unknown as Picture;
    parentElement.scrollLeft = clientWidth * share - parentElement.clientWidth / 2;
    parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, x / PAGE_PX);
  const box = await picture.boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  const scale = box.width / PAGE_PX;
  return { x: box.x + x * scale, y: box.y + y * scale };
}

/** The picture changes with each input that has an effect. */
const pictureNow = (page: Page): Promise<string | null> => pictureOn(page).locator('img').getAttribute('src');

type Press = (point: { x: number; y: number }) => Promise<void>;

/** Presses each place of the widget, and waits until the picture shows what it has done. */
async function pressAll(page: Page, press: Press): Promise<void> {
  for (const place of places) {
    const before = await pictureNow(page);
    await press(await onScreen(page, place));
    await until('the page to change', async () => (await pictureNow(page)) !== before);
  }
}

describe('a live page in the dashboard', () => {
  it(
    'a customer solves the widget with the mouse and the keyboard, and the job finishes by itself',
    async () => {
      const ana = await newCustomer(app);
      const jobId = await startedJob(ana, [796_229, 796_231]);
      const page = await web.open(site.address(), laptop);
      await openJob(page, ana, jobId);
      await page.getByRole('button', { name: 'Open the page' }).click();
      await pictureOn(page).waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      const click: Press = ({ x, y }) => page.mouse.click(x, y);
      await pressAll(page, click);
      await page.keyboard.type(WORD);
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      await page.getByText('does not look done yet').waitFor();
      await click(await onScreen(page, verifyPlace));
      // The page of the next row opens by itself.
      await until('the next row', async () => (await ana.job(jobId)).rowsDone === 1);
      await pictureOn(page).waitFor();
      await pressAll(page, click);
      await page.keyboard.type(WORD);
      await click(await onScreen(page, verifyPlace));
      expect(await ana.ended(jobId)).toMatchObject({ status: 'completed', rowsSucceeded: 2 });
      expect(await pictureOn(page).count()).toBe(0);
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'a customer solves the widget on a narrow phone by touch, after coming back to it',
    async () => {
      const ana = await newCustomer(app);
      const jobId = await startedJob(ana, [796_229]);
      const first = await web.open(site.address(), laptop);
      await openJob(first, ana, jobId);
      await first.getByRole('button', { name: 'Open the page' }).click();
      await pictureOn(first).waitFor();
      const page = await web.open(site.address(), phone, 'light', true, true);
      await openJob(page, ana, jobId);
      await page.getByRole('button', { name: 'Open the page' }).tap();
      await page.getByRole('button', { name: 'Go on here' }).tap();
      await pictureOn(page).waitFor();
      await first.getByText('Another window of yours has control').waitFor();
      await first.context().close();
      for (const _ of [1, 2]) await page.getByRole('button', { name: 'Larger' }).tap();
      const tap: Press = ({ x, y }) => page.touchscreen.tap(x, y);
      await pressAll(page, tap);
      await page.getByLabel('Text for the page').fill(WORD);
      await page.getByRole('button', { name: 'Send text' }).tap();
      expect(await overflowPx(page)).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);
      await tap(await onScreen(page, verifyPlace));
      expect(await ana.ended(jobId)).toMatchObject({ status: 'completed', rowsSucceeded: 1 });
      await page.context().close();
    },
    STORY_MS,
  );
});
