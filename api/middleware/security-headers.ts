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
 * The policy of every page, except the ad-free ones, while any ad placement is switched on; otherwise no page has it.
 * It is not limited to the placement's page, because the client navigates between pages without loading a new document,
 * so the first document's policy remains in force. Navigation to an ad-free page does load a new document.
 */
export const policyWithAds = headerOf({
  ...policy,
  scriptSrc: [...policy.scriptSrc, ...adHosts],
  imgSrc: [...policy.imgSrc, ...adHosts],
  connectSrc: [...policy.connectSrc, ...adHosts],
  frameSrc: [self, ...adHosts],
});

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
    strictTransportSecurity: env.NODE_ENV === 'production' ? 'max-age=31536000; includeSubDomains' : false,
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    let own: string | null = null;
    await secure(c, async () => {
      await next();
      own = c.res.headers.get('Content-Security-Policy');
    });
    // A policy that a route set replaces ours: third-party content is sent with a policy that allows no scripts, and
    // pages with ads with one that allows theirs.
    if (own !== null) c.header('Content-Security-Policy', own);
    if (paymentWindowPaths.some((prefix) => c.req.path.startsWith(prefix)))
      c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('Cache-Control'))
      c.header('Cache-Control', 'no-store');
  });
}
