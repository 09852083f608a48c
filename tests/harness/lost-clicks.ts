/** Freezes this process during clicks, so that they take effect while their reports are lost. */
import { setTimeout as delay } from 'node:timers/promises';
import { errors, type Locator, type Page } from 'playwright';
import { onTestFinished, vi } from 'vitest';

/** Longer than the tests let an element be waited for. */
const FREEZE_MS = 3_000;
const BEFORE_MS = 200;

/** Has the effect of SIGSTOP and SIGCONT: nothing in this process runs, while the browser continues. */
export async function freeze(): Promise<void> {
  await delay(BEFORE_MS);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FREEZE_MS);
}

/**
 * Until the test ends, the first click on each element whose locator contains one of the texts takes effect and loses its
 * report. Returns the locators that were clicked so far, repeated clicks included.
 */
export function losingReports(page: Page, texts: readonly string[]): () => string[] {
  const clicked: string[] = [];
  const every = Object.getPrototypeOf(page.locator('html')) as Locator;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the locator below
  const click = every.click;
  const spy = vi.spyOn(every, 'click').mockImplementation(async function (this: Locator, options) {
    await click.call(this, options);
    const name = String(this);
    if (!texts.some((text) => name.includes(text))) return;
    const isFirst = !clicked.includes(name);
    clicked.push(name);
    if (!isFirst) return;
    await freeze();
    throw new errors.TimeoutError('The report of the click did not come in time.');
  });
  onTestFinished(() => spy.mockRestore());
  return () => clicked;
}
