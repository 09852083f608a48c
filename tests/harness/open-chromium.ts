/** The browser with which tests and benches use the product as people do. */
import type { Browser } from 'playwright';
import { findChromium, startChromium } from '#activities/browser/chromium.ts';

/** Starts it without Chromium's sandbox, which many containers forbid: it opens only pages of the test's own. */
export async function openChromium(args: string[] = []): Promise<Browser> {
  const { executablePath, env } = await findChromium(process.env['CHROMIUM_PATH']);
  return startChromium({ executablePath, env, args, chromiumSandbox: false });
}
