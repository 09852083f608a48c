/** What a browser receives and shows while it opens a page: requests, bytes on the wire, and layout shifts. */
import type { Page } from 'playwright';

/**
 * `errors` are what the console reports, among them HTML that the client could not take over. `isRendered` says whether the
 * page came as HTML from the server; `details` are the requests and shifts, for the report of a view that exceeds its
 * budget.
 */
export type FirstView = {
  requests: number;
  kib: number;
  layoutShift: number;
  errors: string[];
  isRendered: boolean;
  details: string;
};

const KIB = 1024;
/** An address that is asked again after this time is asked by a timer, which a page on a slow machine lives to see. */
const POLL_S_MIN = 10;

/** What a first view may take; `kib` is what is sent, `largestPaintMs` what Lighthouse says. */
export type Budget = { kib: number; requests: number; layoutShift: number; largestPaintMs: number };
export const forVisitors: Budget = { kib: 250, requests: 20, layoutShift: 0.02, largestPaintMs: 2_000 };
export const signedIn: Budget = { kib: 350, requests: 20, layoutShift: 0.05, largestPaintMs: 2_500 };
export const visitorsPages = ['/', '/services', '/blog', '/contact', '/privacy', '/sign-up'];
/** The server renders for a phone if the browser says that it is one. */
export const phoneAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
export const widths = { wide: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

/** `header` is what a request sends in its Cookie header. */
export function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  return header.split('; ').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return { name, value: rest.join('='), url };
  });
}

export const agentOf = (device: string): string | null => (device === 'phone' ? phoneAgent : null);

/** Opens an address in a page that nothing has opened yet, and measures until the network is idle. */
export async function measureFirstView(
  page: Page,
  address: string,
  userAgent: string | null = null,
): Promise<FirstView> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  if (userAgent !== null) await network.send('Network.setUserAgentOverride', { userAgent });
  const sizes: number[] = [];
  const asked: string[] = [];
  const askedAtS = new Map<string, number>();
  const polls = new Set<string>();
  const inlined = new Set<string>();
  network.on('Network.requestWillBeSent', ({ requestId, request, timestamp: atS }) => {
    // What is part of the styles is no request, though the browser reports it as one.
    if (request.url.startsWith('data:')) inlined.add(requestId);
    const firstAtS = askedAtS.get(request.url) ?? atS;
    askedAtS.set(request.url, firstAtS);
    if (atS - firstAtS > POLL_S_MIN) polls.add(requestId);
    else if (!inlined.has(requestId)) asked.push(`${atS.toFixed(1)} s ${request.url}`);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!polls.has(requestId) && !inlined.has(requestId)) sizes.push(encodedDataLength);
  });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  // As text: the compiler knows no document here.
  await page.addInitScript(`
    window.layoutShift = 0;
    window.shifts = [];
    const movedBy = ({ node, previousRect, currentRect }) =>
      (node?.outerHTML ?? node?.textContent ?? '?').slice(0, 120) + ' ' +
      JSON.stringify([previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height]));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        window.layoutShift += entry.value;
        window.shifts.push([entry.value.toFixed(4), ...entry.sources.map(movedBy)].join('\\n  '));
      }
    }).observe({ type: 'layout-shift', buffered: true });`);
  await page.goto(address, { waitUntil: 'networkidle' });
  const layoutShift = Number(await page.evaluate('window.layoutShift'));
  const shifts = String(await page.evaluate("window.shifts.join('\\n')"));
  const isRendered = (await page.locator('#page-state').count()) > 0;
  await network.detach();
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  const details = [`rendered by the server: ${isRendered}`, ...asked, shifts].join('\n');
  return { requests: sizes.length, kib: bytes / KIB, layoutShift, errors, isRendered, details };
}
