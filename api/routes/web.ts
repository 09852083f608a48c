/** The web client: its built files, and the page itself for every path of the route table. */
import { readFileSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { AppEnv } from '#api/middleware/app-env.ts';

const root = 'web/dist';
const YEAR_S = 365 * 24 * 3600;

export function webRoutes() {
  return new Hono<AppEnv>()
    .use(
      '*',
      serveStatic({
        root,
        // The names of assets carry a hash of their contents.
        onFound: (file, c) => {
          const isAsset = file.includes('/assets/');
          c.header('Cache-Control', isAsset ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
        },
      }),
    )
    .get('*', (c) => {
      if (/\.[a-z0-9]+$/i.test(c.req.path)) return c.notFound();
      return c.html(readFileSync(`${root}/index.html`, 'utf8'), 200, { 'Cache-Control': 'no-cache' });
    });
}
