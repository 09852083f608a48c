/** What a crawler gets without running a script: heads, structured data, statuses, sitemap, robots, and the figures. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { securityHeaders } from '#api/middleware/security-headers.ts';
import { webRoutes } from '#api/routes/site/web.ts';
import { publicPages } from '#contracts/site/pages-heads.ts';
import { marketingDefaults } from '#contracts/site/pages.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import type { Database } from '#prisma/client.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { places } from '#web/paths.ts';

const app = await startTestApp({ env: { APP_URL: 'https://chalan.example' } });
const { db } = app.deps;
// The page before a build; its head needs none.
const root = mkdtempSync(path.join(tmpdir(), 'chalan-web-'));
writeFileSync(path.join(root, 'index.html'), readFileSync('web/index.html'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const web = new Hono<AppEnv>().use(securityHeaders(app.deps)).route('/', webRoutes(app.deps, root));

let admin: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
afterEach(async () => {
  await db.blogPost.deleteMany();
  await db.adSetting.updateMany({ data: { enabled: false, adClientId: '', adSlotId: '' } });
  await db.settings.update({ where: { id: 1 }, data: { showMeasuredFigures: false, marketingFigures: {} } });
});

async function page(place: string) {
  const answer = await web.request(place);
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}
const post = {
  title: 'Issuing an EXP',
  slug: 'issuing-an-exp',
  excerpt: 'What the bank asks for.',
  content: '<p>Text</p>',
  author: 'Ana Rahman',
  status: 'published',
  tags: ['EXP', 'Bank'],
};
const publish = async (change: object = {}) => {
  const answer = await app.post('/api/blog', { ...post, ...change }, admin.cookie);
  expect(answer.status, answer.text).toBe(200);
};
const structuredIn = (html: string): unknown => {
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
};

describe('the served page', () => {
  test.each(Object.entries(publicPages))('the page %s is served with its own head', async (place, words) => {
    const { status, html } = await page(place);
    const { title, description } = words[place === '/privacy' ? 'bn' : 'en'];
    const escaped = (text: string) =>
      text.replaceAll("'", '&#39;').replaceAll('&', '&').replaceAll('"', '&#34;');
    expect(status).toBe(200);
    expect(html).toContain(`<title>${title} · Chalan</title>`);
    expect(html).toContain(`<meta name="description" content="${escaped(description)}" />`);
    expect(html).toContain(`<link rel="canonical" href="https://chalan.example${place}" />`);
    expect(html).toContain(`<meta property="og:title" content="${title} · Chalan" />`);
    expect(html).toContain('<meta property="og:image" content="https://chalan.example/og.png" />');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).not.toContain('noindex');
  });

  test('the start page is not served as a plain file, and a trailing slash serves the same page', async () => {
    expect((await page('/index.html')).status).toBe(404);
    expect((await page('/services/')).html).toContain('href="https://chalan.example/services"');
  });

  test.each([
    '/no-such-page',
    '/blog/no-such-post',
    '/blog/a/b',
    '/blog/%E0%A4%A',
    '/dashboards',
    '/apidocs',
  ])('the address %s answers 404 with a page that crawlers do not index', async (place) => {
    const { status, html } = await page(place);
    expect(status).toBe(404);
    expect(html).toContain('<title>404 Page Not Found · Chalan</title>');
    expect(html).toContain('<meta name="robots" content="noindex" />');
  });

  test('every address of the client has a page, whatever its parameters are [every-address-has-a-page]', async () => {
    const addresses = Object.values(places).map((place) => place.replaceAll(/:\w+/g, 'anything'));
    await publish({ slug: 'anything' });
    for (const address of addresses) expect((await page(address)).status, address).toBe(200);
  });
});

describe('pages while the database is unavailable', () => {
  const away = () => Promise.reject(new Error('connection refused'));
  const db = { adSetting: { findMany: away }, blogPost: { findUnique: away } } as unknown as Database;
  const dark = new Hono<AppEnv>()
    .use(securityHeaders(app.deps))
    .route('/', webRoutes({ ...app.deps, db }, root));

  test.each([
    ['/', 200],
    ['/dashboard', 200],
    // No crawler may treat the page as removed.
    ['/blog/issuing-an-exp', 503],
  ])('the client is still served at %s if the database is unavailable', async (place, status) => {
    const answer = await dark.request(place);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('<div id="root">');
  });
});

describe("a post's page", () => {
  test('the page of a post gives crawlers what the specification lists [crawler-rules]', async () => {
    await publish();
    const { status, html } = await page('/blog/issuing-an-exp');
    expect(status).toBe(200);
    expect(html).toContain('<title>Issuing an EXP | Chalan Blog</title>');
    expect(html).toContain('<meta name="description" content="What the bank asks for." />');
    expect(html).toContain('<meta name="keywords" content="EXP, Bank" />');
    expect(html).toContain('<meta property="og:type" content="article" />');
    expect(structuredIn(html)).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Issuing an EXP',
      description: 'What the bank asks for.',
      author: { name: 'Ana Rahman' },
      publisher: { name: 'Chalan' },
      datePublished: expect.any(String),
      dateModified: expect.any(String),
    });
  });

  test('the page of a post prefers its meta title, description, keywords and picture [head-of-a-post]', async () => {
    const featuredImage = '/media/0f1a9b52-54a8-4f1b-9d27-8a6f2c5b7e10';
    await publish({
      metaTitle: 'EXP guide',
      metaDescription: 'All of it.',
      metaKeywords: 'exp',
      featuredImage,
    });
    const { html } = await page('/blog/issuing-an-exp');
    for (const part of ['<title>EXP guide</title>', 'content="All of it."', 'name="keywords" content="exp"'])
      expect(html).toContain(part);
    expect(html).toContain(`<meta property="og:image" content="https://chalan.example${featuredImage}" />`);
  });

  test('the page of a draft is not found', async () => {
    await publish({ status: 'draft' });
    expect((await page('/blog/issuing-an-exp')).status).toBe(404);
  });

  test.each([
    '</script><script>alert(1)</script>',
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "$& $' $` $1",
    '<!--<script>',
  ])('the page of a post stays one page whatever its words are: %s [stays-one-page]', async (words) => {
    await publish({ title: words, slug: 'odd', excerpt: words, author: words, metaKeywords: words });
    const { html } = await page('/blog/odd');
    const scripts = html.match(/<script\b/g);
    await publish({ slug: 'plain' });
    expect(scripts).toEqual((await page('/blog/plain')).html.match(/<script\b/g));
    expect(html).not.toContain('<img');
    expect(structuredIn(html)).toMatchObject({ headline: words, author: { name: words } });
    expect(html.match(/<div id="root">/g)).toHaveLength(1);
  });
});

describe("the page's policy", () => {
  const policyOf = async (place: string) => (await page(place)).headers.get('content-security-policy');
  const ids = { adClientId: 'ca-pub-1234567890123456', adSlotId: '1234567890' };

  test('the policy allows no other site while every placement is off or has no ids', async () => {
    const closed = await policyOf('/');
    expect(closed).not.toContain('http');
    await db.adSetting.updateMany({ data: { ...ids } });
    expect(await policyOf('/blog')).toBe(closed);
    await db.adSetting.updateMany({ data: { enabled: true, adClientId: '' } });
    expect(await policyOf('/blog')).toBe(closed);
  });

  test('the policy allows what ads need while one placement is on, and still no inline script', async () => {
    await db.adSetting.update({ where: { id: 'blog_listing_top' }, data: { enabled: true, ...ids } });
    const policy = await policyOf('/blog');
    expect(policy).toMatch(/script-src 'self' https:\/\/\*\.googlesyndication\.com[^;]*;/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(directive);
    expect((await app.get('/api/health')).headers.get('content-security-policy')).not.toContain('google');
  });

  test.each([
    '/account',
    '/Account',
    '/account/',
    '/account?tab=security',
    '/admin',
    '/admin?tab=users',
    '/ADMIN/jobs',
    '/reset-password?token=a',
    '/verify-email?token=a',
    '/payment/return/a',
    '/dashboard?tab=credentials',
    '/Dashboard/?tab=credentials',
    '/dashboard?tab=profile',
    '/dashboard?tab=credits',
  ])('the policy allows no other site on %s, even while every placement is on', async (place) => {
    await db.adSetting.updateMany({ data: { enabled: true, ...ids } });
    expect(await policyOf('/dashboard?tab=dashboard')).toContain('googlesyndication');
    expect(await policyOf('/dashboard')).toContain('googlesyndication');
    const policy = await policyOf(place);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('http');
  });
});

describe('crawlers', () => {
  test('the sitemap lists every public page and published post', async () => {
    await publish();
    await publish({ slug: 'রপ্তানি' });
    await publish({ slug: 'hidden', status: 'draft' });
    const { headers, text } = await app.get('/sitemap.xml');
    expect(headers.get('content-type')).toContain('application/xml');
    const places = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place);
    const expected = [
      ...Object.keys(publicPages),
      `/blog/${encodeURIComponent('রপ্তানি')}`,
      '/blog/issuing-an-exp',
    ];
    expect(places).toEqual(expected.map((place) => `https://chalan.example${place}`));
  });

  test('robots.txt keeps crawlers out of what needs a session', async () => {
    const { text } = await app.get('/robots.txt');
    for (const line of ['Disallow: /dashboard', 'Disallow: /admin', 'Disallow: /api/'])
      expect(text).toContain(line);
    expect(text).toContain('Sitemap: https://chalan.example/sitemap.xml');
    expect((await page('/dashboard')).html).toContain('noindex');
  });
});

describe('marketing figures', () => {
  const shown = async () => (await app.get('/api/marketing-figures')).body;
  const put = (json: object) =>
    app.request('/api/settings', {
      method: 'PUT',
      json: { reason: 'Campaign', ...json },
      cookie: admin.cookie,
    });
  const settings = async () => (await app.get('/api/settings')).body['settings'] as CreditSettings;

  test('marketing figures are the texts of the specification until an administrator changes one [marketing-figures]', async () => {
    const figures = Object.entries(marketingDefaults).map(([name, value]) => ({ name, value }));
    expect(await shown()).toEqual({ success: true, measured: false, figures });
    expect((await put({ marketingFigures: { dailyProcesses: '1200+' } })).status).toBe(200);
    expect(await shown()).toMatchObject({
      figures: figures.map((figure) => (figure.name === 'dailyProcesses' ? { value: '1200+' } : figure)),
    });
    expect((await db.settings.findFirstOrThrow()).marketingFigures).toEqual({ dailyProcesses: '1200+' });
  });

  test.each([
    { marketingFigures: { services: '' } },
    { marketingFigures: { services: 'x'.repeat(21) } },
    { contactDetails: { facebookUrl: 'javascript:alert(1)' } },
    { contactDetails: { facebookUrl: 'http://facebook.example' } },
    { contactDetails: { email: 'nobody' } },
    { contactDetails: { phone: 'call me' } },
  ])('marketing figures and contact details reject %j', async (request) => {
    const before = await settings();
    expect(await put(request)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await settings()).toEqual(before);
  });

  test('marketing figures are measured from completed work if an administrator chooses that', async () => {
    await put({ showMeasuredFigures: true });
    const upload = { serviceId: 'exp-search', fileName: 'a.csv', fileKey: 'a', sizeBytes: 1, sha256: 'a' };
    for (const [rowsDone, rowsSucceeded] of [
      [900, 899],
      [600, 598],
    ] as const)
      await db.job.create({
        data: {
          user: { connect: { id: admin.id } },
          upload: { create: { ...upload, user: { connect: { id: admin.id } } } },
          serviceId: 'exp-search',
          serviceName: 'EXP Search',
          fileName: 'a.csv',
          state: 'completed',
          finishedAt: new Date(),
          rowsTotal: rowsDone,
          costPerRow: 50,
          rowsDone,
          rowsSucceeded,
        },
      });
    expect(await shown()).toEqual({
      success: true,
      measured: true,
      figures: [
        { name: 'services', value: String((await settings()).enabledServices.length) },
        { name: 'successRate', value: '99.8%' },
        { name: 'successRateElsewhere', value: '99.8%' },
        { name: 'availability', value: '24/7' },
        { name: 'rowsDone', value: '1,500' },
        { name: 'customers', value: '1' },
      ],
    });
  });
});
