/** Chapters 1 and 3: encoding, and what browsers are told. */
import type { Mutations } from './mutation.ts';

const headers = 'api/middleware/security-headers.ts';
const blogHtml = 'api/domain/site/blog-html.ts';

export const uncheckedInput = {
  file: 'api/middleware/validate.ts',
  code: "  throw refusal('INVALID_INPUT', said, { details: { issues } });",
  instead: '  return value as z.output<Schema>;',
};

/** A body, a query or a path is handed on as it came, with all its fields. */
const unparsedInput = {
  file: 'api/middleware/validate.ts',
  code: 'return parsed.data;',
  instead: 'return value as z.output<Schema>;',
};

export const encodingMutations: Mutations = {
  '1.1.1': {
    file: 'api/domain/jobs/intake/cells.ts',
    code: "storable(text).replace(invisible, '').replace(guardedStart, '')",
    instead: "storable(text).replace(invisible, '').replace(/^'/, '')",
  },
  '1.1.2': {
    file: 'api/domain/site/pages-html.ts',
    code: '`<meta name="${name}" content="${escapeHtml(content)}" />`',
    instead: '`<meta name="${name}" content="${content}" />`',
  },
  '1.2.1': {
    file: 'api/domain/escape-html.ts',
    code: '(character) => `&#${character.charCodeAt(0)};`',
    instead: '(character) => character',
  },
  '1.2.2': {
    file: blogHtml,
    code: "allowedSchemes: ['https',",
    instead: "allowedSchemes: ['javascript', 'data', 'https',",
  },
  '1.2.3': {
    file: 'api/domain/site/pages-html.ts',
    code: '(character) => `\\\\u${character',
    instead: '(character) => character || `\\\\u${character',
  },
  '1.2.4': {
    file: 'api/domain/like-pattern.ts',
    code: "${likePattern(words.normalize('NFC'))}",
    instead: "${Prisma.raw(`'%${words}%'`)}",
  },
  '1.2.9': {
    file: 'activities/services/damco-fcr-extractor/matches.ts',
    code: String.raw`'\\$&'`,
    instead: "'$&'",
  },
  '1.3.1': {
    file: 'api/domain/site/blog.ts',
    code: '  content: sanitizePost(post.content),',
    instead: '  content: post.content,',
  },
  '1.3.2': { file: headers, code: '  scriptSrc: [self],', instead: `  scriptSrc: [self, "'unsafe-eval'"],` },
  '1.3.3': {
    file: 'api/domain/jobs/intake/cells.ts',
    code: "formulaStart.test(clean) ? `'${clean}` : clean",
    instead: 'clean',
  },
  '1.3.4': {
    file: 'api/domain/site/blog-images.ts',
    code: "  return /^ftypavi[fs]$/.test(head.slice(4, 12)) ? 'image/avif' : null;",
    instead: "  return 'image/svg+xml' as ImageType;",
  },
  '1.3.5': { file: blogHtml, code: "    ol: ['start'],", instead: "    ol: ['start'],\n    '*': ['style']," },
  '1.3.6': {
    file: 'api/adapters/outbound.ts',
    code: 'await send(url, address, {',
    instead: 'await send(url, (await target(text)).address, {',
  },
  '1.3.10': {
    file: 'api/middleware/request-log.ts',
    code: "(line, 'request');",
    instead: '(`${line.path} request`, line);',
  },
  '1.4.2': {
    file: 'api/adapters/bkash/formats.ts',
    code: 'BigInt(taka) * 100n',
    instead: 'BigInt((Number(taka) * 100) | 0)',
  },
  '1.4.3': {
    file: 'activities/browser/pool.ts',
    code: '      await Promise.all([...all].map((browser) => browser.close()));\n',
  },
  '1.5.1': {
    file: 'api/domain/jobs/intake/workbook.ts',
    code: "part.includes('<!DOCTYPE') || part.includes('<!ENTITY')",
    instead: 'false',
  },
  '1.5.2': unparsedInput,
  '3.2.1': {
    file: 'api/domain/jobs/downloads.ts',
    code: '`attachment; filename="',
    instead: '`inline; filename="',
  },
  '3.2.2': {
    file: 'web/app/system-banner.tsx',
    code: '{banner.message}',
    instead: '{banner.message}<div dangerouslySetInnerHTML={{ __html: banner.message }} />',
  },
  '3.3.1': { file: 'api/adapters/auth.ts', code: '`__Host-chalan-${name}`', instead: '`chalan-${name}`' },
  '3.3.2': { file: 'api/adapters/auth.ts', code: "sameSite: 'lax'", instead: "sameSite: 'none'" },
  '3.3.3': { file: 'api/adapters/auth.ts', code: 'secure: isSecure(env)', instead: 'secure: false' },
  '3.3.4': { file: 'api/adapters/auth.ts', code: 'httpOnly: true', instead: 'httpOnly: false' },
  '3.4.1': { file: headers, code: "'max-age=31536000; includeSubDomains'", instead: 'false' },
  '3.4.2': {
    file: headers,
    code: '    if (own !== null)',
    instead: "    c.header('Access-Control-Allow-Origin', '*');\n    if (own !== null)",
  },
  '3.4.3': { file: headers, code: '  baseUri: ["\'none\'"],\n' },
  '3.4.4': {
    file: headers,
    code: "    xFrameOptions: 'DENY',",
    instead: "    xFrameOptions: 'DENY',\n    xContentTypeOptions: false,",
  },
  '3.4.5': {
    file: headers,
    code: "referrerPolicy: 'strict-origin-when-cross-origin'",
    instead: "referrerPolicy: 'unsafe-url'",
  },
  '3.4.6': { file: headers, code: '  frameAncestors: ["\'none\'"],\n' },
  '3.5.1': { file: 'api/middleware/csrf.ts', code: "        throw new DomainError('CROSS_SITE_REQUEST');\n" },
  '3.5.2': {
    file: 'api/middleware/validate.ts',
    code: '(value: unknown): z.output<Schema> => parseInput(schema, value)',
    instead:
      "async (value: unknown, c) => parseInput(schema, target === 'json' ? await c.req.json() : value)",
  },
  '3.5.3': {
    file: 'api/domain/messaging/notifications.ts',
    code: '  const [notifications, totalCount] = await Promise.all([',
    instead:
      '  await db.notification.updateMany({ where: { userId }, data: { isRead: true } });\n  const [notifications, totalCount] = await Promise.all([',
  },
  '3.5.5': {
    file: 'web/features/payments/payment-window.ts',
    code: '    if (event.origin !== window.location.origin || event.source !== opened) return;\n',
  },
  '3.7.1': { file: headers, code: '  objectSrc: ["\'none\'"],\n' },
  '3.7.2': { file: headers, code: '  formAction: [self],\n' },
};
