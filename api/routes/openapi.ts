/** GET /api/openapi.json: the description of the API, for signed-in customers and their systems. */
import { Hono } from 'hono';
import { openApiDocument } from '#api/domain/openapi.ts';
import { requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';

export function openApiRoutes() {
  return new Hono<AppEnv>().get('/openapi.json', requireVerified, (c) => c.json(openApiDocument()));
}
