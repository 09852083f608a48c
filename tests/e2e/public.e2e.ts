/** A visitor reads, searches and sends messages on the public pages, in a real browser on the real processes. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { adScript } from '#contracts/site/ads-rules.ts';
import type { AdSetting, BlogPost } from '#contracts/calls/site-answers.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { todaysShare, todaysThird } from '#tests/harness/depth.ts';
import { until } from '#tests/harness/until.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, overflowPx, phone, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

/** Up to this sum of layout shifts, a page counts as good (web.dev, "Cumulative Layout Shift"). */
const GOOD_SHIFT_MAX = 0.1;
/** Script that adds up the layout shifts of each page. */
const watchShifts = `globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) globalThis.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });`;
const adHost = 'https://pagead2.googlesyndication.com/**';

let stack: TestStack;
let admin: Customer;
const web = useWebPages();

const send = <Answer>(method: string, place: string, body: object): Promise<Answer> =>
  admin.call<Answer>(place, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const post = {
  title: 'Duty drawback in five steps',
  slug: 'duty-drawback',
  excerpt: 'What customs asks for.',
  content: '<h2>Step one</h2><p>Collect the bills of entry.</p>',
  author: 'Salma Akter',
  status: 'published',
  tags: ['Customs'],
};

beforeAll(async () => {
  stack = await startTestStack();
  admin = await stack.admin();
  await send('POST', '/api/blog', post);
  await send('POST', '/api/blog', { ...post, title: 'Not yet', slug: 'not-yet', status: 'draft' });
});

/** What the browser refused and which errors it met, according to its console. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) complaints.push(line.text());
  });
  return complaints;
}

async function openPage(
  place: string,
  look: { language?: 'en' | 'bn'; viewport?: typeof laptop; colorScheme?: 'light' | 'dark' } = {},
): Promise<Page> {
  const { language = 'en', viewport = laptop, colorScheme = 'light' } = look;
  const page = await web.open(stack.app, viewport, colorScheme);
  await page.addInitScript(`localStorage.setItem('chalan-language', '${language}')`);
  await page.goto(place);
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const contentOf = (page: Page, selector: string) => page.locator(selector).getAttribute('content');

describe('the start page', () => {
  it('the start page links to the services, a demo and sales, and says what a new account gets [home-page]', async () => {
    const page = await openPage('/');
    await heading(page, 'Export paperwork, done row by row');
    for (const figure of ['27+', '100%', '24/7', '1000+']) await page.getByText(figure).first().waitFor();
    await page.getByText('New accounts start with 100 free trial credits.').waitFor();
    await page.getByRole('link', { name: 'Book Demo' }).click();
    await heading(page, 'Contact Us');
    expect(await page.getByLabel('Subject').inputValue()).toBe('sales');
    await page.goBack();
    await page.getByRole('link', { name: 'Start Free Trial' }).click();
    await heading(page, 'Services');
    await page.context().close();
  });

  it('the start page shows measured figures if an administrator chooses that', async () => {
    await send('PUT', '/api/settings', { showMeasuredFigures: true, reason: 'Test' });
    const page = await openPage('/');
    await page.getByText('Rows done so far').waitFor();
    expect(await page.getByText('Processes daily').count()).toBe(0);
    await send('PUT', '/api/settings', { showMeasuredFigures: false, reason: 'Test' });
    await page.context().close();
  });
});

describe('the blog', () => {
  it('the blog is searched, filtered by category and read, with a head that fits each page [blog-listing]', async () => {
    const page = await openPage('/');
    const complaints = complaintsOf(page);
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await heading(page, 'Chalan Blog');
    await page.getByRole('article', { name: post.title }).waitFor();
    expect(await page.getByRole('article').count()).toBe(3);
    expect(await page.getByText('Not yet').count()).toBe(0);
    await page.getByText('Featured').waitFor();

    await page.getByLabel('Search posts').fill('no such paper');
    await page.getByText('No blog posts found').waitFor();
    await page.getByText('Try adjusting your search or filter criteria.').waitFor();
    await page.getByLabel('Search posts').fill('BILLS of entry');
    await page.getByRole('article', { name: post.title }).waitFor();
    await page.getByLabel('Search posts').fill('');
    await page.getByLabel('Category').selectOption({ label: 'Customs' });
    await page.waitForURL('**/blog?tag=Customs');
    await page.getByRole('link', { name: `Read More: ${post.title}` }).click();

    await heading(page, post.title);
    await page.getByRole('heading', { name: 'Step one' }).waitFor();
    expect(await page.title()).toBe(`${post.title} | Chalan Blog`);
    expect(await contentOf(page, 'meta[name=description]')).toBe(post.excerpt);
    expect(await contentOf(page, 'meta[name=keywords]')).toBe('Customs');
    const structured = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(structured ?? '')).toMatchObject({ '@type': 'BlogPosting', headline: post.title });
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await heading(page, 'Chalan Blog');
    expect(await page.title()).toBe('Blog · Chalan');
    expect(await page.locator('script[type="application/ld+json"]').count()).toBe(0);

    // When the same page is loaded directly, its head comes from the server and the policy permits it.
    await page.goto('/blog/duty-drawback');
    await heading(page, post.title);
    expect(await page.title()).toBe(`${post.title} | Chalan Blog`);
    expect(complaints).toEqual([]);
    const { views } = await stack.db.blogPost.findUniqueOrThrow({ where: { slug: post.slug } });
    expect(views).toBe(1);
    await page.context().close();
  });

  it('the blog runs nothing that a post holds, even if the database was changed directly [hostile-post]', async () => {
    const hostile = '</script><img src=x onerror="window.broken=1"><script>window.broken=1</script>';
    const { post: made } = await send<{ post: BlogPost }>('POST', '/api/blog', {
      ...post,
      slug: 'hostile',
      title: hostile,
      excerpt: hostile,
    });
    await stack.db.blogPost.update({ where: { id: made.id }, data: { content: `<p>Text</p>${hostile}` } });
    const page = await openPage('/blog/hostile');
    const complaints = complaintsOf(page);
    await page.getByText('Text', { exact: true }).waitFor();
    await page.goto('/blog');
    await page.getByRole('article').first().waitFor();
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(complaints).toEqual([]);
    await send('DELETE', `/api/blog/${made.id}`, {});
    await page.context().close();
  });
});

