/** Clicks through a portal behind its login, and explains why a page is not the expected one. */
import type { Locator, Page } from 'playwright';
import type { Message } from '#contracts/messages/message.ts';
import { PortalFault, type PortalSession } from './contract.ts';
import { field, link, type Control, type PageOrFrame } from './controls.ts';
import { downloadPdf } from './download.ts';
import { fillInEntries, type FormEntry } from './form-entries.ts';
import { hasLink, isLoaded, onceLoaded, slowFault } from './loading.ts';
import { follow, isAtSignIn, NothingLoaded, type Timeouts } from './navigation.ts';
import { portalMessages } from './messages.ts';
import { answerOfPage, noteAnswer } from './page-answers.ts';
import { isAboutSession, isOutage, refuseTrouble, signedOutFault } from './portal-trouble.ts';
import { cellTexts, lookFor, pairsOf, shownCells, shownTexts } from './page-reading.ts';
import { printPage } from './printing.ts';

/** Value of a page map's `document` if the portal has no document to download, and the page itself is printed. */
const PRINTED = 'printed';

export type PageToolsConfig = {
  /** Selector of the boxes in which the portal shows its error messages. */
  alert: string;
  /** Recognises the login page; absent on a portal that is open to everybody. */
  isLogin?: (url: string) => boolean;
  timeouts: Timeouts & { filingMs?: number; downloadMs?: number };
};

type NoteAnswerOfPage = () => Promise<boolean>;

export type PageTools = {
  fill: (root: PageOrFrame, input: Control | Locator, text: string) => Promise<void>;
  /** Fills in the fields of a form in their order. */
  fillIn: (root: PageOrFrame, entries: readonly FormEntry[]) => Promise<void>;
  /** Chooses an entry of a list by its label. */
  select: (root: PageOrFrame, list: Control | Locator, label: string) => Promise<void>;
  /**
   * Waits for the wanted element, given by its selector or as a locator, or an error message. Returns null if the element
   * is shown, or else the portal's error messages, as `answerWords` returns them.
   */
  wordsInstead: (root: PageOrFrame, wanted: string | Locator) => Promise<string | null>;
  /** Waits for an error message or a notice of the portal, and returns the text of all that are on the page. */
  shownAlert: (root: PageOrFrame) => Promise<string>;
  /** Waits until all of the elements are shown. */
  requireShown: (root: PageOrFrame, ...wanted: readonly Locator[]) => Promise<void>;
  /** Waits for a table of labels and values, and reads it. */
  readPairs: (root: PageOrFrame, table: string) => Promise<Map<string, string>>;
  /** Downloads the PDF that a link on the page leads to, with the session's cookies. */
  downloadLinked: (session: PortalSession, from: Locator, root?: PageOrFrame) => Promise<Uint8Array>;
  /**
   * Returns the document of the page. Depending on the page map it is the PDF that the link leads to (`linked`), or the
   * page itself, printed (`printed`).
   */
  documentOf: (session: PortalSession, source: string, from: Locator) => Promise<Uint8Array>;
  /** Attaches a PDF to the field of an upload form. */
  attach: (
    root: PageOrFrame,
    input: Control | Locator,
    file: { name: string; bytes: Uint8Array },
  ) => Promise<void>;
  /**
   * Clicks and waits for the next page, or for words by which the page itself answers, as `alertWords` returns them. A
   * page that forwards the browser by script contains the element `passing`.
   */
  follow: (page: Page, target: Locator, options?: { limits?: Timeouts; passing?: string }) => Promise<void>;
  /**
   * Reads the alerts that the page shows before a click. The returned function is for a click after which nothing was
   * loaded: it keeps what the page itself answered, and returns whether it did.
   */
  watchAnswerOfPage: (root: PageOrFrame) => NoteAnswerOfPage;
  /**
   * Clicks a link behind the login and waits for the next page. A redirect to the login page means that the session
   * has expired.
   */
  clickAndWait: (page: Page, link: Locator) => Promise<void>;
  /** Clicks the control that submits a filing. Like `clickAndWait`, but with the filing timeout. */
  file: (page: Page, target: Locator) => Promise<void>;
  /**
   * Runs an action on an element that the page must contain; if it is missing, what the page shows instead determines
   * the fault.
   */
  onPage: <T>(page: PageOrFrame, action: () => Promise<T>) => Promise<T>;
  /** Returns whether the page is the portal's login: by its address, or because its host serves only the sign-in. */
  isLogin: (root: PageOrFrame) => boolean;
  /** Throws SESSION_EXPIRED if the page lacks the link that every page behind the login has. */
  stayInside: (page: Page, name: string) => Promise<void>;
  /** Returns the fault that explains why the page lacks what it must contain. */
  explain: (page: PageOrFrame, cause?: unknown) => Promise<PortalFault>;
  /** Returns the portal's error messages on the page, or an empty text. */
  alertWords: (page: PageOrFrame) => Promise<string>;
  /**
   * Returns the portal's error messages behind the login, or an empty text. Throws the fault if they are about the
   * portal's own trouble or an ended session, so that they are never taken for an answer about a row.
   */
  answerWords: (page: PageOrFrame) => Promise<string>;
};

