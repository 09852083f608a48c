/** Schemas of the calls of spec section 7 "Blog". */
import { z } from 'zod';
import { printable } from '#contracts/accounts/auth.ts';
import { reasonOrEmpty } from '#contracts/accounts/reasons.ts';
import { blogLimits, slugOf, withTag } from './blog-rules.ts';
import { limits } from '#contracts/limits.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';

export const postStatuses = ['draft', 'published'] as const;

export type BlogSummary = Omit<BlogPost, 'content'>;
/** `tags` are those of all posts that the reader may see, regardless of the filter. */
export type BlogPage<Post> = { posts: Post[]; totalCount: number; tags: string[] };

/** `all=1` includes drafts and is for administrators only. `fields=summary` omits the content. */
export const blogQuery = z.object({
  all: z.stringbool().default(false),
  fields: z.enum(['all', 'summary']).default('all'),
  search: z.string().trim().max(limits.searchCharactersMax).default(''),
  tag: z.string().trim().max(blogLimits.tagCharactersMax).default(''),
  limit: z.coerce.number().int().min(1).max(limits.blogPageSizeMax).default(limits.blogPageSize),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type BlogQuery = z.infer<typeof blogQuery>;

const line = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .trim()
    .max(max, `${name} can have ${max} characters at most`)
    .regex(printable, `${name} must be a single line of text`);
const required = (name: string, max: number) => line(name, max).min(1, `${name} is required`);
const meta = (name: string) => line(name, blogLimits.metaCharactersMax);

/** Pictures come from our own store only, because the page's Content-Security-Policy allows no others. */
const picture = z.union([
  z.literal(''),
  z.string().regex(/^\/media\/[0-9a-f-]{36}$/, 'Please upload the featured image.'),
]);

const fields = {
  title: required('Title', blogLimits.titleCharactersMax),
  slug: required('Slug', blogLimits.slugCharactersMax).refine((slug) => slug === slugOf(slug), {
    error: 'The slug can have lowercase letters, digits and single hyphens only.',
  }),
  content: z
    .string('Content is required')
    .trim()
    .min(1, 'Content is required')
    .max(blogLimits.contentCharactersMax, 'The content is too long.'),
  excerpt: required('Excerpt', blogLimits.excerptCharactersMax),
  author: required('Author', blogLimits.authorCharactersMax),
};
const options = {
  tags: z
    .array(line('Tag', blogLimits.tagCharactersMax))
    .max(blogLimits.tagsMax, `A post can have ${blogLimits.tagsMax} tags at most.`)
    .transform((tags) => tags.reduce<string[]>(withTag, [])),
  featured: z.boolean(),
  status: z.enum(postStatuses),
  metaTitle: meta('Meta title'),
  metaDescription: meta('Meta description'),
  metaKeywords: meta('Meta keywords'),
  featuredImage: picture,
  imageAlt: line('Image description', blogLimits.metaCharactersMax),
};
/** The reason for the log; the specification's calls have no such field. */
const why = { reason: reasonOrEmpty };

export const newPostBody = z.object({ ...fields, ...z.object(options).partial().shape, ...why });
export type NewPost = Omit<z.infer<typeof newPostBody>, 'reason'>;

const basedOn = z.iso
  .datetime('The version of the post is not a time.')
  .optional()
  .describe('`updatedAt` of the version that was edited. If the post has changed since, nothing is stored.');

/** Absent fields stay unchanged. */
export const postChangesBody = z.object({
  ...z.object({ ...fields, ...options }).partial().shape,
  basedOn,
  ...why,
});
export type PostChanges = Omit<z.infer<typeof postChangesBody>, 'reason'>;

export const removePostBody = z.object(why);
export const postIdPath = z.object({ id: z.uuid() });
export const postSlugPath = z.object({ slug: z.string().min(1).max(blogLimits.slugCharactersMax) });
export const mediaIdPath = z.object({ id: z.uuid() });
