/** One Chromium per worker, one context per portal session; the browser is replaced when it died or grew old. */
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { limits } from '#contracts/limits.ts';
import { findChromium, type Chromium } from './chromium.ts';
import { bindEgress, openEgress, type Egress } from './egress.ts';
import { watchLoading } from './portals/loading.ts';

const LAUNCH_MS = 60_000;
const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export type BrowserPool = {
  /** A fresh context that reaches the host of `baseUrl` only; the caller closes it. */
  openContext: (baseUrl: string) => Promise<BrowserContext>;
  close: () => Promise<void>;
};

type Running = { browser: Browser; opened: number; open: number };

export function createBrowserPool(options: { chromiumPath?: string | undefined } = {}): BrowserPool {
  let found: Promise<Chromium> | undefined;
  let current: Promise<Running> | undefined;
  let isClosed = false;
  const all = new Set<Browser>();

  const start = async (): Promise<Running> => {
    found ??= findChromium(options.chromiumPath);
    const browser = await launch(await found);
    all.add(browser);
    browser.once('disconnected', () => all.delete(browser));
    return { browser, opened: 0, open: 0 };
  };

  const take = async (): Promise<Running> => {
    if (isClosed) throw new Error('The browser pool is closed.');
    const mine = (current ??= start());
    const running = await mine.catch((error: unknown) => {
      if (current === mine) current = undefined;
      found = undefined;
      throw error;
    });
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
    openContext: async (baseUrl) => {
      const running = await take();
      const given = async (): Promise<void> => {
        running.open -= 1;
        if (running.opened >= limits.contextsPerBrowserMax) await retire(running);
      };
      try {
        const context = await openWithEgress(running.browser, baseUrl);
        context.once('close', () => void given().catch(() => undefined));
        return context;
      } catch (error) {
        await given();
        throw error;
      }
    },
    close: async () => {
      isClosed = true;
      await current?.catch(() => undefined);
      await Promise.all([...all].map((browser) => browser.close()));
    },
  };
}

async function openWithEgress(browser: Browser, baseUrl: string): Promise<BrowserContext> {
  const egress = await openEgress([new URL(baseUrl).hostname]);
  try {
    const context = await browser.newContext(contextOptions(egress));
    bindEgress(context, egress);
    watchLoading(context);
    return context;
  } catch (error) {
    egress.close();
    throw error;
  }
}

function contextOptions({ address }: Egress) {
  return {
    // Also for addresses of this machine, which browsers reach without a proxy otherwise.
    proxy: { server: address, bypass: '<-loopback>' },
    serviceWorkers: 'block' as const,
    locale: 'en-GB',
    timezoneId: 'Asia/Dhaka',
    viewport: { width: 1280, height: 900 },
  };
}

async function launch(found: Chromium): Promise<Browser> {
  const launchWith = (chromiumSandbox: boolean): Promise<Browser> =>
    chromium.launch({
      executablePath: found.executablePath,
      env: { ...(process.env as Record<string, string>), ...found.env },
      args,
      chromiumSandbox,
      timeout: LAUNCH_MS,
      // The worker ends the browser itself, after the sessions have logged out.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) return launchWith(false);
  return launchWith(true).catch((error: unknown) => {
    // Many containers and desktops forbid user namespaces, which Chromium's own sandbox needs.
    if (error instanceof Error && /sandbox/i.test(error.message)) return launchWith(false);
    throw error;
  });
}
