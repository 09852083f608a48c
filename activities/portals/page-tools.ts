/** Clicks on through a portal behind its login, and says why a page is not the one that was expected. */
import { errors, type Frame, type Locator, type Page } from 'playwright';
import { say } from '#contracts/say.ts';
import { PortalFault } from './contract.ts';
import { hasElement, isLoaded, onceLoaded, slowFault } from './loading.ts';
import { follow, type Timeouts } from './navigation.ts';

export type PageToolsConfig = {
  /** Selector of the boxes in which the portal says what it thinks. */
  alert: string;
  maintenanceWords: RegExp;
  isLogin: (url: string) => boolean;
  timeouts: Timeouts & { filingMs?: number };
};

/** A page, or a frame of one. */
type Shown = Page | Frame;

export type PageTools = {
  /** Follows a link behind the login; a bounce to the login page ends the session. */
  goOn: (page: Page, link: Locator) => Promise<void>;
  /** Makes the click that files: as `goOn`, with the patience that the portal needs for a filing. */
  file: (page: Page, target: Locator) => Promise<void>;
  /** Works an element that the page must have by now; a page without it is told apart by what it shows instead. */
  onPage: <T>(page: Shown, action: () => Promise<T>) => Promise<T>;
  /**
   * Opens an entry of the menu that every page behind the login has. A page without the menu is behind no login any more;
   * a menu without the entry is that of a login without the permission.
   */
  openEntry: (page: Page, entry: Locator, menu: { signOut: Locator; noPermission: string }) => Promise<void>;
  /** Throws SESSION_EXPIRED where the page has not the element that every page behind the login has. */
  stayInside: (page: Page, mark: Locator) => Promise<void>;
  explain: (page: Shown, cause?: unknown) => Promise<PortalFault>;
  alertWords: (page: Shown) => Promise<string>;
};

export function createPageTools(config: PageToolsConfig): PageTools {
  const alertWords = async (page: Shown): Promise<string> =>
    (await page.locator(config.alert).allInnerTexts()).join(' ').trim();

  const explain = async (page: Shown, cause?: unknown): Promise<PortalFault> => {
    if (!(await isLoaded(page))) return slowFault(cause);
    const text = (await page.locator('body').allInnerTexts()).join(' ').trim();
    if (text === '') return new PortalFault('PORTAL_BUSY', say('The portal sent an empty page.'), { cause });
    if (config.maintenanceWords.test(text))
      return new PortalFault('PORTAL_DOWN', say('The portal is out of order.'), { cause });
    return new PortalFault('PORTAL_CHANGED', say('The page of the portal does not look as expected.'), {
      cause,
    });
  };

  const followInside = async (page: Page, link: Locator, timeouts: Timeouts): Promise<void> => {
    await follow(page, link, timeouts);
    if (!config.isLogin(page.url())) return;
    const words = await alertWords(page);
    throw new PortalFault('SESSION_EXPIRED', words || say('The portal asked for the login again.'));
  };
  const { timeouts } = config;
  const goOn = (page: Page, link: Locator): Promise<void> => followInside(page, link, timeouts);
  const stayInside = async (page: Page, mark: Locator): Promise<void> => {
    if (await hasElement(page, mark, timeouts.navigationMs)) return;
    throw new PortalFault(
      'SESSION_EXPIRED',
      say('The place on the portal was lost; the login is done again.'),
    );
  };
  const filingTimeouts = { ...timeouts, navigationMs: timeouts.filingMs ?? timeouts.navigationMs };

  return {
    alertWords,
    explain,
    goOn,
    stayInside,
    openEntry: async (page, entry, { signOut, noPermission }) => {
      if (await hasElement(page, entry, timeouts.navigationMs)) return goOn(page, entry);
      await stayInside(page, signOut);
      // No fault of the row: the customer must choose another login, and nothing is charged.
      throw new PortalFault('CREDENTIALS_INVALID', noPermission);
    },
    file: (page, target) => followInside(page, target, filingTimeouts),
    onPage: (page, action) =>
      onceLoaded(page, action, {
        patienceMs: timeouts.navigationMs,
        explain: (cause) => explain(page, cause),
      }),
  };
}

/** What portals say while they are out of order. */
export const maintenanceWords = /maintenance|temporarily unavailable|server (is )?busy|try again later/i;

/** Labels and values of a definition table from its cells' texts, `th` and `td` in turn. */
export function pairsOf(texts: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let n = 0; n + 1 < texts.length; n += 2) pairs.set(plain(texts[n]), plain(texts[n + 1]));
  return pairs;
}

/** A cell's text with single spaces. */
function plain(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

type ShownElement = {
  textContent: string | null;
  querySelectorAll: (selector: string) => Iterable<ShownElement>;
};

/** Rows of a table as maps from its headings to the cells' texts; asked of the browser once, however many rows there are. */
export async function readTable(table: Locator): Promise<Map<string, string>[]> {
  const shown = await table.evaluateAll((tables) =>
    (tables as unknown as ShownElement[]).map((each) => ({
      headings: Array.from(each.querySelectorAll('thead th'), (cell) => cell.textContent ?? ''),
      rows: Array.from(each.querySelectorAll('tbody tr'), (row) =>
        Array.from(row.querySelectorAll('td'), (cell) => cell.textContent ?? ''),
      ),
    })),
  );
  return shown.flatMap(({ headings, rows }) =>
    rows.map((cells) => new Map(headings.map((heading, index) => [plain(heading), plain(cells[index])]))),
  );
}

/** Types a password: Playwright's errors quote what was to be typed, and none of them may get out of here. */
export async function fillSecret(
  field: Locator,
  secret: string,
  { timeouts, explain }: { timeouts: Timeouts; explain: () => Promise<Error> },
): Promise<void> {
  const type = async (): Promise<void> => {
    try {
      await field.fill(secret, { timeout: timeouts.elementMs });
    } catch (error) {
      const isLate = error instanceof errors.TimeoutError;
      // oxlint-disable-next-line preserve-caught-error
      if (isLate) throw new errors.TimeoutError('The field of the password did not come.');
      // oxlint-disable-next-line preserve-caught-error
      throw new Error('The password could not be typed: the page of the browser is gone.');
    }
  };
  await onceLoaded(field.page(), type, { patienceMs: timeouts.navigationMs, explain });
}

/** The field is there at once or not at all, but a browser on a busy machine takes its time with a large file. */
const ATTACH_TIMEOUT_MS = 60_000;

export async function attachPdf(
  field: Locator,
  { name, bytes }: { name: string; bytes: Uint8Array },
  elementMs: number,
): Promise<void> {
  await field.waitFor({ state: 'attached', timeout: elementMs });
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
  await field.setInputFiles(file, { timeout: ATTACH_TIMEOUT_MS });
}
