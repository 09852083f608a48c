/** The web client: its built files, and the page itself for every path of the route table. */
import { readFileSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { AppEnv } from '#api/middleware/app-env.ts';

const root = 'web/dist';
const YEAR_S = 365 * 24 * 3600;

export function webRoutes() {
  return new Hono<AppEnv>()
    .use('/assets/*', async (c, next) => {
      await next();
      // The names carry a hash of the contents.
      if (c.res.ok) c.header('Cache-Control', `public, max-age=${YEAR_S}, immutable`);
    })
    .use('*', serveStatic({ root }))
    .get('*', (c) => {
      if (/\.[a-z0-9]+$/i.test(c.req.path)) return c.notFound();
      return c.html(indexPage(), 200, { 'Cache-Control': 'no-cache' });
    });
}

let page: string | null = null;

function indexPage(): string {
  page ??= readFileSync(`${root}/index.html`, 'utf8');
  return page;
}