describe('the contact form', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Send us a message' });
  const submit = (page: Page) => form(page).getByRole('button', { name: 'Send Message' }).click();

  it('the contact form says what is missing, keeps input through a failure and a reload, and sends [contact-form]', async () => {
    const page = await openPage('/contact');
    await submit(page);
    for (const problem of [
      'Name is required',
      'Email is required',
      'Please choose a subject.',
      'Message is required',
    ])
      await page.getByText(problem).waitFor();
    await form(page).getByLabel('Name').fill('Rahim Uddin');
    await form(page).getByLabel('Email').fill('rahim@example.test');
    await form(page).getByLabel('Subject').selectOption('technical');
    await form(page).getByLabel('Message').fill('Which columns does EXP issue take?');

    await page.route('**/api/contact', (route) => route.abort());
    await submit(page);
    await page.getByText('Failed to submit your message. Please try again.').waitFor();
    await page.unroute('**/api/contact');
    await page.reload();
    // The draft is in the browser only, so it is shown when the client has taken over the server's HTML.
    await until(
      'the draft to be shown',
      async () =>
        (await form(page).getByLabel('Message').inputValue()) === 'Which columns does EXP issue take?',
    );

    await submit(page);
    await page.getByText('Your message was sent successfully. We answer within 24 hours.').waitFor();
    await form(page).waitFor();
    expect(await form(page).getByLabel('Message').inputValue()).toBe('');
    expect(await stack.db.contactMessage.findMany()).toMatchObject([
      { name: 'Rahim Uddin', subject: 'technical', status: 'new' },
    ]);
    await page.context().close();
  });

  it('the contact form says so if the hourly limit of messages is reached', async () => {
    const page = await openPage('/contact?subject=bug');
    // Sent by the browser, because the limit counts the browser's address.
    const message = JSON.stringify({ name: 'A', email: 'a@b.test', subject: 'bug', message: 'x' });
    const headers = `{ 'content-type': 'application/json' }`;
    for (let sent = 0; sent < rateLimits.contactMessage.points; sent += 1)
      await page.evaluate(
        `fetch('/api/contact', { method: 'POST', headers: ${headers}, body: '${message}' }).then(() => undefined)`,
      );
    await form(page).getByLabel('Name').fill('Rahim');
    await form(page).getByLabel('Email').fill('rahim@example.test');
    await form(page).getByLabel('Message').fill('One more');
    await submit(page);
    await page.getByText('You have sent 5 messages within an hour. Please try again later.').waitFor();
    expect(await form(page).getByLabel('Message').inputValue()).toBe('One more');
    await page.context().close();
  });

  it('the contact form is above six questions, of which one is open at a time [contact-questions]', async () => {
    const page = await openPage('/contact');
    const faq = page.getByRole('region', { name: 'Frequently asked questions' });
    const questions = faq.getByRole('button');
    await faq.getByText('1 credit = 0.50 BDT').waitFor();
    expect(await questions.count()).toBe(6);
    await questions.nth(2).click();
    await faq.getByText('Typically 2-5 minutes').waitFor();
    expect(await faq.locator('[aria-expanded=true]').count()).toBe(1);
    await questions.nth(2).press('Enter');
    expect(await faq.locator('[aria-expanded=true]').count()).toBe(0);
    await page.context().close();
  });
});

