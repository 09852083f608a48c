/** Routes for saved views of the list of jobs. */
import type { Deps } from '#api/deps.ts';
import { deleteView, listSavedViews, renameView, saveView } from '#api/domain/jobs/saved-views.ts';
import { serve } from '#api/routes/serve.ts';

export function savedViewRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/saved-views': async ({ user }) => ({ views: await listSavedViews(deps.db, user.id) }),
    'POST /api/saved-views': async ({ user, body }) => ({ view: await saveView(deps, user.id, body) }),
    'PUT /api/saved-views/:viewId': async ({ user, params, body }) => {
      await renameView(deps.db, { userId: user.id, id: params.viewId }, body.name);
      return {};
    },
    'DELETE /api/saved-views/:viewId': async ({ user, params }) => {
      await deleteView(deps.db, { userId: user.id, id: params.viewId });
      return {};
    },
  });
}
