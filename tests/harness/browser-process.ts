/**
 * A worker's browser in a process of its own: opens the page that it is given, says what it shows and how the browser was
 * isolated, and keeps it open until its input ends.
 */
import { once } from 'node:events';
import { createBrowserPool } from '#activities/browser.ts';
import type { Isolation } from '#activities/browser-launch.ts';

const [address = ''] = process.argv.slice(2);
const launches: Isolation[] = [];
const pool = createBrowserPool({
  chromiumPath: process.env['CHROMIUM_PATH'],
  mustIsolate: true,
  onLaunched: ({ sandbox, ownNetwork }) => void launches.push({ sandbox, ownNetwork }),
});
const context = await pool.openContext(address);
const page = await context.newPage();
await page.goto(address);
process.stdout.write(`${JSON.stringify({ launches, shown: await page.innerText('body') })}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await pool.close();
process.exit();
