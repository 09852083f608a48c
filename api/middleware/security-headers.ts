/** Sets response headers that disable browser features none of our pages needs. */
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { Deps } from '#api/deps.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Paths to which bKash's page sends the payment window. Any Cross-Origin-Opener-Policy other than that page's own would
 * cut the window off from the page that opened it, which would then consider it closed.
 */
const paymentWindowPaths = ['/api/bkash/callback', '/payment/return/'];

const self = "'self'";
const policy = {
  defaultSrc: [self],
  scriptSrc: [self],
  // Emotion inserts its styles into the page.
  styleSrc: [self, "'unsafe-inline'"],
  imgSrc: [self, 'data:', 'blob:'],
  fontSrc: [self, 'data:'],
  connectSrc: [self],
  // The service worker that shows pushed notifications.
  workerSrc: [self],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: [self],
  frameAncestors: ["'none'"],
};

/** Browser features that none of our pages uses, disabled so that an injected script cannot request them. */
const unused = {
  accelerometer: [],
  camera: [],
  displayCapture: [],
  geolocation: [],
  gyroscope: [],
  hid: [],
  magnetometer: [],
  microphone: [],
  midi: [],
  payment: [],
  serial: [],
  usb: [],
};

/** Hosts of Google AdSense: its script, what the script loads, and the frames that contain the ads. */
const adHosts = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.adtrafficquality.google',
  'https://www.google.com',
];

/**
 * The policy of a page, whose HTML contains the scripts with the given hashes. While any ad placement is switched on,
 * every page except the ad-free ones allows ads, not only the placement's page: the client navigates between pages
 * without loading a new document, so the first document's policy remains in force. Navigation to an ad-free page does
 * load a new document.
 */
export function pagePolicy(scriptHashes: readonly string[], hasAds: boolean): string {
  const scriptSrc = [...policy.scriptSrc, ...scriptHashes];
  if (!hasAds) return headerOf({ ...policy, scriptSrc });
  return headerOf({
    ...policy,
    scriptSrc: [...scriptSrc, ...adHosts],
    imgSrc: [...policy.imgSrc, ...adHosts],
    connectSrc: [...policy.connectSrc, ...adHosts],
    frameSrc: [self, ...adHosts],
  });
}

/**
 * The policy of the worker in which the client reads PDFs that may be hostile: it runs its own WebAssembly and reaches
 * nothing. The pages' policy allows no WebAssembly.
 */
export const pdfWorkerPolicy = headerOf({ defaultSrc: ["'none'"], scriptSrc: [self, "'wasm-unsafe-eval'"] });

function headerOf(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name.replace(/[A-Z]/g, '-$&').toLowerCase()} ${sources.join(' ')}`)
    .join('; ');
}

export function securityHeaders({ env }: Pick<Deps, 'env'>) {
  const secure = secureHeaders({
    contentSecurityPolicy: policy,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    permissionsPolicy: unused,
    // These four speak to browsers and plug-ins that are gone, and each file of a page would carry them.
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    strictTransportSecurity: env.NODE_ENV === 'production' ? 'max-age=31536000; includeSubDomains' : false,
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    let own: string | null = null;
    await secure(c, async () => {
      await next();
      own = c.res.headers.get('Content-Security-Policy');
    });
    // A policy that a route set replaces ours: third-party content is sent with a policy that allows no scripts, and
    // pages with one that allows the scripts in their HTML and those of ads.
    if (own !== null) c.header('Content-Security-Policy', own);
    if (paymentWindowPaths.some((prefix) => c.req.path.startsWith(prefix)))
      c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
    // Whatever a route says: a kept answer would be shown after signing out, and to the next person at the browser.
    if (c.req.path.startsWith('/api/')) c.header('Cache-Control', 'no-store');
  });
}