/** Creates the tools of one portal from its selectors and timeouts. The second argument replaces some of them. */
export function createPageTools(
  config: PageToolsConfig,
  {
    isLogin: isLoginAddress = config.isLogin ?? (() => false),
    timeouts = config.timeouts,
  }: Partial<PageToolsConfig> = {},
): PageTools {
  const alertWords = async (page: PageOrFrame): Promise<string> =>
    [answerOfPage(page), ...(await shownTexts(page, config.alert))].join(' ').trim();
  const answerWords = async (page: PageOrFrame): Promise<string> => refuseTrouble(await alertWords(page));
  const explain = (page: PageOrFrame, cause?: unknown): Promise<PortalFault> =>
    faultOf(page, alertWords, cause);
  const onPage: PageTools['onPage'] = (page, action) =>
    onceLoaded(page, action, { patienceMs: timeouts.navigationMs, explain: (cause) => explain(page, cause) });
  const base = { alert: config.alert, isLoginAddress, timeouts, alertWords, answerWords, explain, onPage };
  return {
    alertWords,
    answerWords,
    explain,
    onPage,
    ...navigationTools(base),
    ...formTools(base),
    ...readingTools(base),
    ...documentTools(base),
  };
}

/** What all tools of a portal share. */
type ToolBase = Pick<PageTools, 'alertWords' | 'answerWords' | 'explain' | 'onPage'> &
  Pick<PageToolsConfig, 'alert' | 'timeouts'> & { isLoginAddress: (url: string) => boolean };

/** Returns the fault that explains why a page lacks what it must contain. */
async function faultOf(
  page: PageOrFrame,
  alertWords: PageTools['alertWords'],
  cause: unknown,
): Promise<PortalFault> {
  if (!(await isLoaded(page))) return slowFault(cause);
  const text = (await page.locator('body').allInnerTexts()).join(' ').trim();
  if (text === '') return new PortalFault('PORTAL_BUSY', portalMessages.emptyPage(), { cause });
  // On a page without its elements, the mere word counts as well.
  if (isOutage(text) || /maintenance/i.test(text))
    return new PortalFault('PORTAL_DOWN', portalMessages.outOfOrder(), { cause });
  const said = await alertWords(page);
  if (isAboutSession(said)) return signedOutFault(said);
  return new PortalFault('PORTAL_CHANGED', portalMessages.unexpectedPage(), { cause });
}

function navigationTools({
  alert,
  isLoginAddress,
  timeouts,
  alertWords,
}: ToolBase): Pick<
  PageTools,
  'isLogin' | 'follow' | 'watchAnswerOfPage' | 'clickAndWait' | 'stayInside' | 'file'
