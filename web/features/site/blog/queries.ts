/** Provides the published posts: a list by search, tag and page, and one post by its address. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { blogLimits } from '#contracts/site/blog-rules.ts';
import type { BlogPage, BlogSummary } from '#contracts/site/blog.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, call } from '#web/lib/client.ts';
import { pageIn, searchIn } from '#web/lib/use-filters.ts';

const staleMs = 60_000;

export type BlogView = { search: string; tag: string; page: number };

export function blogViewIn(query: URLSearchParams): BlogView {
  return {
    search: searchIn(query),
    tag: (query.get('tag') ?? '').trim().slice(0, blogLimits.tagCharactersMax),
    page: pageIn(query),
  };
}

export function postsQuery({ search, tag, page }: BlogView) {
  const { blogPageSize: limit } = limits;
  const query = { fields: 'summary', limit, offset: (page - 1) * limit, search, tag } as const;
  return queryOptions({
    queryKey: ['blog', 'list', search, tag, page],
    queryFn: ({ signal }): Promise<BlogPage<BlogSummary>> => call('GET /api/blog', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
}

/** Returns null if the post does not exist. */
export const postQuery = (slug: string) =>
  queryOptions({
    queryKey: ['blog', 'post', slug],
    queryFn: ({ signal }) =>
      call('GET /api/blog/:slug', { params: { slug }, signal })
        .then(({ post }): BlogPost | null => post)
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        }),
    staleTime: staleMs,
  });

/** Reports a view. A failed report is ignored, because it does not concern the reader. */
export function reportView(slug: string): void {
  call('POST /api/blog/:slug/views', { params: { slug } }).catch(() => undefined);
}
