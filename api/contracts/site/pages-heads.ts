/** Title and description of every public page in both languages, for crawlers and for the browser's tab. */

export type PageLanguage = 'en' | 'bn';
export type PageWords = { title: string; description: string };

export const publicPages = {
  '/': {
    en: {
      title: 'Export paperwork, done row by row',
      description:
        "Chalan does a Bangladeshi exporter's paperwork row by row: upload a sheet, pick a service, and see what happened to every row.",
    },
    bn: {
      title: 'রপ্তানির কাগজপত্র, সারি ধরে ধরে',
      description:
        'চালান বাংলাদেশের রপ্তানিকারকের কাগজপত্রের কাজ সারি ধরে করে: শিট আপলোড করুন, সেবা বেছে নিন, আর প্রতিটি সারির কী হলো দেখুন।',
    },
  },
  '/services': {
    en: {
      title: 'Services',
      description:
        'EXP, forwarder booking, buyer invoices, BEPZA permits, cash incentive, tracking and REX/SOO: what Chalan automates, and what one row of it costs.',
    },
    bn: {
      title: 'সেবাসমূহ',
      description:
        'EXP, ফরোয়ার্ডার বুকিং, বায়ারের ইনভয়েস, BEPZA পারমিট, নগদ সহায়তা, ট্র্যাকিং ও REX/SOO: চালান কী কী করে এবং প্রতি সারির খরচ কত।',
    },
  },
  '/blog': {
    en: {
      title: 'Blog',
      description:
        'Notes on export paperwork in Bangladesh: EXP, permits, cash incentive, tracking, and doing them faster.',
    },
    bn: {
      title: 'ব্লগ',
      description: 'বাংলাদেশের রপ্তানির কাগজপত্র নিয়ে লেখা: EXP, পারমিট, নগদ সহায়তা, ট্র্যাকিং এবং এসব দ্রুত করার উপায়।',
    },
  },
  '/contact': {
    en: {
      title: 'Contact Us',
      description:
        'Ask about services, credits or a demo. We answer within 24 hours; answers to common questions are on the page.',
    },
    bn: {
      title: 'যোগাযোগ',
      description:
        'সেবা, ক্রেডিট বা ডেমো নিয়ে প্রশ্ন করুন। আমরা ২৪ ঘণ্টার মধ্যে উত্তর দিই; সাধারণ প্রশ্নের উত্তর এই পাতাতেই আছে।',
    },
  },
  '/privacy': {
    en: {
      title: 'Privacy Policy',
      description:
        'What data Chalan keeps, what it is used for, how it is protected, and when it is deleted.',
    },
    bn: {
      title: 'গোপনীয়তা নীতি',
      description: 'চালান কোন তথ্য রাখে, কী কাজে লাগায়, কীভাবে সুরক্ষিত রাখে এবং কখন মুছে ফেলে।',
    },
  },
  '/sign-up': {
    en: {
      title: 'Create your account',
      description:
        'Open a Chalan account: free trial credits, and a practice run that shows a first result in two minutes.',
    },
    bn: {
      title: 'অ্যাকাউন্ট খুলুন',
      description: 'চালানে অ্যাকাউন্ট খুলুন: ফ্রি ট্রায়াল ক্রেডিট, আর একটি অনুশীলন, যাতে দুই মিনিটে প্রথম ফলাফল দেখা যায়।',
    },
  },
} as const satisfies Record<string, Record<PageLanguage, PageWords>>;

export type PublicPath = keyof typeof publicPages;

export const isPublicPath = (path: string): path is PublicPath => Object.hasOwn(publicPages, path);

/**
 * Paths of pages, and everything below them, that need a session or a link from a mail: they are not offered to
 * crawlers.
 */
export const privatePlaces = [
  '/dashboard',
  '/account',
  '/account-deleted',
  '/admin',
  '/api-docs',
  '/rex-soo-submission',
  '/reset-password',
  '/verify-email',
  '/mailbox/connected',
  '/payment/return',
] as const;

/** The title of a page as the browser's tab and search engines show it. */
export const brandedTitle = (title: string): string => `${title} · Chalan`;
export const notFoundTitle = '404 Page Not Found';

/** Picture of pages and posts that have none of their own. */
export const ourPicture = '/og.png';

/** Structured data about the company (schema.org); `base` is the address of the site without a slash at its end. */
export const organization = (base: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Chalan',
  url: `${base}/`,
  logo: `${base}/favicon.svg`,
});

export type PostFacts = {
  title: string;
  slug: string;
  excerpt: string;
  author: string;
  publishedAt: string | null;
  updatedAt: string;
  tags: readonly string[];
  metaTitle: string;
  metaDescription: string;
  metaKeywords: string;
  featuredImage: string;
};

/** Builds the head of a post's page (spec section 2, "Blog single"); `base` is the site's address. */
export function postHead(base: string, post: PostFacts) {
  const path = `/blog/${encodeURIComponent(post.slug)}`;
  const description = post.metaDescription || post.excerpt;
  const imageUrl = `${base}${post.featuredImage || ourPicture}`;
  return {
    title: post.metaTitle || `${post.title} | Chalan Blog`,
    description,
    keywords: post.metaKeywords || post.tags.join(', '),
    path,
    imageUrl,
    structured: {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description,
      image: imageUrl,
      author: { '@type': 'Person', name: post.author },
      publisher: organization(base),
      datePublished: post.publishedAt,
      dateModified: post.updatedAt,
      mainEntityOfPage: `${base}${path}`,
    },
  };
}
