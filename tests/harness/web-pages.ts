/**
 * One browser for a test file that uses the product as people do, with the steps that every such test begins with. Use:
 * `const web = useWebPages(); const page = await web.openSignedIn(stack.app, { as: demoCustomer, at: '/dashboard' })`.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, onTestFailed, type RunnerTestCase } from 'vitest';
import type { Account } from './app.ts';
import type { Login } from './demo-logins.ts';
import { todaysShare } from './depth.ts';
import { openChromium } from './open-chromium.ts';
import { until } from './until.ts';
import { cookiesOf } from './wire.ts';

const STEP_MS = 60_000;
const TAKE_OVER_MS = 20_000;

type Viewport = { width: number; height: number };
export const laptop: Viewport = { width: 1366, height: 900 };
export const phone: Viewport = { width: 360, height: 740 };

type ColorScheme = 'light' | 'dark';
type SignedInOptions = {
  as: Login;
  at?: string;
  viewport?: Viewport;
  colorScheme?: ColorScheme;
  hasTouch?: boolean;
};

export function useWebPages() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openChromium(['--disable-gpu']);
  });
  afterAll(() => browser?.close());

  /** Opens a page in its own context, in which nobody is signed in. */
  async function open(
    baseURL: string,
    viewport = laptop,
    colorScheme: ColorScheme = 'light',
    javaScriptEnabled = true,
    hasTouch = false,
  ): Promise<Page> {
    if (!browser) throw new Error('The browser is started before the first test.');
    const options = { viewport, colorScheme, baseURL, acceptDownloads: true, javaScriptEnabled, hasTouch };
    const context = await browser.newContext(options);
    context.setDefaultTimeout(STEP_MS);
    const page = await context.newPage();
    onTestFailed(({ task }) => addPageText(task, page));
    return waitingForTakeOver(page);
  }

  /** Opens a page in its own context as a person who is signed in, at an address or else at the start page. */
  async function openSignedIn(
    baseURL: string,
    { as, at, viewport, colorScheme, hasTouch }: SignedInOptions,
  ): Promise<Page> {
    const page = await open(baseURL, viewport, colorScheme, true, hasTouch);
    await signIn(page, as);
    if (at !== undefined) await page.goto(at);
    return page;
  }

  /** Opens an address in its own context, with the session of an account of the test app. */
  async function openAs(
    account: Pick<Account, 'cookie'>,
    baseURL: string,
    at: string,
    viewport = laptop,
  ): Promise<Page> {
    const page = await open(baseURL, viewport);
    await page.context().addCookies(cookiesOf(account.cookie, baseURL));
    await page.goto(at);
    return page;
  }

  return { open, openSignedIn, openAs };
}

/**
 * A page that the server rendered takes keys and drops only when the client has taken it over, so opening one waits for
 * that. Tests of what comes before open theirs with `waitUntil: 'commit'`.
 */
function waitingForTakeOver(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (address, options) => {
    const answer = await goto(address, options);
    if (options?.waitUntil !== 'commit') await takeOver(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    await takeOver(page);
    return answer;
  };
  return page;
}

/** Returns after a while if the page is never taken over, as one whose code cannot be loaded. */
async function takeOver(page: Page): Promise<void> {
  const deadlineMs = Date.now() + TAKE_OVER_MS;
  const isDone = () => page.evaluate<boolean>("!('endEarlyInput' in window)").catch(() => false);
  while (!(await isDone()) && Date.now() < deadlineMs)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Adds what a failed test's page shows to its error, which is all that a long run repeats at its end. */
async function addPageText(task: Readonly<RunnerTestCase>, page: Page): Promise<void> {
  const error = task.result?.errors?.[0];
  if (!error || page.isClosed()) return;
  const text = await page.locator('body').innerText({ timeout: STEP_MS });
  error.message += `\n${page.url()} shows:\n${text.replaceAll(/\n{2,}/g, '\n')}`;
}

/** Opens the page and holds back its scripts until the returned function is called. */
export async function openBeforeScripts(page: Page, address: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const allowed = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await allowed;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return letGo;
}

/** Drops a file on the middle of an element with the browser's own events, which leave the page unless they are taken. */
export async function dropFile(page: Page, target: Locator, file: string): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to drop the file on.');
  const browser = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...place, data });
}

/** Fills the sign-in dialog that is open. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Signs in as people do. */
export async function signInByDialog(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await fillSignIn(page, email, password);
}

/** Signs in over HTTP, because the dialog takes seconds and has tests of its own, and opens the start page. */
export async function signIn(page: Page, { email, password }: Login): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`The sign-in of ${email} was answered by ${answer.status()}.`);
  await page.goto('/');
}

/**
 * A page is at rest when no content is loading and no animation or transition runs. Content that arrives starts new ones:
 * a button that becomes usable fades in from half its opacity. A spinner never ends, so it is not awaited.
 */
const isAtRest = `!document.querySelector('[aria-busy=true], .chakra-skeleton') &&
  document.getAnimations().every((animation) => animation.playState !== 'running' ||
    animation.effect.getComputedTiming().iterations === Infinity)`;

/** The policy of a page does not let it evaluate code by itself, so the condition is asked from outside. */
const awaitRest = (page: Page): Promise<void> =>
  until(`${page.url()} to be at rest`, async () => Boolean(await page.evaluate(isAtRest)));

type Look = { name: string; viewport: Viewport; colorScheme: ColorScheme; language: 'en' | 'bn' };

const looks: Look[] = [
  { name: 'a laptop, light, English', viewport: laptop, colorScheme: 'light', language: 'en' },
  { name: 'a phone, dark, Bengali', viewport: phone, colorScheme: 'dark', language: 'bn' },
  { name: 'a laptop, dark, Bengali', viewport: laptop, colorScheme: 'dark', language: 'bn' },
  { name: 'a phone, light, English', viewport: phone, colorScheme: 'light', language: 'en' },
];

/**
 * Pages take one look a day. The files have different turns, so that each look is taken by some of them every day, and
 * by each of them every four days.
 */
export const todaysLooks = (turn: number): Look[] => todaysShare(looks, 1, turn);

/**
 * Notes the problems that axe calls serious and how much wider than its window the page is, each time `look` is called.
 * Use: `const review = reviewOf(page); await review.look('list'); expect(review.problems).toEqual([])`.
 */
export function reviewOf(page: Page): { look: (place: string) => Promise<void>; problems: string[] } {
  const problems: string[] = [];
  const look = async (place: string): Promise<void> => {
    problems.push(...(await seriousProblems(page)).map((problem) => `${place}: ${problem}`));
    const overflow = await overflowPx(page);
    if (overflow > 0) problems.push(`${place} is ${overflow} px too wide`);
  };
  return { look, problems };
}

async function problemsOfLook(page: Page): Promise<string[]> {
  await awaitRest(page);
  // No page has frames, so axe need not open another page to combine its results.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
}

/**
 * The problems that axe calls serious or critical on the page once it is at rest. News of a job can arrive while axe
 * looks, and a button that becomes usable by them has too little contrast while it fades in. So what a first look finds
 * counts only if a second one finds it too.
 */
export async function seriousProblems(page: Page): Promise<string[]> {
  const first = await problemsOfLook(page);
  if (first.length === 0) return first;
  const second = new Set(await problemsOfLook(page));
  return first.filter((problem) => second.has(problem));
}

/** How many pixels the page is wider than its window. */
export async function overflowPx(page: Page): Promise<number> {
  return Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
}
