/** Route that previews a blog post while it is written, with its content as it would be stored. */
import type { Deps } from '#api/deps.ts';
import { sanitizePost } from '#api/domain/site/blog-html.ts';
import { serve } from '#api/routes/serve.ts';

export function adminPostRoutes(deps: Deps) {
  return serve(deps, {
    'POST /api/admin/posts/preview': ({ body }) => ({ content: sanitizePost(body.content) }),
  });
}