describe('an unknown address', () => {
  it('an unknown address answers 404 with links to other pages and back [page-not-found]', async () => {
    const page = await openPage('/privacy');
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    await heading(page, '404 Page Not Found');
    const main = page.getByRole('main');
    const links = await page.evaluate(
      `[...document.querySelectorAll('main a')].map((link) => link.textContent + ' ' + link.getAttribute('href'))`,
    );
    expect(links).toEqual(['Home /', 'Services /services', 'Contact Us /contact', 'Blog /blog']);
    await main.getByRole('button', { name: 'Go Back' }).click();
    await heading(page, 'Privacy Policy');
    await page.context().close();
  });
});

const cookiesOf = ({ cookie }: { cookie: string }) =>
  cookie.split('; ').map((each) => {
    const [name = '', ...value] = each.split('=');
    return { name, value: value.join('='), url: stack.app };
  });

describe('ads', () => {
  const setting = (id: string) => admin.read<{ setting: AdSetting }>(`/api/ads/settings/${id}`);

  it('ads load nothing of other sites while switched off, and their script only where one is on', async () => {
    const page = await openPage('/');
    const complaints = complaintsOf(page);
    const asked: string[] = [];
    await page.route(adHost, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'document.documentElement.dataset.ads = String(window.adsbygoogle.length);',
      });
    });
    await page.goto('/blog');
    await page.getByRole('article').first().waitFor();
    expect(asked).toEqual([]);
    expect(await page.getByText('Advertisement').count()).toBe(0);

    const place = 'blog_single_bottom';
    const request = { ad_client_id: 'ca-pub-1234567890123456', ad_slot_id: '1234567890' };
    await send('PUT', `/api/ads/settings/${place}`, {
      ...(await setting(place)).setting,
      ...request,
      enabled: true,
    });
    await page.goto('/blog');
    await page.getByRole('article').first().waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: `Read More: ${post.title}` }).click();
    await page.locator('html[data-ads="1"]').waitFor();
    expect(asked).toEqual(['/pagead/js/adsbygoogle.js']);
    await page.getByText('Advertisement').waitFor();
    expect(await page.locator('ins.adsbygoogle').getAttribute('data-ad-slot')).toBe('1234567890');
    expect(complaints).toEqual([]);
    await send('PATCH', `/api/ads/toggle/${place}`, { enabled: false });
    await page.context().close();
  });

  it('ads and their script never reach the account, however one navigates there', async () => {
    const place = 'blog_listing_top';
    const request = { ad_client_id: 'ca-pub-1234567890123456', ad_slot_id: '1234567890', enabled: true };
    await send('PUT', `/api/ads/settings/${place}`, { ...(await setting(place)).setting, ...request });
    for (const path of ['/account', '/admin', '/reset-password'])
      expect((await fetch(`${stack.app}${path}`)).headers.get('content-security-policy')).not.toContain(
        'googlesyndication',
      );
    const page = await openPage('/');
    await page.context().addCookies(cookiesOf(await stack.demo()));
    await page.route(adHost, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'document.documentElement.dataset.ads = "1";',
      }),
    );
    await page.goto('/blog');
    await page.locator('html[data-ads]').waitFor();
    await page.getByRole('button', { name: /Demo Customer/ }).click();
    await page.getByRole('link', { name: 'Account Settings' }).click();
    await page.getByRole('tab', { name: 'Security' }).waitFor();
    expect(await page.locator('html[data-ads]').count()).toBe(0);
    expect(await page.locator(`script[src^="${adScript}"]`).count()).toBe(0);

    await page.goto('/blog');
    await page.locator('html[data-ads]').waitFor();
    await page.getByRole('button', { name: /Demo Customer/ }).click();
    await page.getByRole('link', { name: 'Dashboard' }).last().click();
    await page.getByRole('tab', { name: 'Portal Access' }).click();
    await page.locator('html:not([data-ads])').waitFor();
    await page.getByRole('tab', { name: 'Portal Access', selected: true }).waitFor();
    expect(await page.locator(`script[src^="${adScript}"]`).count()).toBe(0);
    await send('PATCH', `/api/ads/toggle/${place}`, { enabled: false });
    await page.context().close();
  });
});

