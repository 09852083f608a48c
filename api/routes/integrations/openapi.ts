/** GET /api/openapi.json: returns the description of the API, for signed-in customers and their systems. */
import type { Deps } from '#api/deps.ts';
import { openApiDocument } from '#api/domain/integrations/openapi.ts';
import { serve } from '#api/routes/serve.ts';

export function openApiRoutes(deps: Deps) {
  return serve(deps, { 'GET /api/openapi.json': (_, c) => c.json(openApiDocument()) });
}
