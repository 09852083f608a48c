/** The preview of a blog post while it is written: its content as it would be kept. */
import { Hono } from 'hono';
import { sanitizePost } from '#api/domain/blog-html.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { validate } from '#api/middleware/validate.ts';
import { previewPostBody } from '#contracts/admin-posts.ts';

export function adminPostRoutes() {
  return new Hono<AppEnv>().post('/preview', requireAdmin, validate('json', previewPostBody), (c) =>
    c.json({ success: true as const, content: sanitizePost(c.req.valid('json').content) }),
  );
}
