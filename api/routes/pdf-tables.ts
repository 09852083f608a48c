/** Calls of a customer who checks the tables of a converted PDF, on the row that the PDF is. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { changeTables, exportTables, openTables, pagePicture, viewPage } from '#api/domain/pdf-tables.ts';
import { requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import {
  pdfPageParam,
  pdfRowParam,
  tablesChangeBody,
  tablesExportBody,
  tablesPageQuery,
} from '#contracts/pdf-tables.ts';

export function pdfTableRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return new Hono<AppEnv>()
    .get(
      '/jobs/:jobId/rows/:rowNumber/tables',
      requireVerified,
      validate('param', pdfRowParam),
      validate('query', tablesPageQuery),
      async (c) => {
        const tables = await openTables(deps, c.var.user, c.req.valid('param'));
        await limiter.consume('tableWorkPerUser', c.var.user.id);
        const view = await viewPage(deps, tables, c.req.valid('query').page);
        return c.json({ success: true as const, ...view });
      },
    )
    .put(
      '/jobs/:jobId/rows/:rowNumber/tables',
      requireVerified,
      validate('param', pdfRowParam),
      validate('json', tablesChangeBody),
      async (c) => {
        const tables = await openTables(deps, c.var.user, c.req.valid('param'));
        await limiter.consume('tableWorkPerUser', c.var.user.id);
        return c.json({ success: true as const, ...(await changeTables(deps, tables, c.req.valid('json'))) });
      },
    )
    .get(
      '/jobs/:jobId/rows/:rowNumber/tables/pages/:page',
      requireVerified,
      validate('param', pdfPageParam),
      async (c) => {
        const { page, ...row } = c.req.valid('param');
        const tables = await openTables(deps, c.var.user, row);
        await limiter.consume('tableWorkPerUser', c.var.user.id);
        return c.body(new Uint8Array(await pagePicture(deps, tables, page)), 200, {
          'content-type': 'image/png',
          'cache-control': 'private, max-age=600',
        });
      },
    )
    .post(
      '/jobs/:jobId/rows/:rowNumber/tables/export',
      requireVerified,
      validate('param', pdfRowParam),
      validate('json', tablesExportBody),
      async (c) => {
        const tables = await openTables(deps, c.var.user, c.req.valid('param'));
        await limiter.consume('tableExportPerJob', tables.jobId);
        const exported = await exportTables(deps, tables, c.req.valid('json').layout);
        return c.json({ success: true as const, exported });
      },
    );
}
