/** The preview of a blog post while it is written: its content as it would be kept. */
import type { Deps } from '#api/deps.ts';
import { sanitizePost } from '#api/domain/blog-html.ts';
import { serve } from './serve.ts';

export function adminPostRoutes(deps: Deps) {
  return serve(deps, {
    'POST /api/admin/posts/preview': ({ body }) => ({ content: sanitizePost(body.content) }),
  });
}
