/** Routes for checking the tables of a converted PDF; a PDF is identified by its job's row. */
import type { Deps } from '#api/deps.ts';
import {
  changeTables,
  exportTables,
  openTables,
  pagePicture,
  viewPage,
} from '#api/domain/jobs/pdf-tables.ts';
import { deleteKeptLayout, listKeptLayouts } from '#api/domain/jobs/kept-layouts.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { serve } from '#api/routes/serve.ts';

export function pdfTableRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'GET /api/jobs/:jobId/rows/:rowNumber/tables': async ({ user, params, query }) => {
      const tables = await openTables(deps, user, params);
      return viewPage(deps, tables, query.page);
    },
    'PUT /api/jobs/:jobId/rows/:rowNumber/tables': async ({ user, params, body }) => {
      const tables = await openTables(deps, user, params);
      return changeTables(deps, tables, body);
    },
    'GET /api/jobs/:jobId/rows/:rowNumber/tables/pages/:page': async ({ user, params }, c) => {
      const { page, ...row } = params;
      const tables = await openTables(deps, user, row);
      const picture = await pagePicture(deps, tables, page);
      return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/png' });
    },
    'POST /api/jobs/:jobId/rows/:rowNumber/tables/export': async ({ user, params, body }) => {
      const tables = await openTables(deps, user, params);
      await limiter.consume('tableExportPerJob', tables.jobId);
      return { exported: await exportTables(deps, tables, body) };
    },
    'GET /api/table-layouts': async ({ user }) => ({ layouts: await listKeptLayouts(deps, user.id) }),
    'DELETE /api/table-layouts/:layoutId': async ({ user, params }) => {
      await deleteKeptLayout(deps, user.id, params.layoutId);
      return {};
    },
  });
}
