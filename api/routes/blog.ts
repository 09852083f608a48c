/** Calls of spec section 7 "Blog": everybody reads what is published, administrators write. */
import { createHmac } from 'node:crypto';
import { Hono, type Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { storeImage } from '#api/domain/blog-images.ts';
import {
  changePost,
  countView,
  createPost,
  listPosts,
  publishedPost,
  removePost,
  summaryView,
  withContent,
} from '#api/domain/blog.ts';
import { dhakaDay } from '#api/domain/dhaka-days.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import { administrator, requireAdmin } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { clientIp } from '#api/middleware/client-ip.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { createFormReceiver } from '#api/middleware/received-form.ts';
import { validate } from '#api/middleware/validate.ts';
import {
  blogQuery,
  newPostBody,
  postChangesBody,
  postIdPath,
  postSlugPath,
  removePostBody,
} from '#contracts/blog.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';

const imageFiles = { files: ['image'], requestBytesMax: limits.imageRequestBytesMax };

export function blogRoutes(deps: Deps) {
  const { db, env, clock } = deps;
  const limiter = createRateLimiter(deps);
  const receiveForm = createFormReceiver(deps);

  /** Names nobody, and another one tomorrow. */
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

  return new Hono<AppEnv>()
    .get('/', validate('query', blogQuery), async (c) => {
      const { fields, ...query } = c.req.valid('query');
      if (query.all) administrator(c.var);
      const { posts, totalCount, tags } = await listPosts(db, query);
      const shown = fields === 'summary' ? posts.map(summaryView) : await withContent(db, posts);
      return c.json({ success: true as const, posts: shown, totalCount, tags });
    })
    .get('/:slug', validate('param', postSlugPath), async (c) => {
      const post = await publishedPost(db, c.req.valid('param').slug);
      if (!post) throw new DomainError('NOT_FOUND', { message: 'There is no such post.' });
      return c.json({ success: true as const, post });
    })
    .post('/:slug/views', validate('param', postSlugPath), async (c) => {
      const { slug } = c.req.valid('param');
      await limiter.consume('blogViewsPerIp', callerNetwork(clientIp(c, env.TRUSTED_PROXIES)));
      const counted =
        !c.var.user?.isAdmin && (await isFirstViewToday(c, slug)) && (await countView(db, slug));
      return c.json({ success: true as const, counted });
    })
    .post('/images', requireAdmin, async (c) => {
      const image = await receiveForm(c, imageFiles, ({ files }) => {
        if (!files.image) throw new DomainError('INVALID_IMAGE');
        return storeImage(deps, files.image, c.var.user.id);
      });
      c.var.logger.info({ adminId: c.var.user.id, image }, 'picture stored');
      return c.json({ success: true as const, ...image });
    })
    .post('/', requireAdmin, validate('json', newPostBody), async (c) => {
      const { reason, ...wish } = c.req.valid('json');
      const post = await createPost(db, wish, { adminId: c.var.user.id, reason }, clock());
      return c.json({ success: true as const, post });
    })
    .put(
      '/:id',
      requireAdmin,
      validate('param', postIdPath),
      validate('json', postChangesBody),
      async (c) => {
        const { reason, ...changes } = c.req.valid('json');
        const actor = { adminId: c.var.user.id, reason };
        const post = await changePost(db, c.req.valid('param').id, changes, actor, clock());
        return c.json({ success: true as const, post });
      },
    )
    .delete(
      '/:id',
      requireAdmin,
      validate('param', postIdPath),
      validate('json', removePostBody),
      async (c) => {
        const { reason } = c.req.valid('json');
        await removePost(db, c.req.valid('param').id, { adminId: c.var.user.id, reason });
        return c.json({ success: true as const });
      },
    );
}
