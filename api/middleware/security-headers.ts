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

export function securityHeaders({ env }: Pick<Deps, 'env'>) {
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Emotion writes its styles into the page.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    strictTransportSecurity: env.NODE_ENV === 'production' ? 'max-age=31536000; includeSubDomains' : false,
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    let stricter: string | null = null;
    await secure(c, async () => {
      await next();
      stricter = c.res.headers.get('Content-Security-Policy');
    });
    // What others wrote is sent with a policy of its own, under which nothing runs.
    if (stricter !== null) c.header('Content-Security-Policy', stricter);
    if (paymentWindowPaths.some((prefix) => c.req.path.startsWith(prefix)))
      c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('Cache-Control'))
      c.header('Cache-Control', 'no-store');
  });
}
