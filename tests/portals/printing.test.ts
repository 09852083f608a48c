/** Pages printed to PDF by the browser of the workers: whole, bounded in size and time, and read by the product. */
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Isolation } from '#activities/browser/launch.ts';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { closePdfPool, readPdfText } from '#activities/pdf/reading/pool.ts';
import { withPageTexts } from '#activities/portals/page-texts.ts';
import { printPage } from '#activities/portals/printing.ts';
import { egmDownload } from '#services/egm-download/run.ts';
import { completeBill } from '#services/families/customs-bill.ts';
import type { RowResult } from '#services/runner.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { outcomeOf } from '#tests/harness/portal-look-up.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
const portal = 'customs';
afterAll(closePdfPool);

async function pageOf(html: string) {
  const { page } = await openSession(sandbox.url(portal));
  await page.setContent(html);
  return page;
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const reading = await readPdfText(bytes, { fileName: 'page.pdf' });
  if (reading.kind !== 'text') throw new Error(`The PDF cannot be read: ${reading.kind}`);
  return JSON.stringify(reading.pages);
}

const endOf = (printing: Promise<unknown>): Promise<string> =>
  outcomeOf(printing.then(() => ({ outcome: 'printed' })));

describe('a printed page', () => {
  test('a printed page has the text of its beginning and its end, over several sheets of paper', async () => {
    const lines = Array.from({ length: 200 }, (_, n) => `<p>Line ${n + 1} of the manifest</p>`).join('');
    const text = await textOf(await printPage(await pageOf(`<h1>Manifest 2026/3187</h1>${lines}`)));
    for (const wanted of ['Manifest 2026/3187', 'Line 1 of', 'Line 200 of']) expect(text).toContain(wanted);
  });

  test('the last column of a table that is wider than the paper is printed', async () => {
    const cells = Array.from({ length: 40 }, (_, n) => `<td style="min-width:120px">Cell${n + 1}</td>`).join(
      '',
    );
    const text = await textOf(await printPage(await pageOf(`<table><tr>${cells}</tr></table>`)));
    expect(text).toContain('Cell1');
    expect(text).toContain('Cell40');
  });

  test('what the screen shows is printed although the style for printing hides it', async () => {
    const style = '<style>@media print { .evidence { display: none } }</style>';
    const page = await pageOf(`${style}<p>Always</p><p class="evidence">Shown on the screen</p>`);
    expect(await textOf(await printPage(page))).toContain('Shown on the screen');
  });

  test('a page is printed by a browser that is as isolated as that of the workers in production', async (context) => {
    let how: Isolation | undefined;
    const pool = createBrowserPool({
      chromiumPath: process.env['CHROMIUM_PATH'],
      onLaunched: (isolation) => (how = isolation),
    });
    onTestFinished(() => pool.close());
    const page = await (await pool.openContext(sandbox.url(portal))).newPage();
    await page.setContent('<p>Printed in isolation</p>');
    if (!how?.sandbox || !how.ownNetwork) return context.skip('This machine cannot isolate Chromium.');
    expect(await textOf(await printPage(page))).toContain('Printed in isolation');
  });

  test('a page that is too long is refused, and not cut', async () => {
    const sheets = '<p style="break-after: page">A sheet</p>'.repeat(6);
    const page = await pageOf(sheets);
    await expect(printPage(page, { pagesMax: 3 })).rejects.toMatchObject({
      outcome: 'REJECTED',
      message: 'The page of the portal is too long to be printed: more than 3 pages.',
    });
    await expect(printPage(page, { pagesMax: 7 })).resolves.toBeInstanceOf(Uint8Array);
  });

  test('a PDF with too many bytes is refused', async () => {
    expect(await endOf(printPage(await pageOf('<p>Text</p>'), { bytesMax: 100 }))).toBe('REJECTED');
  });

  test('a page that does not print in time ends as a timeout', async () => {
    const page = await pageOf('<p>Text</p>');
    // The page no longer does anything else.
    void page.evaluate('setTimeout(() => { for (;;); }, 0)').catch(() => undefined);
    expect(await endOf(printPage(page, { timeoutMs: 3_000 }))).toBe('TIMEOUT');
  });

  test('an empty page is no document', async () => {
    expect(await endOf(printPage(await pageOf('<p> </p>')))).toBe('BAD_DOWNLOAD');
  });
});

describe('the manifest of a bill without a PDF', () => {
  const released = { office_code: '301', be_serial: 'C', be_number: '796229', be_year: '2026' };
  const work = async (): Promise<RowResult> => {
    const session = await openSession(sandbox.url(portal));
    return egmDownload.run(completeBill(released), runContext({ session }));
  };

  test('the page of the bill is printed if the page map says so, with what the page says of the manifest', async () => {
    await sandbox.seed({ portal, records: { settings: { manifest: 'page' } } });
    const result = await withPageTexts({ 'status.document': 'printed' }, work);
    expect(result).toMatchObject({ outcome: 'SUCCESS', documents: [{ contentType: 'application/pdf' }] });
    const text = await textOf(result.documents?.[0]?.bytes ?? new Uint8Array());
    // Customs shows the number of a manifest joined, and the result as year and number.
    const shown = Object.values(result.values ?? {}).map((value) =>
      String(value ?? '').replace(/^(\d{4})\//, '$1'),
    );
    for (const value of shown) expect(text).toContain(value);
  });

  test('a bill without the link that the page map names means that the portal has changed', async () => {
    await sandbox.seed({ portal, records: { settings: { manifest: 'page' } } });
    expect(await outcomeOf(work())).toBe('PORTAL_CHANGED');
  });
});
