/**
 * Defines the rules of the post editor: fields that follow the title, required fields, and the tags that the toolbar
 * inserts.
 */
import { slugOf } from '#contracts/site/blog-rules.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';

export type PostDraft = Omit<BlogPost, 'id' | 'publishedAt' | 'updatedAt' | 'views'>;

export function draftOf(post: BlogPost | null, author: string): PostDraft {
  if (!post)
    return {
      title: '',
      slug: '',
      content: '',
      excerpt: '',
      author,
      tags: [],
      featured: false,
      status: 'draft',
      metaTitle: '',
      metaDescription: '',
      metaKeywords: '',
      featuredImage: '',
      imageAlt: '',
    };
  const { id: _id, publishedAt: _published, updatedAt: _updated, views: _views, ...draft } = post;
  return draft;
}

/** Slug and meta title follow the title until they are edited (spec section 5). */
export function withTitle(draft: PostDraft, title: string): PostDraft {
  return {
    ...draft,
    title,
    slug: draft.slug === slugOf(draft.title) ? slugOf(title) : draft.slug,
    metaTitle: draft.metaTitle === draft.title ? title : draft.metaTitle,
  };
}

const requiredFields = ['title', 'slug', 'excerpt', 'content', 'author'] as const;
export type RequiredField = (typeof requiredFields)[number];

export const missingFields = (draft: PostDraft): RequiredField[] =>
  requiredFields.filter((field) => draft[field].trim() === '');

export const tools = ['h2', 'h3', 'strong', 'em', 'a', 'ul', 'ol', 'blockquote'] as const;
export type Tool = (typeof tools)[number];

type Selection = { text: string; start: number; end: number };

/** Wraps the selection in a tag. The selected text stays selected. */
export function withTool({ text, start, end }: Selection, tool: Tool): Selection {
  const [before, after] = around(tool);
  const inner = text.slice(start, end);
  return {
    text: text.slice(0, start) + before + inner + after + text.slice(end),
    start: start + before.length,
    end: start + before.length + inner.length,
  };
}

function around(tool: Tool): [string, string] {
  if (tool === 'a') return ['<a href="https://">', '</a>'];
  if (tool === 'ul' || tool === 'ol') return [`<${tool}>\n  <li>`, `</li>\n</${tool}>\n`];
  if (tool === 'blockquote') return ['<blockquote><p>', '</p></blockquote>\n'];
  const isBlock = tool === 'h2' || tool === 'h3';
  return [`<${tool}>`, isBlock ? `</${tool}>\n` : `</${tool}>`];
}

export const pictureTag = (url: string): string => `<img src="${url}" alt="">\n`;
