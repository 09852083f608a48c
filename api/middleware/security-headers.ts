/** Response headers that keep a browser from doing what no page of ours needs. */
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import type { Deps } from '#api/deps.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Where bKash's page sends the payment window. Any other policy than that page's own cuts the window off from the page
 * that opened it, which then takes it for closed.
 */
const paymentWindowPaths = ['/api/bkash/callback', '/payment/return/'];

const self = "'self'";
const policy = {
  defaultSrc: [self],
  scriptSrc: [self],
  // Emotion writes its styles into the page.
  styleSrc: [self, "'unsafe-inline'"],
  imgSrc: [self, 'data:', 'blob:'],
  fontSrc: [self, 'data:'],
  connectSrc: [self],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: [self],
  frameAncestors: ["'none'"],
};

/** What no page of ours uses, so that no script that gets into one can ask for it. */
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

/** Google AdSense: its script, what that loads, and the frames that the ads stand in. */
const adHosts = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.adtrafficquality.google',
  'https://www.google.com',
];

/**
 * For every page while some ad placement is switched on, save those that are free of ads, and for none otherwise. It is not
 * for the page of the placement alone: the client goes from page to page without loading a new document, whose policy
 * would count. On the way to a page that is free of ads it does load one.
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
    // What others wrote is sent with a policy of its own, under which nothing runs; a page with ads lets theirs in.
    if (own !== null) c.header('Content-Security-Policy', own);
    if (paymentWindowPaths.some((prefix) => c.req.path.startsWith(prefix)))
      c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('Cache-Control'))
      c.header('Cache-Control', 'no-store');
  });
}
