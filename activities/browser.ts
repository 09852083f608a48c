/**
 * One Chromium per worker and one context per portal session. The browser is replaced when it has crashed or grown
 * old.
 */
import type { Browser, BrowserContext } from 'playwright';
import { limits } from '#contracts/limits.ts';
import { launchIsolated, type Launched, type LaunchPolicy } from './browser-launch.ts';
import { findChromium, type Chromium } from './chromium.ts';
import { createDestinations, type Destinations, type ReachedHost } from './destinations.ts';
import { bindEgress, openEgress, type Egress } from './egress.ts';
import { restrictLoading } from './portals/load-only.ts';
import { watchLoading } from './portals/loading.ts';

export type BrowserPool = {
  /**
   * Opens a new context that reaches only the host and port of `baseUrl` and those of `hosts`; the caller closes it.
   */
  openContext: (baseUrl: string, hosts?: readonly ReachedHost[]) => Promise<BrowserContext>;
  /** Starts the browser in advance, and throws the reason if it cannot start. */
  prove: () => Promise<void>;
  close: () => Promise<void>;
};

type Running = Launched & { opened: number; open: number };

/**
 * Creates the pool. The browser starts at the first use. `mustIsolate` refuses to run Chromium with weaker isolation.
 */
export function createBrowserPool(
  options: Partial<LaunchPolicy> & { chromiumPath?: string | undefined } = {},
): BrowserPool {
  const policy = { mustIsolate: false, ...options };
  let found: Promise<Chromium> | undefined;
  let current: Promise<Running> | undefined;
  let isClosed = false;
  const all = new Set<Browser>();

  const start = async (): Promise<Running> => {
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
    const mine = (current ??= start());
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
    if (running.browser.isConnected() && running.opened < limits.contextsPerBrowserMax) {
      running.opened += 1;
      running.open += 1;
      return running;
    }
    if (current === mine) {
      current = undefined;
      await retire(running);
    }
    return take();
  };

  const retire = async (running: Running): Promise<void> => {
    if (running.open === 0) await running.browser.close();
  };

  return {
    openContext: async (baseUrl, hosts = []) => {
      const running = await take();
      const given = async (): Promise<void> => {
        running.open -= 1;
        if (running.opened >= limits.contextsPerBrowserMax) await retire(running);
      };
      try {
        const context = await openWithEgress(running, createDestinations(baseUrl, hosts));
        context.once('close', () => void given().catch(() => undefined));
        return context;
      } catch (error) {
        await given();
        throw error;
      }
    },
    prove: async () => {
      await runningBrowser();
    },
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
