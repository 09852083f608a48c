/** Provides the administrators' calls about blog posts. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BlogPost, UploadedImage } from '#contracts/calls/site-answers.ts';
import { call } from '#web/lib/client.ts';
import type { ListPage } from '#web/lib/all-pages.ts';
import type { PostDraft } from './rules.ts';

export const postsPageSize = 12;
export const postsKey = ['blog'];

/** Includes the content, so that the editor opens a post without another call. */
export function adminPostsQuery(search: string, page: number) {
  const query = { all: '1', limit: postsPageSize, offset: (page - 1) * postsPageSize, search };
  return queryOptions({
    queryKey: [...postsKey, 'admin', search, page],
    queryFn: ({ signal }): Promise<ListPage<BlogPost>> =>
      call('GET /api/blog', { query, signal }).then(({ posts, totalCount }) => ({
        records: posts as BlogPost[],
        totalCount,
      })),
    placeholderData: keepPreviousData,
  });
}

type Saved = { id: string | null; draft: PostDraft; basedOn: string | null; reason: string };

export const savePost = ({ id, draft, basedOn, reason }: Saved) => {
  const body = { ...draft, reason };
  if (id === null) return call('POST /api/blog', { body });
  return call('PUT /api/blog/:id', { params: { id }, body: { ...body, ...(basedOn ? { basedOn } : {}) } });
};

export const removePost = (id: string, reason: string) =>
  call('DELETE /api/blog/:id', { params: { id }, body: { reason } });

export function uploadImage(file: File): Promise<UploadedImage> {
  const form = new FormData();
  form.set('image', file);
  return call('POST /api/blog/images', { form });
}

/** Returns the content as the server would store it. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: ['admin', 'post-preview', content],
    queryFn: () =>
      call('POST /api/admin/posts/preview', { body: { content } }).then((answer) => answer.content),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: content.trim() !== '',
  });
