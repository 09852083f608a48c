/** Routes of spec section 7 "Blog": everybody reads published posts; administrators write. */
import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { storeImage } from '#api/domain/site/blog-images.ts';
import {
  changePost,
  countView,
  createPost,
  listPosts,
  publishedPost,
  removePost,
  summaryView,
  withContent,
} from '#api/domain/site/blog.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { administrator } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { clientIp } from '#api/middleware/client-ip.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { siteMessages } from '#contracts/site/messages.ts';
import { serve } from '#api/routes/serve.ts';

export function blogRoutes(deps: Deps) {
  const { db, env, clock } = deps;
  const limiter = createRateLimiter(deps);

  /** Returns a digest that identifies nobody and changes every day. */
  const readerOf = (c: Context<AppEnv>, slug: string): string => {
    const facts = [
      dhakaDay(clock()),
      clientIp(c, env.TRUSTED_PROXIES),
      c.req.header('user-agent') ?? '',
      slug,
    ];
    return createHmac('sha256', deps.auth.options.secret).update(facts.join('\n')).digest('base64url');
  };
  const isFirstViewToday = async (c: Context<AppEnv>, slug: string): Promise<boolean> => {
    try {
      await limiter.consume('blogView', readerOf(c, slug));
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') return false;
      throw error;
    }
  };

  return serve(deps, {
    'GET /api/blog': async ({ query: { fields, ...query } }, c) => {
      if (query.all) administrator(c.var);
      const { posts, totalCount, tags } = await listPosts(db, query);
      const shown = fields === 'summary' ? posts.map(summaryView) : await withContent(db, posts);
      return { posts: shown, totalCount, tags };
    },
    'GET /api/blog/:slug': async ({ params }) => {
      const post = await publishedPost(db, params.slug);
      if (!post) throw refusal('NOT_FOUND', siteMessages.noSuchPost());
      return { post };
    },
    'POST /api/blog/:slug/views': async ({ user, params: { slug } }, c) => {
      const counted = !user?.isAdmin && (await isFirstViewToday(c, slug)) && (await countView(db, slug));
      return { counted };
    },
    'POST /api/blog/images': async ({ user, files }, c) => {
      if (!files.image) throw new DomainError('INVALID_IMAGE');
      const image = await storeImage(deps, files.image, user.id);
      c.var.logger.info({ adminId: user.id, image }, 'picture stored');
      return image;
    },
    'POST /api/blog': async ({ user, body: { reason, ...request } }) => ({
      post: await createPost(db, request, { adminId: user.id, reason, now: clock() }),
    }),
    'PUT /api/blog/:id': async ({ user, params, body: { reason, ...changes } }) => ({
      post: await changePost(db, params.id, changes, { adminId: user.id, reason, now: clock() }),
    }),
    'DELETE /api/blog/:id': async ({ user, params, body }) => {
      await removePost(db, params.id, { adminId: user.id, ...body });
      return {};
    },
  });
}
