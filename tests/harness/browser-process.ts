/**
 * A worker's browser in a process of its own: opens the page that it is given, says what it shows and how the browser was
 * isolated, what it can read of the given files and of its own environment, and keeps it open until its input ends.
 */
import { once } from 'node:events';
import { createBrowserPool } from '#activities/browser/pool.ts';
import type { Isolation } from '#activities/browser/launch.ts';

const [address = '', filesDirectory = '', ...files] = process.argv.slice(2);
const launches: Isolation[] = [];
const pool = createBrowserPool({
  chromiumPath: process.env['CHROMIUM_PATH'],
  mustIsolate: true,
  filesDirectory,
  onLaunched: ({ sandbox, ownNetwork, hidesFiles }) =>
    void launches.push({ sandbox, ownNetwork, hidesFiles }),
});
const context = await pool.openContext(address);
const page = await context.newPage();
await page.goto(address);
const shown = await page.innerText('body');
const read: Record<string, string> = {};
for (const file of [...files, `/proc/${process.pid}/environ`]) read[file] = await textOf(file);
process.stdout.write(`${JSON.stringify({ launches, shown, read })}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await pool.close();
process.exit();

/** What the browser's own process, which opens files for a page outside the page's sandbox, reads of a file. */
async function textOf(file: string): Promise<string> {
  const own = await context.newPage();
  return own.goto(`file://${file}`).then(
    () => own.innerText('body'),
    (error: unknown) => String(error).match(/net::\w+/)?.[0] ?? String(error),
  );
}
