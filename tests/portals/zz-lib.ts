import { findChromium } from '#activities/chromium.ts';
import { createBrowserPool } from '#activities/browser.ts';
console.log(await findChromium());
const pool = createBrowserPool();
const c = await pool.openContext('http://127.0.0.1:9');
const p = await c.newPage();
await p.setContent('<h1>Hello</h1>');
console.log((await p.screenshot()).length, await p.locator('h1').boundingBox());
await pool.close();