> {
  const isLogin = (root: PageOrFrame): boolean => isLoginAddress(root.url()) || isAtSignIn(root);
  const watchAnswerOfPage: PageTools['watchAnswerOfPage'] = (root) => {
    const shownWords = async (): Promise<string> => (await shownTexts(root, alert)).join(' ').trim();
    // The browser answers this question before it clicks, so it takes no time of its own. A page that is being replaced
    // does not answer it, and shows nothing from before the click.
    const before = shownWords().catch(() => '');
    return async () => {
      await noteAnswer(root);
      if (answerOfPage(root) !== '') return true;
      const words = await shownWords();
      return words !== '' && words !== (await before);
    };
  };
  const followOrRead: PageTools['follow'] = async (page, target, { limits = timeouts, passing } = {}) => {
    const noteAnswerOfPage = watchAnswerOfPage(page);
    try {
      await follow(page, target, limits, passing);
    } catch (error) {
      if (!(error instanceof NothingLoaded) || !(await noteAnswerOfPage())) throw error;
    }
  };
  const followInside = async (page: Page, target: Locator, limits: Timeouts): Promise<void> => {
    await followOrRead(page, target, { limits });
    if (isLogin(page)) throw signedOutFault(await alertWords(page));
  };
  return {
    isLogin,
    watchAnswerOfPage,
    follow: followOrRead,
    clickAndWait: (page, target) => followInside(page, target, timeouts),
    file: (page, target) =>
      followInside(page, target, { ...timeouts, navigationMs: timeouts.filingMs ?? timeouts.navigationMs }),
    stayInside: async (page, name) => {
      if (await hasLink(page, name, timeouts.navigationMs)) return;
      throw new PortalFault('SESSION_EXPIRED', portalMessages.placeLost());
    },
  };
}

function formTools({
  timeouts: { elementMs },
  onPage,
}: ToolBase): Pick<PageTools, 'fill' | 'fillIn' | 'select' | 'attach'> {
  const located = (root: PageOrFrame, target: Control | Locator): Locator =>
    'id' in target ? field(root, target) : target;
  return {
    fill: (root, input, text) => onPage(root, () => located(root, input).fill(text, { timeout: elementMs })),
    fillIn: (root, entries) => fillInEntries(root, entries, { onPage, elementMs }),
    select: async (root, list, label) => {
      await onPage(root, () => located(root, list).selectOption({ label }, { timeout: elementMs }));
    },
    attach: (root, input, file) => onPage(root, () => attachPdf(located(root, input), file, elementMs)),
  };
}

function readingTools({
  alert,
  timeouts: { elementMs: timeout },
  alertWords,
  answerWords,
  onPage,
}: ToolBase): Pick<PageTools, 'wordsInstead' | 'shownAlert' | 'requireShown' | 'readPairs'> {
  const wordsInstead: PageTools['wordsInstead'] = async (root, wanted) => {
    // The page itself has refused the click before, so that what it shows besides is from before the click.
    if (answerOfPage(root) !== '') return answerWords(root);
    const element = typeof wanted === 'string' ? root.locator(wanted) : wanted;
    // Usually one of the two is already visible. The questions are sent together, so they take the time of one. A page
    // that is being replaced does not answer; the next call waits for the page that follows.
    const seen = await Promise.all([
      typeof wanted === 'string' ? lookFor(root, wanted) : lookForLocated(wanted),
      lookFor(root, alert),
      alertWords(root),
    ]).catch(() => null);
    const [here, answered, words = ''] = seen ?? [];
    if (here?.isShown || answered?.isShown) return here?.isShown || here?.count ? null : refuseTrouble(words);
    await onPage(root, () => element.or(root.locator(alert)).first().waitFor({ timeout }));
    return (await element.count()) > 0 ? null : answerWords(root);
  };
  return {
    wordsInstead,
    shownAlert: async (root) => {
      if (answerOfPage(root) !== '') return alertWords(root);
      const seen = await Promise.all([lookFor(root, alert), alertWords(root)]).catch(() => null);
      const [answered, words = ''] = seen ?? [];
      if (answered?.isShown) return words;
      await onPage(root, () => root.locator(alert).first().waitFor({ timeout }));
      return alertWords(root);
    },
    requireShown: async (root, ...wanted) => {
      for (const element of wanted) await onPage(root, () => element.first().waitFor({ timeout }));
    },
    readPairs: async (root, table) => {
      // A page that is being replaced does not answer; the next call waits for the page that follows.
      const cells = await shownCells(root, table).catch(() => null);
      if (cells) return pairsOf(cells);
      await onPage(root, () => root.locator(table).waitFor({ timeout }));
      return pairsOf(await cellTexts(root, table));
    },
  };
}

