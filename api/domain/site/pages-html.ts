/** Writes a page's head into the client's HTML, with everything escaped for its context. */
import { escapeHtml } from '#api/domain/escape-html.ts';
import type { PageHead } from './pages.ts';

/** The content between these comments in index.html is replaced. */
const HEAD = /<!-- head -->[^]*<!-- \/head -->/;

/** Replaces the marked part of the HTML's head, and sets the language of the document. */
export function withHead(html: string, head: PageHead): string {
  // A function, because a replacement string would interpret dollar signs.
  return html
    .replace(HEAD, () => headTags(head))
    .replace(/<html lang="[a-z]*"/, () => `<html lang="${head.language}"`);
}

/**
 * Puts a rendered page into the client's HTML, with the data that the client continues with, and scripts. One of them
 * starts the client later (web/public/late-scripts.js).
 */
export function withPage(
  html: string,
  page: { html: string; atMs: number; state: string },
  { language, isNarrow, scripts }: { language: string; isNarrow: boolean; scripts: string },
): string {
  const width = isNarrow ? 'narrow' : 'wide';
  const rendered = `data-language="${language}" data-width="${width}" data-rendered-at="${page.atMs}"`;
  const root = `<div id="root" ${rendered}>${page.html}</div>`;
  const state = `<script type="application/json" id="page-state">${scriptSafe(page.state)}</script>`;
  return (
    html
      .replace('</head>', () => `  ${scripts}\n  </head>`)
      // What the page shows comes first; the client only adds to it.
      .replaceAll('<script type="module"', '<script type="later"')
      .replaceAll('<link rel="modulepreload"', '<link rel="later"')
      .replace('<div id="root"></div>', () => `${root}\n    ${state}`)
      .replace(/<noscript>[^]*?<\/noscript>/, '')
  );
}

/** Lets the browser fetch the page's scripts at once, instead of after the first script has asked for them. */
export function withScripts(html: string, scripts: readonly string[]): string {
  const links = scripts.map((script) => `  <link rel="modulepreload" crossorigin href="${script}" />\n  `);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}

/** Puts the data with which the client begins into its HTML, and scripts. `data` is JSON. */
export const withFirstData = (html: string, data: string, scripts: string): string =>
  html
    .replace('</head>', () => `  ${scripts}\n  </head>`)
    .replace(
      '<div id="root"></div>',
      (root) => `${root}\n    <script type="application/json" id="first-data">${scriptSafe(data)}</script>`,
    );

function headTags(head: PageHead): string {
  const { title, description, keywords, canonicalUrl, type, imageUrl, imageAlt, structured } = head;
  const shared: [string, string][] = [
    ['og:title', title],
    ['og:description', description],
    ['og:type', type],
    ['og:site_name', 'Chalan'],
    ['og:image', imageUrl],
    ['og:image:alt', imageAlt],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    ...(keywords ? [named('keywords', keywords)] : []),
    ...(canonicalUrl
      ? [
          `<link rel="canonical" href="${escapeHtml(canonicalUrl)}" />`,
          `<meta property="og:url" content="${escapeHtml(canonicalUrl)}" />`,
        ]
      : [named('robots', 'noindex')]),
    ...shared.map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    named('twitter:card', 'summary_large_image'),
    ...(structured ? [`<script type="application/ld+json">${scriptJson(structured)}</script>`] : []),
  ].join('\n    ');
}

const named = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeHtml(content)}" />`;

/**
 * Within a script element, only `<` could end it or open a comment. U+2028 and U+2029 were not allowed in strings by
 * older parsers.
 */
const scriptJson = (value: Record<string, unknown>): string => scriptSafe(JSON.stringify(value));

function scriptSafe(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
