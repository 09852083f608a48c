/**
 * The HTML allowed in a post: text, lists, tables, links and our own pictures, without scripts or external resources.
 */
import sanitize from 'sanitize-html';

/** Deeper than any real text: a page of a million nested tags would overload the server and browsers. */
const NESTING_MAX = 20;

const blocks = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'figure',
  'figcaption',
];
const marks = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code', 'a', 'img'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'];

const options: sanitize.IOptions = {
  allowedTags: [...blocks, ...marks, ...tables],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: NESTING_MAX,
  enforceHtmlBoundary: true,
  transformTags: {
    // The page's only first-level heading is the post's title.
    h1: 'h2',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs['src'] ?? ''),
};

const isOwnPicture = (address: string): boolean => /^\/media\/[0-9a-f-]{36}$/.test(address);

/** Removes everything that is not allowed; the result may be empty. */
export function sanitizePost(html: string): string {
  return sanitize(html, options).trim();
}