async function lookForLocated(wanted: Locator): Promise<{ count: number; isShown: boolean }> {
  const [count, isShown] = await Promise.all([wanted.count(), wanted.first().isVisible()]);
  return { count, isShown };
}

function documentTools({
  isLoginAddress,
  timeouts: { elementMs: timeout, navigationMs, downloadMs = navigationMs },
  explain,
  onPage,
}: ToolBase): Pick<PageTools, 'downloadLinked' | 'documentOf'> {
  const downloadLinked: PageTools['downloadLinked'] = async ({ context, page }, from, root = page) => {
    const href = await onPage(root, () => from.getAttribute('href', { timeout }));
    if (!href) throw await explain(root);
    const url = new URL(href, root.url()).href;
    return downloadPdf(context, url, { timeoutMs: downloadMs, isLogin: isLoginAddress });
  };
  return {
    downloadLinked,
    documentOf: (session, source, from) =>
      source === PRINTED ? printPage(session.page) : downloadLinked(session, from),
  };
}

/**
 * Returns a function that opens an entry of the menu that every page behind the login has. A page without the menu
 * means that the session has expired; a menu without the entry means that the login lacks the permission.
 */
export function createMenu(
  { clickAndWait, stayInside }: PageTools,
  { menu, timeouts }: { menu: { logout: string }; timeouts: Timeouts },
  notPermitted: (given: { entry: string }) => Message,
): (page: Page, entry: string) => Promise<void> {
  return async (page, entry) => {
    // Asked before the click, which would otherwise wait for the entry and be made on a later page that has it. A page
    // that does not answer is left to the click.
    const isThere = await hasLink(page, entry, timeouts.navigationMs).catch(() => true);
    if (isThere) return clickAndWait(page, link(page, entry));
    await stayInside(page, menu.logout);
    // Not a fault of the row: the customer must choose another login, and nothing is charged.
    throw new PortalFault('CREDENTIALS_INVALID', notPermitted({ entry }));
  };
}

/**
 * Returns a function that reads the portal's answer to a filing: its notice, or else its error message. `taken`
 * recognises the notice of a filing that was accepted.
 */
export function createConfirmation(
  { wordsInstead }: PageTools,
  config: { notice: string },
): (root: PageOrFrame, taken: RegExp) => Promise<{ isTaken: boolean; words: string }> {
  return async (root, taken) => {
    const notice = root.locator(config.notice);
    const words = ((await wordsInstead(root, notice)) ?? (await notice.first().innerText())).trim();
    return taken.test(words) ? { isTaken: true, words } : { isTaken: false, words: refuseTrouble(words) };
  };
}

/** The field exists immediately or not at all, but attaching a large file takes long on a busy machine. */
const ATTACH_TIMEOUT_MS = 60_000;

async function attachPdf(
  field: Locator,
  { name, bytes }: { name: string; bytes: Uint8Array },
  elementMs: number,
): Promise<void> {
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
  // One after the other: what waits for a field that is missing would attach the document to a later form.
  await field.waitFor({ state: 'attached', timeout: elementMs });
  await field.setInputFiles(file, { timeout: ATTACH_TIMEOUT_MS });
}
