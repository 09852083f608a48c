/** Calls of administrators about the log of what administrators change. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { listEntries } from '#api/domain/audit.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { auditQuery } from '#contracts/audit.ts';

export function auditRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>().get('/', requireAdmin, validate('query', auditQuery), async (c) =>
    c.json({ success: true as const, ...(await listEntries(db, c.req.valid('query'))) }),
  );
}
