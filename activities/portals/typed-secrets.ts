/** Types passwords and one-time codes, only into a field that hides them, on a host where they may be typed. */
import { errors, type Locator } from 'playwright';
import { passwordOf, type PortalLogin } from './contract.ts';
import { onceLoaded } from './loading.ts';
import { requireSignInHost, type Timeouts } from './navigation.ts';
import type { PageTools } from './page-tools.ts';

/**
 * Types the password of the login. It is decrypted only on a host where passwords may be typed and once the field is
 * there that hides them; otherwise this throws PORTAL_CHANGED. Playwright's errors quote the text to be typed, so they
 * are replaced and never attached as a cause.
 */
export async function typePassword(
  field: Locator,
  login: PortalLogin,
  { timeouts, explain }: { timeouts: Timeouts; explain: () => Promise<Error> },
): Promise<void> {
  const page = field.page();
  const hidden = ofOwnDocument(field, 'input[type=password]');
  const patience = { patienceMs: timeouts.navigationMs, explain };
  requireSignInHost(page);
  await onceLoaded(page, () => hidden.waitFor({ timeout: timeouts.elementMs }), patience);
  const secret = await passwordOf(login);
  const type = async (): Promise<void> => {
    requireSignInHost(page);
    try {
      await hidden.fill(secret, { timeout: timeouts.elementMs });
    } catch (error) {
      const isLate = error instanceof errors.TimeoutError;
      // oxlint-disable-next-line preserve-caught-error
      if (isLate) throw new errors.TimeoutError('The field of the password did not come.');
      // oxlint-disable-next-line preserve-caught-error
      throw new Error('The password could not be typed: the page of the browser is gone.');
    }
  };
  await onceLoaded(page, type, patience);
}

/** Types a one-time code, on a page where codes may be typed; throws PORTAL_CHANGED on any other. */
export async function typeCode(
  { onPage }: Pick<PageTools, 'onPage'>,
  field: Locator,
  code: string,
  timeout: number,
): Promise<void> {
  const page = field.page();
  requireSignInHost(page);
  const input = ofOwnDocument(field, 'input:not([type=search])');
  await onPage(page, () => input.fill(code.trim(), { timeout }));
}

/**
 * Narrows a field of a page map to what `wanted` selects in the page's own document, because a published map may name
 * any element. Playwright refuses to enter a frame within `and`, but not before it.
 */
const ofOwnDocument = (field: Locator, wanted: string): Locator => field.page().locator(wanted).and(field);
