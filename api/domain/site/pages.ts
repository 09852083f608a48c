/** Metadata of each client page for crawlers: title, description, canonical URL, structured data. */
import type { Deps } from '#api/deps.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import {
  brandedTitle,
  isPublicPath,
  notFoundTitle,
  organization,
  ourPicture,
  postHead,
  privatePlaces,
  publicPages,
} from '#contracts/site/pages-heads.ts';
import { publishedPost, publishedSlugs } from './blog.ts';

export type PageHead = {
  /** 503 while the content cannot be determined, so that a crawler returns later. */
  status: 200 | 404 | 503;
  language: 'en' | 'bn';
  title: string;
  description: string;
  keywords: string;
  /** Null for a page that crawlers should not index. */
  canonicalUrl: string | null;
  type: 'website' | 'article';
  imageUrl: string;
  imageAlt: string;
  /** Structured data of schema.org. */
  structured: Record<string, unknown> | null;
};

type HeadDeps = Pick<Deps, 'db' | 'env'>;

const BLOG_POST = /^\/blog\/([^/]+)$/;

/** `path` is the requested path; a trailing slash means the same page. */
export async function pageHead({ db, env }: HeadDeps, path: string): Promise<PageHead> {
  const place = path === '/' ? path : path.replace(/\/+$/, '');
  if (isPublicPath(place)) return publicHead(env, place);
  const slug = slugIn(place);
  const post = slug === null ? null : await publishedPost(db, slug);
  if (post) return articleHead(env, post);
  const isPrivate = privatePlaces.some((known) => place === known || place.startsWith(`${known}/`));
  return { ...hiddenHead(env), ...(isPrivate ? {} : { status: 404, title: brandedTitle(notFoundTitle) }) };
}

const baseOf = (env: Deps['env']): string => new URL(env.APP_URL).origin;

function slugIn(place: string): string | null {
  const encoded = BLOG_POST.exec(place)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function publicHead(env: Deps['env'], place: keyof typeof publicPages): PageHead {
  const base = baseOf(env);
  // The privacy policy itself is in Bengali; its English text is a translation.
  const language = place === '/privacy' ? 'bn' : 'en';
  const { title, description } = publicPages[place][language];
  return {
    ...hiddenHead(env),
    language,
    title: brandedTitle(title),
    description,
    canonicalUrl: `${base}${place}`,
    structured: place === '/' ? organization(base) : null,
  };
}

/** Head of a page whose content cannot currently be read. */
export const unknownHead = (env: Deps['env']): PageHead => ({ ...hiddenHead(env), status: 503 });

/** Head of a page that crawlers should not index. */
function hiddenHead(env: Deps['env']): PageHead {
  const base = baseOf(env);
  return {
    status: 200,
    language: 'en',
    title: 'Chalan',
    description: publicPages['/'].en.description,
    keywords: '',
    canonicalUrl: null,
    type: 'website',
    imageUrl: `${base}${ourPicture}`,
    imageAlt: 'Chalan: export paperwork, done row by row',
    structured: null,
  };
}

function articleHead(env: Deps['env'], post: BlogPost): PageHead {
  const base = baseOf(env);
  const { title, description, keywords, path, imageUrl, structured } = postHead(base, post);
  return {
    ...hiddenHead(env),
    title,
    description,
    keywords,
    imageUrl,
    structured,
    canonicalUrl: `${base}${path}`,
    type: 'article',
    imageAlt: post.imageAlt || post.title,
  };
}

/** Returns the sitemap: https://www.sitemaps.org/protocol.html */
export async function sitemap({ db, env }: HeadDeps): Promise<string> {
  const base = baseOf(env);
  const posts = (await publishedSlugs(db)).map(
    ({ slug, updatedAt }) =>
      `<url><loc>${base}/blog/${encodeURIComponent(slug)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  );
  const pages = Object.keys(publicPages).map((place) => `<url><loc>${base}${place}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages,
    ...posts,
    '</urlset>',
    '',
  ].join('\n');
}

/** Excludes pages behind a login from indexing; the pages themselves also say so. */
export function robots({ env }: Pick<Deps, 'env'>): string {
  const closed = ['/api/', ...privatePlaces].map((place) => `Disallow: ${place}`);
  return ['User-agent: *', ...closed, '', `Sitemap: ${baseOf(env)}/sitemap.xml`, ''].join('\n');
}
