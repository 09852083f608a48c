/** Documents of a job open in place: in a dialog of the page, drawn, and without anything of theirs being run. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { hostilePdf, keepDocument, pagedPdf } from '#tests/harness/job-documents.ts';
import { cookiesOf } from '#tests/harness/wire.ts';
import { laptop, phone, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';
import { until } from '#tests/harness/until.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;
let jobId: string;
const ids: Record<string, string> = {};

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="fetch(\'/owned\')"/>';
const names = [
  'EXP_1.pdf',
  'hostile.pdf',
  'screen.png',
  'locked.pdf',
  'damaged.pdf',
  'shape.pdf',
  'lost.pdf',
];

/** A white picture of 1280 by 720. */
function whitePng(): Uint8Array {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crcOf(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 5, 0, 0, 0, 2, 0xd0, 8, 0, 0, 0, 0]);
  const pixels = deflateSync(
    Buffer.concat(Array.from({ length: 720 }, () => Buffer.from([0, ...Array<number>(1280).fill(255)]))),
  );
  const start = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function crcOf(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

beforeAll(async () => {
  [customer, admin] = [await app.signUpAndVerify(), await app.signUpAndVerify({ isAdmin: true })];
  const outcomes = ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS'];
  jobId = await keptJob(app.deps.db, customer, { state: 'completed', errorCode: null, outcomes });
  const contents = [
    await pagedPdf(3),
    await hostilePdf(`${site.address()}/owned`),
    whitePng(),
    readFileSync('tests/fixtures/pdf/locked.pdf'),
    Buffer.from('%PDF-1.4 and nothing more'),
    Buffer.from(SVG),
    Buffer.from('%PDF-'),
  ];
  for (const [index, bytes] of contents.entries()) {
    const name = names[index] ?? '';
    ids[name] = await keepDocument(app.deps, { jobId, rowNumber: index + 1 }, { name, bytes });
  }
  await keepDocument(
    app.deps,
    { jobId, rowNumber: 1, kind: 'result' },
    { name: 'combined.pdf', bytes: await pagedPdf(1) },
  );
  await keepDocument(
    app.deps,
    { jobId, rowNumber: 2, kind: 'evidence' },
    { name: 'row_2.png', bytes: whitePng(), contentType: 'image/png' },
  );
});

async function open(
  place = `/dashboard/jobs/${jobId}`,
  viewport = laptop,
  account = customer,
): Promise<Page> {
  const page = await web.open(site.address(), viewport);
  await page.context().addCookies(cookiesOf(account.cookie, site.address()));
  await page.goto(place);
  return page;
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Resolves when the page is drawn. */
const drawn = (page: Page, number: number) => page.locator(`canvas[data-page="${number}"]`).waitFor();

/** How many points of the canvas are not white. */
const inkOf = (page: Page): Promise<number> =>
  page
    .locator('canvas')
    .evaluate(
      (canvas: {
        width: number;
        height: number;
        getContext: (kind: '2d') => { getImageData: (...box: number[]) => { data: Uint8ClampedArray } };
      }) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let ink = 0;
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) < 128) ink += 1;
        return ink;
      },
    );

