/**
 * One Chromium per worker and one context per portal session. The browser is replaced when it has crashed or has
 * opened many contexts.
 */
import type { Browser, BrowserContext } from 'playwright';
import { limits } from '#contracts/limits.ts';
import { restrictLoading } from '#activities/portals/load-only.ts';
import { watchLoading } from '#activities/portals/loading.ts';
import { watchDialogs } from '#activities/portals/page-answers.ts';
import { launchIsolated, type Launched, type LaunchPolicy } from './launch.ts';
import { findChromium, type Chromium } from './chromium.ts';
import { createDestinations, type Destinations, type ReachedHost } from './destinations.ts';
import { bindEgress, openEgress, type Egress } from './egress.ts';

export type BrowserPool = {
  /**
   * Opens a new context that reaches only the host and port of `baseUrl` and those of `hosts`; the caller closes it.
   */
  openContext: (baseUrl: string, hosts?: readonly ReachedHost[]) => Promise<BrowserContext>;
  /** Starts the browser in advance, and throws the reason if it cannot start. */
  prove: () => Promise<void>;
  close: () => Promise<void>;
};

type PoolOptions = Partial<LaunchPolicy> & { chromiumPath?: string | undefined };

/** A browser with the number of contexts that it has opened so far, and of those that are open. */
type Running = Launched & { opened: number; open: number };

const isSpent = ({ opened }: Running): boolean => opened >= limits.contextsPerBrowserMax;

/** Closes a browser that opens no more contexts, unless a session still uses it. */
async function retire({ open, browser }: Running): Promise<void> {
  if (open === 0) await browser.close();
}

/** Returns the browser of a context that was closed. */
async function giveBack(running: Running): Promise<void> {
  running.open -= 1;
  if (isSpent(running)) await retire(running);
}

/**
 * Creates the pool. The browser starts at the first use. `mustIsolate` refuses to run Chromium with weaker isolation.
 */
export function createBrowserPool(options: PoolOptions = {}): BrowserPool {
  const browsers = createBrowsers(options);
  return {
    openContext: async (baseUrl, hosts = []) => {
      const running = await browsers.take();
      try {
        const context = await openWithEgress(running, createDestinations(baseUrl, hosts));
        context.once('close', () => void giveBack(running).catch(() => undefined));
        return context;
      } catch (error) {
        await giveBack(running);
        throw error;
      }
    },
    prove: browsers.start,
    close: browsers.close,
  };
}

type Browsers = {
  /** Starts a browser unless one is running, and throws the reason if it cannot start. */
  start: () => Promise<void>;
  /** Returns the running browser for one more context; replaces it if it has crashed or opened too many. */
  take: () => Promise<Running>;
  close: () => Promise<void>;
};

function createBrowsers(options: PoolOptions): Browsers {
  const policy = { mustIsolate: false, ...options };
  let found: Promise<Chromium> | undefined;
  let current: Promise<Running> | undefined;
  let isClosed = false;
  const all = new Set<Browser>();

  const launch = async (): Promise<Running> => {
    found ??= findChromium(options.chromiumPath);
    const launched = await launchIsolated(await found, policy);
    const { browser } = launched;
    all.add(browser);
    browser.once('disconnected', () => all.delete(browser));
    return { ...launched, opened: 0, open: 0 };
  };

  /**
   * Returns the running browser or starts a new one. A failed start is forgotten, so that the next call tries again.
   */
  const runningBrowser = async (): Promise<{ mine: Promise<Running>; running: Running }> => {
    const mine = (current ??= launch());
    const running = await mine.catch((error: unknown) => {
      if (current === mine) current = undefined;
      found = undefined;
      throw error;
    });
    return { mine, running };
  };

  const take = async (): Promise<Running> => {
    if (isClosed) throw new Error('The browser pool is closed.');
    const { mine, running } = await runningBrowser();
    if (running.browser.isConnected() && !isSpent(running)) {
      running.opened += 1;
      running.open += 1;
      return running;
    }
    // Of several callers that find the browser unusable, the first one replaces it.
    if (current === mine) {
      current = undefined;
      await retire(running);
    }
    return take();
  };

  return {
    start: async () => {
      await runningBrowser();
    },
    take,
    close: async () => {
      isClosed = true;
      await current?.catch(() => undefined);
      await Promise.all([...all].map((browser) => browser.close()));
    },
  };
}

async function openWithEgress(
  { browser, listen }: Launched,
  destinations: Destinations,
): Promise<BrowserContext> {
  const egress = await openEgress(destinations, listen);
  try {
    const context = await browser.newContext(contextOptions(egress));
    bindEgress(context, egress);
    watchLoading(context);
    watchDialogs(context);
    await restrictLoading(context, destinations);
    return context;
  } catch (error) {
    egress.close();
    throw error;
  }
}

function contextOptions({ address }: Egress) {
  return {
    // Chromium bypasses the proxy for loopback addresses unless configured otherwise.
    proxy: { server: address, bypass: '<-loopback>' },
    serviceWorkers: 'block' as const,
    locale: 'en-GB',
    timezoneId: 'Asia/Dhaka',
    viewport: { width: 1280, height: 900 },
  };
}
