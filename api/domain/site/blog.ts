/** Blog posts: public once published, written by administrators, with every change in the audit log. */
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { blogCategoriesMax } from '#contracts/site/blog-rules.ts';
import type { BlogPage, BlogQuery, BlogSummary, NewPost, PostChanges } from '#contracts/site/blog.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { siteMessages } from '#contracts/site/messages.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { sanitizePost } from './blog-html.ts';
import { contains } from '#api/domain/like-pattern.ts';

type StoredPost = Awaited<ReturnType<Database['blogPost']['findUniqueOrThrow']>>;
type StoredSummary = Omit<StoredPost, 'content'>;
type Actor = { adminId: string; reason: string };

/** Lists posts, newest first; posts that were never published are ordered by the time of creation. */
export async function listPosts(
  db: Database,
  query: Omit<BlogQuery, 'fields'>,
): Promise<BlogPage<StoredSummary>> {
  const { all, search, tag, limit, offset } = query;
  const reach = all ? Prisma.sql`true` : Prisma.sql`status = 'published'`;
  const found = Prisma.sql`FROM blog_posts
    WHERE ${reach} AND ${contains(Prisma.sql`title || ' ' || ${shownText}`, search)}
      AND (${tag} = '' OR ${tag} = ANY (tags))`;
  const [ids, [counted], tags] = await Promise.all([
    db.$queryRaw<{ id: string }[]>`
      SELECT id ${found} ORDER BY coalesce(published_at, created_at) DESC, id LIMIT ${limit} OFFSET ${offset}`,
    db.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${found}`,
    tagsInUse(db, reach),
  ]);
  const posts = await db.blogPost.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    omit: { content: true },
  });
  const place = new Map(ids.map(({ id }, index) => [id, index]));
  const ordered = posts.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { posts: ordered, totalCount: Number(counted?.total ?? 0), tags };
}

/**
 * SQL for a post's text as readers see it. Markup is not searched: a search for "strong" does not mean bold letters. The
 * sanitizer writes these three signs as entities and non-breaking spaces as they are; "&amp;" comes last, because
 * "&amp;lt;" is shown as "&lt;".
 */
const shownText = Prisma.sql`replace(replace(replace(replace(
  regexp_replace(content, '<[^>]*>', ' ', 'g'), chr(160), ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')`;

async function tagsInUse(db: Database, reach: Prisma.Sql): Promise<string[]> {
  const rows = await db.$queryRaw<{ tag: string }[]>`
    SELECT DISTINCT unnest(tags) AS tag FROM blog_posts WHERE ${reach} ORDER BY tag LIMIT ${blogCategoriesMax}`;
  return rows.map(({ tag }) => tag);
}

/** Adds the content to the posts of a list. */
export async function withContent(db: Database, posts: StoredSummary[]): Promise<BlogPost[]> {
  const contents = await db.blogPost.findMany({
    where: { id: { in: posts.map(({ id }) => id) } },
    select: { id: true, content: true },
  });
  const contentOf = new Map(contents.map(({ id, content }) => [id, content]));
  return posts.map((post) => postView({ ...post, content: contentOf.get(post.id) ?? '' }));
}

/** Returns null for a draft or an unknown slug. */
export async function publishedPost(db: Database, slug: string): Promise<BlogPost | null> {
  const post = await db.blogPost.findUnique({ where: { slug, status: 'published' } });
  return post && postView(post);
}

/** Returns slugs and modification dates of published posts, for the sitemap. */
export function publishedSlugs(db: Database): Promise<{ slug: string; updatedAt: Date }[]> {
  return db.blogPost.findMany({
    where: { status: 'published' },
    select: { slug: true, updatedAt: true },
    orderBy: { publishedAt: 'desc' },
    take: limits.sitemapPostsMax,
  });
}

/**
 * Creates a post and records it in the audit log. Throws INVALID_INPUT if no content is left after sanitizing, and
 * SLUG_TAKEN.
 */
export async function createPost(
  db: Database,
  request: NewPost,
  by: Actor & { now: Date },
): Promise<BlogPost> {
  const content = requireContent(request.content);
  const publishedAt = request.status === 'published' ? by.now : null;
  return refusingTakenSlug(() =>
    db.$transaction(async (tx) => {
      const post = await tx.blogPost.create({ data: { ...request, content, publishedAt } });
      await record(tx, by, { action: 'blog post created', before: null, after: post });
      return postView(post);
    }),
  );
}

/**
 * Changes the given fields and records the change in the audit log. Throws NOT_FOUND, INVALID_INPUT if no content is
 * left after sanitizing, SLUG_TAKEN, and POST_CHANGED if the post is no longer the version that the changes are based
 * on.
 */
export async function changePost(
  db: Database,
  id: string,
  { basedOn, ...changes }: PostChanges,
  by: Actor & { now: Date },
): Promise<BlogPost> {
  const content = changes.content === undefined ? undefined : requireContent(changes.content);
  return refusingTakenSlug(() =>
    db.$transaction(async (tx) => {
      const before = await requirePost(tx, id);
      if (basedOn !== undefined && Date.parse(basedOn) !== before.updatedAt.getTime())
        throw new DomainError('POST_CHANGED');
      // The date of the first publication is kept, because feeds and links identify the post by it.
      const publishedAt =
        changes.status === 'published' ? (before.publishedAt ?? by.now) : before.publishedAt;
      const post = await tx.blogPost.update({ where: { id }, data: { ...changes, content, publishedAt } });
      await record(tx, by, { action: 'blog post changed', before, after: post });
      return postView(post);
    }),
  );
}

/** Deletes a post and records it in the audit log. Throws NOT_FOUND. */
export async function removePost(db: Database, id: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const before = await requirePost(tx, id);
    await tx.blogPost.delete({ where: { id } });
    await record(tx, actor, { action: 'blog post deleted', before, after: null });
  });
}

/** Counts a view. Returns whether such a published post exists. A view does not change the post's modification date. */
export async function countView(db: Database, slug: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE blog_posts SET views = views + 1 WHERE slug = ${slug} AND status = 'published'`;
  return changed > 0;
}

/** Returns a post without its content, for lists. */
export function summaryView(post: StoredSummary): BlogSummary {
  return {
    id: post.id,
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    author: post.author,
    publishedAt: post.publishedAt?.toISOString() ?? null,
    updatedAt: post.updatedAt.toISOString(),
    tags: post.tags,
    featured: post.featured,
    status: post.status === 'published' ? 'published' : 'draft',
    views: post.views,
    metaTitle: post.metaTitle,
    metaDescription: post.metaDescription,
    metaKeywords: post.metaKeywords,
    featuredImage: post.featuredImage,
    imageAlt: post.imageAlt,
  };
}

/** Sanitized again, because stored content may be older than the current rules. */
const postView = (post: StoredPost): BlogPost => ({
  ...summaryView(post),
  content: sanitizePost(post.content),
});

function requireContent(html: string): string {
  const content = sanitizePost(html);
  if (content === '') throw refusal('INVALID_INPUT', siteMessages.contentRequired());
  return content;
}

async function requirePost(tx: Transaction, id: string): Promise<StoredPost> {
  await tx.$queryRaw`SELECT id FROM blog_posts WHERE id = ${id}::uuid FOR UPDATE`;
  const post = await tx.blogPost.findUnique({ where: { id } });
  if (!post) throw refusal('NOT_FOUND', siteMessages.postGone());
  return post;
}

async function refusingTakenSlug<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new DomainError('SLUG_TAKEN', { cause: error }) : error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

async function record(
  tx: Transaction,
  { adminId, reason }: Actor,
  { action, before, after }: { action: string; before: StoredPost | null; after: StoredPost | null },
): Promise<void> {
  const subject = `blog/${(after ?? before)?.id}`;
  const values = { before: before && loggedValues(before), after: after && loggedValues(after) };
  await recordChange(tx, { adminId, action, subject, reason, ...values });
}

/** Logs only the length of the text, so that the log does not become a second store of articles. */
function loggedValues(post: StoredPost) {
  return {
    title: post.title,
    slug: post.slug,
    status: post.status,
    featured: post.featured,
    excerpt: post.excerpt,
    author: post.author,
    tags: post.tags.join(', '),
    metaTitle: post.metaTitle,
    metaDescription: post.metaDescription,
    metaKeywords: post.metaKeywords,
    featuredImage: post.featuredImage,
    imageAlt: post.imageAlt,
    contentCharacters: post.content.length,
  };
}
