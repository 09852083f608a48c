/** Calls of administrators about blog posts. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BlogPage, BlogPost, UploadedImage } from '#contracts/blog.ts';
import { api, part } from '../../api/client.ts';
import type { ListPage } from '../../lib/all-pages.ts';
import type { PostDraft } from './post-rules.ts';

export const postsPageSize = 12;
export const postsKey = ['blog'];

/** With their content: the editor opens one as it is. */
export function adminPostsQuery(search: string, page: number) {
  const query = new URLSearchParams({
    all: '1',
    limit: String(postsPageSize),
    offset: String((page - 1) * postsPageSize),
    ...(search === '' ? {} : { search }),
  });
  return queryOptions({
    queryKey: [...postsKey, 'admin', search, page],
    queryFn: ({ signal }): Promise<ListPage<BlogPost>> =>
      api
        .get<BlogPage<BlogPost>>(`/api/blog?${query.toString()}`, signal)
        .then(({ posts, totalCount }) => ({ records: posts, totalCount })),
    placeholderData: keepPreviousData,
  });
}

export const savePost = (id: string | null, draft: PostDraft, reason: string) => {
  const body = { ...draft, reason };
  return id === null
    ? api.post<{ post: BlogPost }>('/api/blog', body)
    : api.put<{ post: BlogPost }>(`/api/blog/${part(id)}`, body);
};

export const removePost = (id: string, reason: string) => api.delete(`/api/blog/${part(id)}`, { reason });

export function uploadImage(file: File): Promise<UploadedImage> {
  const form = new FormData();
  form.set('image', file);
  return api.post<UploadedImage>('/api/blog/images', form);
}

/** The content as the server would keep it. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: ['admin', 'post-preview', content],
    queryFn: () =>
      api.post<{ content: string }>('/api/admin/posts/preview', { content }).then((answer) => answer.content),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: content.trim() !== '',
  });
