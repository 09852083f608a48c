/**
 * Blog posts: only administrators see drafts, nothing in a post is executed, addresses are unique, and readers are
 * counted once.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageTypeOf } from '#api/domain/site/blog-images.ts';
import { slugOf, withTag } from '#contracts/site/blog-rules.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import { limits } from '#contracts/limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp({ env: { TRUSTED_PROXIES: '1' } });
const { db } = app.deps;
let admin: Account;
let ana: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
});
beforeEach(() => db.blogPost.deleteMany());

const draft = {
  title: 'How to issue an EXP',
  slug: 'how-to-issue-an-exp',
  excerpt: 'What the bank asks for.',
  content: '<p>Step one</p>',
  author: 'Ana Rahman',
};
const write = (change: object = {}, cookie: string | null = admin.cookie) =>
  app.post('/api/blog', { ...draft, ...change }, cookie);
const change = (id: string, json: object, cookie: string | null = admin.cookie) =>
  app.request(`/api/blog/${id}`, { method: 'PUT', json, cookie });
const remove = (id: string, cookie: string | null = admin.cookie) =>
  app.request(`/api/blog/${id}`, { method: 'DELETE', cookie });
async function written(values: object = {}): Promise<BlogPost> {
  const answer = await write(values);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return answer.body['post'] as BlogPost;
}
const published = (values: object = {}) => written({ status: 'published', ...values });
const listed = async (query = '', cookie: string | null = null): Promise<BlogPost[]> =>
  (await app.get(`/api/blog${query}`, cookie)).body['posts'] as BlogPost[];
const titles = async (query: string) => (await listed(query)).map(({ title }) => title);

describe('a blog post', () => {
  test.each(['title', 'slug', 'excerpt', 'content', 'author'])(
    'a post is rejected without its %s',
    async (field) => {
      const name = `${field[0]?.toUpperCase()}${field.slice(1)}`;
      const refusal = { status: 400, body: { code: 'INVALID_INPUT', message: `${name} is required` } };
      expect(await write({ [field]: ' ' })).toMatchObject(refusal);
      expect(await write({ [field]: undefined })).toMatchObject(refusal);
      expect(await db.blogPost.count()).toBe(0);
    },
  );

  test.each([
    { slug: 'Has-Capitals' },
    { slug: 'two--hyphens' },
    { slug: '-edge-' },
    { slug: '../admin' },
    { content: '<script>alert(1)</script>' },
    { status: 'secret' },
    { featuredImage: 'https://elsewhere.example/a.png' },
    { featuredImage: 'javascript:alert(1)' },
    { title: 'a\u0000b' },
  ])('a post with %j is rejected', async (values) => {
    expect(await write(values)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await db.blogPost.count()).toBe(0);
  });

  test.each([
    ['tags', Array.from({ length: 21 }, (_, index) => `tag ${index}`)],
    ['content', 'x'.repeat(200_001)],
    ['excerpt', 'x'.repeat(501)],
  ])('a post with too much in its %s is rejected', async (field, value) => {
    expect(await write({ [field]: value })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await db.blogPost.count()).toBe(0);
  });

  test('a post cannot have the slug of another, neither when created nor when changed', async () => {
    await written();
    const other = await written({ slug: 'another' });
    const refusal = { status: 409, body: { code: 'SLUG_TAKEN' } };
    expect(await write({ title: 'Copy' })).toMatchObject(refusal);
    expect(await change(other.id, { slug: draft.slug })).toMatchObject(refusal);
    expect(await db.blogPost.count()).toBe(2);
  });

  test('only administrators can create, change and delete a post', async () => {
    const post = await published();
    for (const cookie of [null, ana.cookie]) {
      const status = cookie ? 403 : 401;
      expect(await write({ slug: 'mine' }, cookie)).toMatchObject({ status });
      expect(await change(post.id, { title: 'Mine' }, cookie)).toMatchObject({ status });
      expect(await remove(post.id, cookie)).toMatchObject({ status });
    }
    expect(await listed()).toEqual([post]);
  });

  test('a post keeps each tag once and no empty one [tags-once]', async () => {
    const { tags } = await written({ tags: ['EXP', ' exp ', '', 'Customs', 'EXP'] });
    expect(tags).toEqual(['EXP', 'Customs']);
    expect(withTag(['a'], '  ')).toEqual(['a']);
  });

  test('a post keeps what a change leaves out, and its first publication date', async () => {
    const post = await published({ tags: ['EXP'], metaKeywords: 'exp, bank' });
    const later = (await change(post.id, { title: 'Issuing an EXP', status: 'draft' })).body[
      'post'
    ] as BlogPost;
    expect(later).toMatchObject({
      ...post,
      title: 'Issuing an EXP',
      status: 'draft',
      updatedAt: expect.any(String),
    });
    const again = (await change(post.id, { status: 'published' })).body['post'] as BlogPost;
    expect(again.publishedAt).toBe(post.publishedAt);
    expect(await change('5b8e7c1e-6f4b-4d58-9a37-6c2c4f0f8a11', { title: 'No' })).toMatchObject({
      status: 404,
    });
  });

  test('a draft of an older version does not replace what another administrator has changed since', async () => {
    const { id, updatedAt } = await published();
    expect(await change(id, { status: 'draft', basedOn: updatedAt })).toMatchObject({ status: 200 });
    expect(await change(id, { ...draft, status: 'published', basedOn: updatedAt })).toMatchObject({
      status: 409,
      body: { code: 'POST_CHANGED' },
    });
    expect(await listed()).toEqual([]);
    const [now] = await listed('?all=1', admin.cookie);
    expect(await change(id, { title: 'EXP', basedOn: now?.updatedAt })).toMatchObject({ status: 200 });
  });

  test('the version that a change is based on is compared as a moment, however it is written', async () => {
    const { id } = await published();
    const updatedAt = new Date('2026-11-21T09:42:00.000Z');
    await db.blogPost.update({ where: { id }, data: { updatedAt } });
    expect(await change(id, { title: 'EXP', basedOn: '2026-11-21T09:42:00Z' })).toMatchObject({
      status: 200,
    });
  });

  test('every change of a post leaves who, what, before, after and why in the audit log', async () => {
    const post = await published({ reason: 'Launch' });
    await change(post.id, { title: 'Issuing an EXP' });
    await remove(post.id);
    const subject = `blog/${post.id}`;
    const entries = await db.auditEntry.findMany({ where: { subject }, orderBy: { at: 'asc' } });
    expect(entries).toMatchObject([
      { adminId: admin.id, action: 'blog post created', subject, before: null, reason: 'Launch' },
      { action: 'blog post changed', before: { title: draft.title }, after: { title: 'Issuing an EXP' } },
      { action: 'blog post deleted', before: { title: 'Issuing an EXP' }, after: null },
    ]);
    expect(await listed('?all=1', admin.cookie)).toEqual([]);
  });
});

describe('the slug of a title', () => {
  test.each([
    ['How to Issue an EXP?', 'how-to-issue-an-exp'],
    ['  H&M: packing -- list  ', 'hm-packing-list'],
    ['EXP – 2026 (new)', 'exp-2026-new'],
    ['রপ্তানি কাগজ', 'রপ্তানি-কাগজ'],
    ['!!!', ''],
  ])('the slug of "%s" is "%s"', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
    expect(slugOf(slug)).toBe(slug);
  });
});

describe('published posts', () => {
  test('a visitor gets only published posts; a draft is not found and counts no views [drafts-are-hidden]', async () => {
    const post = await published();
    const hidden = await written({ slug: 'hidden', title: 'Hidden' });
    for (const cookie of [null, ana.cookie, admin.cookie]) expect(await listed('', cookie)).toEqual([post]);
    expect((await app.get(`/api/blog/${post.slug}`)).body['post']).toEqual(post);
    expect(await app.get(`/api/blog/${hidden.slug}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect((await app.post(`/api/blog/${hidden.slug}/views`, {})).body).toEqual({
      success: true,
      counted: false,
    });
    expect(await app.get('/api/blog?all=1')).toMatchObject({ status: 401 });
    expect(await app.get('/api/blog?all=1', ana.cookie)).toMatchObject({ status: 403 });
    expect((await listed('?all=1', admin.cookie)).map(({ slug }) => slug)).toEqual(['hidden', post.slug]);
  });

  test('published posts are found by words of title or text in any case, never by markup, and by tag', async () => {
    await published({
      title: 'Customs',
      slug: 'a',
      content: '<p><strong>Bill</strong> of entry</p>',
      tags: ['C&F'],
    });
    await published({ title: 'Permits', slug: 'b', content: '<p>100% sure</p>', tags: ['BEPZA'] });
    await written({ title: 'Draft', slug: 'c', tags: ['Secret'] });
    expect(await titles('?search=BILL')).toEqual(['Customs']);
    expect(await titles('?search=perm')).toEqual(['Permits']);
    expect(await titles('?search=strong')).toEqual([]);
    expect(await titles('?search=%25')).toEqual(['Permits']);
    expect(await titles('?search=_')).toEqual([]);
    expect(await titles('?tag=C%26F')).toEqual(['Customs']);
    expect((await app.get('/api/blog')).body).toMatchObject({ tags: ['BEPZA', 'C&F'], totalCount: 2 });
  });

  test('published posts are found by signs that HTML writes as entities, and never by the entities', async () => {
    await published({ title: 'Buyers', slug: 'a', content: '<p>For H&amp;M&nbsp;orders, 5 &lt; 7</p>' });
    await published({ title: 'Codes', slug: 'b', content: '<p>Write &amp;lt; for it</p>' });
    const search = (words: string) => titles(`?search=${encodeURIComponent(words)}`);
    for (const words of ['h&m', 'H&M orders', '5 < 7'])
      expect(await search(words), words).toEqual(['Buyers']);
    expect(await search('&lt;')).toEqual(['Codes']);
    for (const words of ['amp', 'nbsp', 'm&a']) expect(await search(words), words).toEqual([]);
  });

  test('published posts are found however the letters of a Bengali word are encoded', async () => {
    const [oneLetter, letterAndDot] = ['নি\u09DFম', 'নি\u09AF\u09BCম'];
    await published({ title: oneLetter, slug: 'a' });
    await published({ title: 'Text', slug: 'b', content: `<p>${letterAndDot}</p>` });
    for (const word of [oneLetter, letterAndDot])
      expect(await titles(`?search=${encodeURIComponent(word)}`)).toEqual(['Text', oneLetter]);
  });

  test('a page past the last post is empty, and says how many posts there are', async () => {
    for (const slug of ['one', 'two', 'three']) await published({ slug, title: slug });
    expect((await app.get('/api/blog?limit=2&offset=4')).body).toMatchObject({ posts: [], totalCount: 3 });
    expect((await app.get('/api/blog?search=nothing')).body).toMatchObject({ posts: [], totalCount: 0 });
  });

  test('published posts are paged with the newest first, and a summary omits the content', async () => {
    for (const slug of ['one', 'two', 'three']) await published({ slug, title: slug });
    expect(await titles('?limit=2')).toEqual(['three', 'two']);
    expect(await titles('?limit=2&offset=2')).toEqual(['one']);
    const [summary] = await listed('?fields=summary');
    expect(summary).not.toHaveProperty('content');
    expect(await app.get(`/api/blog?limit=${limits.blogPageSizeMax + 1}`)).toMatchObject({ status: 400 });
  });
});

describe('HTML of a post', () => {
  const corpus = [
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&#58;alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<p style="background:url(javascript:alert(1))" onclick="alert(1)">x</p>',
    '<form action="https://evil.example"><input name="password"></form>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<img src="https://evil.example/pixel.gif">',
    '<img src="//evil.example/pixel.gif">',
  ];
  const forbidden =
    /<(?:script|svg|math|iframe|form|input|base|meta|style|noscript)|\son\w+\s*=|javascript:|evil\.example|data:|style=/i;

  test.each(corpus)(
    'HTML of a post loses what could run or reach other sites when it is written: %s [cleaned-on-writing]',
    async (html) => {
      const { content } = await written({ content: `<p>Text</p>${html}` });
      expect(content).not.toMatch(forbidden);
      expect(content).toContain('<p>Text</p>');
      expect((await db.blogPost.findFirstOrThrow()).content).not.toMatch(forbidden);
    },
  );

  test('HTML of a post is cleaned again when it is read, whatever the database holds [cleaned-on-reading]', async () => {
    const post = await published();
    const content = `<p>Text</p>${corpus.join('')}`;
    await db.blogPost.update({ where: { id: post.id }, data: { content } });
    expect((await listed())[0]?.content).not.toMatch(forbidden);
    const single = (await app.get(`/api/blog/${post.slug}`)).body['post'] as BlogPost;
    expect(single.content).not.toMatch(forbidden);
  });

  test("HTML of a post keeps headings, lists, tables, links and the platform's own pictures", async () => {
    const picture = '/media/0f1a9b52-54a8-4f1b-9d27-8a6f2c5b7e10';
    const html = `<h2>A</h2><ul><li>b</li></ul><table><tbody><tr><td colspan="2">c</td></tr></tbody></table><a href="https://bb.org.bd">d</a><img src="${picture}" alt="e" />`;
    const { content } = await written({ content: `<h1>Title</h1>${html}` });
    for (const part of ['<h2>Title</h2>', '<h2>A</h2>', '<li>b</li>', '<td colspan="2">c</td>', picture])
      expect(content).toContain(part);
    expect(content).toContain('<a href="https://bb.org.bd" rel="noopener noreferrer">d</a>');
  });
});

describe('views of a post', () => {
  const view = (slug: string, ip: string, cookie: string | null = null) =>
    app.request(`/api/blog/${slug}/views`, { json: {}, cookie, headers: { 'x-forwarded-for': ip } });
  const viewsOf = async (slug: string) => (await db.blogPost.findUniqueOrThrow({ where: { slug } })).views;

  test('views count each visitor once a day and post, and no administrator', async () => {
    const { slug } = await published();
    const { slug: other } = await published({ slug: 'other' });
    await Promise.all([view(slug, '203.0.113.1'), view(slug, '203.0.113.1'), view(slug, '203.0.113.1')]);
    await view(slug, '203.0.113.2');
    await view(slug, '203.0.113.3', admin.cookie);
    await view(other, '203.0.113.1');
    expect(await viewsOf(slug)).toBe(2);
    expect(await viewsOf(other)).toBe(1);
  });

  test('views store nothing that identifies a visitor, and do not change the post', async () => {
    const post = await published();
    await view(post.slug, '203.0.113.9');
    const kept = JSON.stringify(await db.$queryRaw`SELECT * FROM rate_limits`, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(kept).not.toContain('203.0.113');
    expect((await listed())[0]).toEqual({ ...post, views: 1 });
  });
});

describe('a picture of a post', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.alloc(64)]);
  const upload = (bytes: Uint8Array<ArrayBuffer>, name = 'a.png', cookie = admin.cookie) => {
    const form = new FormData();
    form.set('image', new File([bytes], name));
    return app.request('/api/blog/images', { form, cookie });
  };

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;')],
    ['an empty file', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7')],
  ])('a picture that is %s under the name of a PNG is rejected [forged-picture]', async (_, bytes) => {
    expect(await upload(bytes)).toMatchObject({ status: 400, body: { code: 'INVALID_IMAGE' } });
    expect(await db.mediaFile.count()).toBe(0);
  });

  test('a picture that is too large, or uploaded by a customer, is rejected', async () => {
    const large = Buffer.concat([png, Buffer.alloc(limits.imageBytesMax)]);
    expect(await upload(large)).toMatchObject({ status: 413 });
    expect(await upload(Buffer.concat([large, large]))).toMatchObject({ status: 413 });
    expect(await upload(png, 'a.png', ana.cookie)).toMatchObject({ status: 403 });
    expect(await db.mediaFile.count()).toBe(0);
  });

  test('a picture is served with the type of its bytes, stored once however often uploaded, and sandboxed', async () => {
    const first = await upload(png, 'a.html');
    expect(first).toMatchObject({ status: 200, body: { contentType: 'image/png', sizeBytes: png.length } });
    expect((await upload(png)).body['url']).toBe(first.body['url']);
    const served = await app.get(String(first.body['url']));
    expect(served.bytes.equals(png)).toBe(true);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await app.get('/media/0f1a9b52-54a8-4f1b-9d27-8a6f2c5b7e10')).toMatchObject({ status: 404 });
  });

  test.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x1cftypavif', 'image/avif'],
    ['\0\0\0\x1cftypheic', null],
    ['RIFF\0\0\0\0WAVE', null],
  ])('the type of a picture is read from its first bytes: %j is %s', (head, type) => {
    expect(imageTypeOf(Buffer.from(head, 'latin1'))).toBe(type);
  });
});