/** Every address that the page asks for. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.context().on('request', (request) => void asked.push(request.url()));
  return asked;
}

it('a document opens in place with its pages, and nothing of its reader is loaded before', async () => {
  const page = await web.open(site.address());
  const asked = requestsOf(page);
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.goto(`/dashboard/jobs/${jobId}`, { waitUntil: 'networkidle' });
  await link(page, 'EXP_1.pdf').waitFor();
  expect(asked.filter((url) => /document-viewer|pdf-worker|pdfium/.test(url))).toEqual([]);
  await link(page, 'EXP_1.pdf').click();
  const shown = dialog(page, 'EXP_1.pdf');
  await drawn(page, 1);
  expect(await inkOf(page)).toBeGreaterThan(200);
  await shown.getByText('Page 1 of 3').waitFor();
  await shown.getByRole('button', { name: 'Next page' }).click();
  await drawn(page, 2);
  expect(await shown.getByRole('figure', { name: 'Page 2 of EXP_1.pdf' }).innerText()).toContain(
    'This is page 2',
  );
  const width = () =>
    page.locator('canvas').evaluate((canvas: { clientWidth: number }) => canvas.clientWidth);
  const before = await width();
  await shown.getByRole('button', { name: 'Zoom in' }).click();
  await shown.getByText('150%').waitFor();
  expect(await width()).toBeCloseTo(before * 1.5, -1);
  const download = page.waitForEvent('download');
  await shown.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('EXP_1.pdf');
  await page.context().close();
});

it('a document is opened, read and closed with the keyboard alone, and the focus returns to its link', async () => {
  const page = await open();
  await link(page, 'EXP_1.pdf').focus();
  await page.keyboard.press('Enter');
  await drawn(page, 1);
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('The pages of EXP_1.pdf');
  await page.keyboard.press('ArrowRight');
  await drawn(page, 2);
  await page.keyboard.press('+');
  await dialog(page, 'EXP_1.pdf').getByText('150%').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'EXP_1.pdf').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('EXP_1.pdf');
  await page.context().close();
});

it('the documents of the rows follow each other', async () => {
  const page = await open();
  await link(page, 'EXP_1.pdf').click();
  await dialog(page, 'EXP_1.pdf').getByText('Document 1 of 7').waitFor();
  await page.getByRole('button', { name: 'Next document' }).click();
  await dialog(page, 'hostile.pdf').waitFor();
  await page.getByRole('button', { name: 'Next document' }).click();
  await dialog(page, 'screen.png').getByText('Document 3 of 7').waitFor();
  await drawn(page, 1);
  await page.getByRole('button', { name: 'Previous document' }).click();
  await dialog(page, 'hostile.pdf').waitFor();
  await page.context().close();
});

it('a hostile PDF is shown and runs nothing: no script, no dialog, no request [hostile-pdf]', async () => {
  const page = await web.open(site.address());
  const asked = requestsOf(page);
  const dialogs: string[] = [];
  page.on('dialog', (shown) => {
    dialogs.push(shown.message());
    void shown.dismiss();
  });
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.goto(`/dashboard/jobs/${jobId}`);
  await link(page, 'hostile.pdf').click();
  await drawn(page, 1);
  expect(await page.getByRole('figure').innerText()).toContain('A harmless letter');
  await page.locator('canvas').click();
  await page.keyboard.press('+');
  await dialog(page, 'hostile.pdf').getByText('150%').waitFor();
  expect(dialogs).toEqual([]);
  expect(asked.filter((url) => url.includes('owned'))).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
  await page.context().close();
});

it('the worker that reads PDFs may run nothing but itself, and reaches no address [pdf-worker]', async () => {
  const page = await open();
  const script = page.waitForResponse(/pdf-worker-/);
  await link(page, 'EXP_1.pdf').click();
  expect((await script).headers()['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
  );
  await drawn(page, 1);
  const [worker] = page.workers();
  expect(await worker?.evaluate("fetch('/api/health').then(() => 'reached', () => 'refused')")).toBe(
    'refused',
  );
  await page.context().close();
});

it.each([
  ['locked.pdf', 'This document is locked with a password. Please download it to open it.'],
  ['damaged.pdf', 'This document cannot be shown here. Please download it.'],
  ['shape.pdf', 'Only PDFs and pictures are shown here. Please download this file.'],
])('%s is not shown, and says so beside its download', async (name, sentence) => {
  const page = await open();
  const asked = requestsOf(page);
  await link(page, name).click();
  await dialog(page, name).getByText(sentence).waitFor();
  expect(await dialog(page, name).getByRole('link', { name: 'Download' }).getAttribute('href')).toContain(
    '/files/',
  );
  expect(asked.filter((url) => url.includes('owned'))).toEqual([]);
  await page.context().close();
});

describe('a document that is no longer there', () => {
  it('the reader says that a document is missing', async () => {
    const page = await open();
    await link(page, 'lost.pdf').waitFor();
    await app.deps.db.jobFile.delete({ where: { id: ids['lost.pdf'] ?? '' } });
    await link(page, 'lost.pdf').click();
    await dialog(page, 'lost.pdf').getByText('This document is no longer there.').waitFor();
    await page.context().close();
  });

  it('the reader says that a document has expired', async () => {
    const expiring = await keptJob(app.deps.db, customer, {
      state: 'completed',
      errorCode: null,
      outcomes: ['SUCCESS'],
    });
    await keepDocument(
      app.deps,
      { jobId: expiring, rowNumber: 1 },
      { name: 'old.pdf', bytes: await pagedPdf(1) },
    );
    const page = await open(`/dashboard/jobs/${expiring}`);
    await link(page, 'old.pdf').waitFor();
    await app.deps.db.job.update({ where: { id: expiring }, data: { expiresAt: new Date(0) } });
    await link(page, 'old.pdf').click();
    await dialog(page, 'old.pdf')
      .getByText('These files have been deleted: results are kept for 7 days.')
      .waitFor();
    await page.context().close();
  });
});

it('a larger file than is shown is not read, only offered for download', async () => {
  const page = await open();
  const asked = requestsOf(page);
  await page.route('**/files/*', (route) => route.abort());
  const id = (await app.deps.db.jobFile.findFirstOrThrow({ where: { jobId, name: 'combined.pdf' } })).id;
  await app.deps.db.jobFile.update({ where: { id }, data: { sizeBytes: 21 * 1024 * 1024 } });
  await page.reload();
  await link(page, 'combined.pdf').click();
  await dialog(page, 'combined.pdf')
    .getByText('This document is too large to be shown here. Please download it.')
    .waitFor();
  expect(asked.filter((url) => url.includes(id))).toEqual([]);
  await page.context().close();
});

it('evidence opens in place for an administrator', async () => {
  const page = await open(`/admin?tab=jobs&job=${jobId}`, laptop, admin);
  await link(page, 'row_2.png').click();
  await dialog(page, 'row_2.png').waitFor();
  await drawn(page, 1);
  await page.keyboard.press('Escape');
  await dialog(page, 'row_2.png').waitFor({ state: 'detached' });
  await link(page, 'row_2.png').waitFor();
  await page.context().close();
});

it('on a phone the document takes the whole screen', async () => {
  const page = await open(undefined, phone);
  await link(page, 'EXP_1.pdf').click();
  await drawn(page, 1);
  await until('the dialog to take the screen', async () => {
    const box = await dialog(page, 'EXP_1.pdf').boundingBox();
    return box?.x === 0 && box.y === 0 && box.width === phone.width && box.height === phone.height;
  });
  const { look, problems } = reviewOf(page);
  await look('document on a phone');
  expect(problems).toEqual([]);
  await page.context().close();
});

it.each(todaysLooks(2))('an open document has no serious problem under axe: $name', async (look) => {
  const page = await web.open(site.address(), look.viewport, look.colorScheme);
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.addInitScript(`localStorage.setItem('chalan-language', '${look.language}')`);
  await page.goto(`/dashboard/jobs/${jobId}`);
  await link(page, 'EXP_1.pdf').click();
  await drawn(page, 1);
  const review = reviewOf(page);
  await review.look('document');
  expect(review.problems).toEqual([]);
  await page.context().close();
});