describe('public pages', () => {
  const pages = {
    home: ['/', 'রপ্তানির কাগজপত্র, সারি ধরে ধরে'],
    blog: ['/blog', 'চালান ব্লগ'],
    post: ['/blog/duty-drawback', post.title],
    contact: ['/contact', 'যোগাযোগ'],
    privacy: ['/privacy', 'গোপনীয়তা নীতি'],
    notFound: ['/nowhere', '৪০৪: পাতাটি পাওয়া যায়নি'],
  } as const;

  it.each(todaysLooks(2))('public pages have no serious axe problem or overflow on $name', async (wanted) => {
    const page = await openPage('/', wanted);
    const { look, problems } = reviewOf(page);
    for (const [name, [place, title]] of todaysThird(Object.entries(pages))) {
      await page.goto(place);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (wanted.language === 'bn') await heading(page, title);
      await page.waitForLoadState('networkidle');
      await look(name);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(todaysShare([laptop, phone]))(
    'the public pages do not shift their content while the rest loads, on $width pixels',
    async (viewport) => {
      const page = await web.open(stack.app, viewport);
      await page.addInitScript(watchShifts);
      for (const [place] of todaysThird(Object.values(pages), 1)) {
        await page.goto(place);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await page.evaluate<number>('shifted'), place).toBeLessThan(GOOD_SHIFT_MAX);
      }
      await page.context().close();
    },
  );

  it('the public pages fit a tablet, even with a customer signed in and the longer words of Bengali', async () => {
    const page = await openPage('/', { language: 'bn', viewport: { width: 768, height: 1024 } });
    await page.context().addCookies(cookiesOf(await stack.demo()));
    await page.reload();
    await page.getByRole('link', { name: 'ড্যাশবোর্ডে যান' }).waitFor();
    expect(await overflowPx(page)).toBe(0);
    await page.context().close();
  });
});
