/** Clicks on through the EXP portal, and says why a page is not the one that was expected. */
import { errors, type Locator, type Page } from 'playwright';
import { PortalFault } from '../contract.ts';
import { follow } from '../navigation.ts';
import { config } from './config.ts';
import { maintenanceWords } from './outcomes.ts';

/** Number of the page in an APEX address, `f?p=<app>:<page>:<session>`. */
export function pageId(url: string): string {
  return /[?&]p=\d+:(\d+)/.exec(url)?.[1] ?? '';
}

export function isLoginUrl(url: string): boolean {
  return config.pages.login.includes(pageId(url));
}

/** Follows a link behind the login; a bounce to the login page ends the session. */
export async function goOn(page: Page, link: Locator): Promise<void> {
  await follow(page, link, config.timeouts);
  if (!isLoginUrl(page.url())) return;
  const words = await alertWords(page);
  throw new PortalFault('SESSION_EXPIRED', words || 'The portal asked for the login again.');
}

export async function alertWords(page: Page): Promise<string> {
  const words = await page.locator(config.alert).allInnerTexts();
  return words.join(' ').trim();
}

/** Works an element that the page must have by now; a page without it is told apart by what it shows instead. */
export async function onPage<T>(page: Page, action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    throw await explain(page, error);
  }
}

export async function explain(page: Page, cause?: unknown): Promise<PortalFault> {
  const text = (await page.locator('body').allInnerTexts()).join(' ').trim();
  if (text === '') return new PortalFault('PORTAL_BUSY', 'The portal sent an empty page.', { cause });
  if (maintenanceWords.test(text))
    return new PortalFault('PORTAL_DOWN', 'The portal is out of order.', { cause });
  return new PortalFault('PORTAL_CHANGED', 'The page of the portal does not look as expected.', { cause });
}
