/** Serves the web client: its built files, and the page itself for every path, with a head for crawlers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { areAdsOn } from '#api/domain/site/ads.ts';
import { withHead } from '#api/domain/site/pages-html.ts';
import { pageHead, unknownHead } from '#api/domain/site/pages.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { isAdFree } from '#contracts/site/ads-rules.ts';
import { policyWithAds } from '#api/middleware/security-headers.ts';

const YEAR_S = 365 * 24 * 3600;
/** No file has this name, so the start page is served like other pages, with its head. */
const NO_FILE = '-';

export function webRoutes(deps: Pick<Deps, 'db' | 'env' | 'logger'>, root = 'web/dist') {
  // Read for each request, because a build may replace the file while the server runs.
  const template = (): string => readFileSync(path.join(root, 'index.html'), 'utf8');
  // The client needs no database: during an outage it is still served, and shows what cannot be read.
  const unlessUnavailable = async <Result>(read: Promise<Result>, without: Result): Promise<Result> => {
    try {
      return await read;
    } catch (error) {
      deps.logger.error({ err: error }, 'a page is served without what the database knows of it');
      return without;
    }
  };
  return new Hono<AppEnv>()
    .use(
      '*',
      serveStatic({
        root,
        index: NO_FILE,
        // The build has written a Brotli and a gzip version beside each text file.
        precompressed: true,
        rewriteRequestPath: (place) => (place === '/index.html' ? `/${NO_FILE}` : place),
        // The names of assets contain a hash of their contents.
        onFound: (file, c) => {
          const isAsset = file.includes('/assets/');
          c.header('Cache-Control', isAsset ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
        },
      }),
    )
    .get('*', async (c) => {
      if (/\.[a-z0-9]+$/i.test(c.req.path)) return c.notFound();
      const [head, hasAds] = await Promise.all([
        unlessUnavailable(pageHead(deps, c.req.path), unknownHead(deps.env)),
        unlessUnavailable(areAdsOn(deps.db), false),
      ]);
      if (hasAds && !isAdFree(c.req.path, new URL(c.req.url).search))
        c.header('Content-Security-Policy', policyWithAds);
      return c.html(withHead(template(), head), head.status, { 'Cache-Control': 'no-cache' });
    });
}
