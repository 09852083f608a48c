/** What visitors receive before any script runs: whole pages, which keep what is clicked and typed for the client. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '#contracts/rate-limits.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, openBeforeScripts, phone, useWebPages } from '#tests/harness/web-pages.ts';
import { measureFirstView } from '#tests/harness/wire.ts';

/** Longer than the server waits for what a page needs. */
const FROZEN_MS = 15_000;
const missing = '/no-such-page';
/** Each page with its title and something from its content. */
const pages = [
  { address: '/', title: 'Export paperwork, done row by row', content: 'Every row accounted for' },
  { address: '/services', title: 'Services', content: 'EXP Search' },
  { address: '/blog', title: 'Chalan Blog', content: 'What to do while a portal is down' },
  { address: '/contact', title: 'Contact Us', content: 'Message' },
  { address: '/sign-up', title: 'Create your account', content: 'Your first result in two minutes' },
  { address: '/privacy', title: 'Privacy Policy', content: 'Contents' },
  { address: missing, title: '404 Page Not Found', content: 'Go Back' },
] as const;
const views = pages.flatMap(({ address }, turn) =>
  todaysShare([laptop, phone], 1, turn).map((viewport) => ({ address, viewport })),
);

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

const htmlOf = async (address: string, headers: Record<string, string>) => {
  const answer = await fetch(`${stack.app}${address}`, { headers });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

/** The fonts with which the browser draws the text of the first element that the selector matches. */
async function drawnBy(page: Page, selector: string): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

describe('visitors without scripts', () => {
  it.each(pages)('$address is whole HTML', async ({ address, title, content }) => {
    const { status, html } = await htmlOf(address, { 'accept-language': 'en' });
    expect(status).toBe(address === missing ? 404 : 200);
    expect(html.includes(`${title}</h1>`), title).toBe(true);
    expect(html.includes(content), content).toBe(true);
    expect(html.includes('needs JavaScript')).toBe(false);
    // The first paint waits for no other file and shares the connection with none: the styles are in the HTML, and the
    // scripts are asked for after it.
    expect(html.match(/<link rel="(stylesheet|modulepreload)"|<script (type="module" .*)?src="/g)).toBeNull();
  });

  it('a page without scripts shows what was searched for', async () => {
    const { html: services } = await htmlOf('/services?q=docket', { 'accept-language': 'en' });
    expect({ found: services.includes('EXP Issue'), field: services.includes('value="docket"') }).toEqual({
      found: false,
      field: true,
    });
    const { html: posts } = await htmlOf('/blog?search=Preparing', { 'accept-language': 'en' });
    expect(posts.includes('Preparing a sheet')).toBe(true);
    expect(posts.includes('What to do while a portal is down')).toBe(false);
  });

  it('a page without scripts leads from page to page on a phone, and to the posts of a category', async () => {
    const page = await web.open(stack.app, phone, 'light', false);
    await page.goto('/');
    expect(await page.getByRole('button', { name: 'Open menu' }).count()).toBe(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
    await page.waitForURL('**/blog');
    const categories = page.getByRole('navigation', { name: 'Categories' });
    await categories.getByRole('link', { name: 'Bangladesh Bank' }).click();
    await page.getByText('Preparing a sheet').first().waitFor();
    expect(await page.getByText('What to do while a portal is down').count()).toBe(0);
    expect(await page.getByRole('combobox').count()).toBe(0);
    await page.context().close();
  });

  it('a page without scripts is no server error if no post has the address, or nobody can read it', async () => {
    for (const slug of ['no-such-post', '%E0%A4%A'])
      expect((await htmlOf(`/blog/${slug}`, { 'accept-language': 'en' })).status).toBe(404);
    const log = readFileSync(path.join(stack.directory, 'api.log'), 'utf8');
    expect(log.split('\n').filter((line) => line.includes('a page is served without'))).toEqual([]);
  });

  it('a page without scripts is the same whatever campaign the address names', async () => {
    const marked = await htmlOf('/?utm_source=mail', { 'accept-language': 'en' });
    const plain = await htmlOf('/', { 'accept-language': 'en' });
    const root = (html: string) =>
      html.slice(html.indexOf('<div id="root"'), html.indexOf('id="page-state"'));
    expect(root(marked.html)).toBe(root(plain.html));
  });

  it('a page without scripts comes in the language that the browser prefers, unless another one was chosen', async () => {
    const bengali = 'রপ্তানির কাগজপত্র, সারি ধরে ধরে</h1>';
    const preferred = await htmlOf('/', { 'accept-language': 'bn,en;q=0.5' });
    expect(preferred.html.includes('<html lang="bn"')).toBe(true);
    expect(preferred.html.includes(bengali)).toBe(true);
    expect(preferred.headers.get('vary')).toContain('Cookie');
    const chosen = await htmlOf('/', { 'accept-language': 'bn', cookie: 'chalan-language=en' });
    expect(chosen.html.includes(bengali)).toBe(false);
  });
});

describe('the contact form', () => {
  it('a message without scripts is sent by a plain request, once, and says so', async () => {
    const page = await web.open(stack.app, laptop, 'light', false);
    await page.goto('/contact');
    await page.getByLabel('Name').fill('Rahim Uddin');
    await page.getByLabel('Email').fill('rahim@padma.example');
    await page.getByLabel('Subject').selectOption('sales');
    await page.getByRole('textbox', { name: 'Message' }).fill('Please show me the EXP services.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Your message was sent successfully. We answer within 24 hours.').waitFor();
    await page.reload();
    const stored = await stack.db.contactMessage.findMany({ where: { email: 'rahim@padma.example' } });
    expect(stored.map(({ message }) => message)).toEqual(['Please show me the EXP services.']);
    await page.context().close();
  });

  it('a page without scripts says that a message was refused', async () => {
    const answer = await fetch(`${stack.app}/contact`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: stack.app },
      body: new URLSearchParams({ name: 'Rahim', email: 'not an address' }),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact?outcome=INVALID_INPUT']);
    const { html } = await htmlOf('/contact?outcome=INVALID_INPUT', { 'accept-language': 'en' });
    expect(html.includes('Failed to submit your message')).toBe(true);
  });

  it('a message without scripts is refused when it cannot be read', async () => {
    const answer = await fetch(`${stack.app}/contact`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: stack.app, 'content-type': 'multipart/form-data' },
      body: 'no form',
    });
    expect(answer.headers.get('location')).toBe('/contact?outcome=INVALID_INPUT');
  });

  it('a message without scripts counts for the same limit as the form with scripts', async () => {
    const send = async () => {
      const body = new URLSearchParams({
        name: 'Rahim Uddin',
        email: 'rahim@padma.example',
        subject: 'sales',
        message: 'Once more.',
      });
      const headers = { origin: stack.app };
      const answer = await fetch(`${stack.app}/contact`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body,
      });
      return answer.headers.get('location');
    };
    const outcomes: (string | null)[] = [];
    for (let n = 0; n <= rateLimits.contactMessage.points; n += 1) outcomes.push(await send());
    expect(outcomes.at(-1)).toBe('/contact?outcome=TOO_MANY_REQUESTS');
    const { html } = await htmlOf('/contact?outcome=TOO_MANY_REQUESTS', { 'accept-language': 'en' });
    expect(html.includes('You have sent 5 messages within an hour. Please try again later.')).toBe(true);
  });

  it('a message without scripts is not taken from another site', async () => {
    const answer = await fetch(`${stack.app}/contact`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ name: 'Rahim' }),
    });
    expect(answer.status).toBe(403);
  });
});

describe('scripts that come late', () => {
  it('a page whose scripts come late repeats a click that was made before they came', async () => {
    const page = await web.open(stack.app, laptop);
    const letGo = await openBeforeScripts(page, '/');
    await page.getByRole('button', { name: 'বাংলা' }).click();
    letGo();
    await page.getByRole('heading', { level: 1, name: 'রপ্তানির কাগজপত্র, সারি ধরে ধরে' }).waitFor();
    await page.context().close();
  });

  it('a page whose scripts come late keeps what was typed before they came', async () => {
    const page = await web.open(stack.app, laptop);
    const letGo = await openBeforeScripts(page, '/services');
    await page.getByRole('searchbox').fill('Docket');
    letGo();
    await page.getByRole('heading', { name: 'EXP Search' }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('searchbox').inputValue()).toBe('Docket');
    await page.context().close();
  });

  it('a page whose scripts come late stays where it was scrolled before they came, also when one leaves it and comes back', async () => {
    const page = await web.open(stack.app, laptop);
    // The places of a document that was open before are not those of the next one.
    await page.goto('/');
    await until('the client to take over', async () =>
      Boolean(await page.evaluate("history.scrollRestoration === 'manual'")),
    );
    const letGo = await openBeforeScripts(page, '/services');
    await page.getByRole('heading', { name: 'EXP Search' }).waitFor();
    await page.evaluate('window.scrollTo(0, 400)');
    letGo();
    // The client takes the position over when it takes over the page.
    await until('the client to take over', async () =>
      Boolean(await page.evaluate("history.scrollRestoration === 'manual'")),
    );
    expect(await page.evaluate('window.scrollY')).toBe(400);
    // A Playwright click would scroll first.
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().dispatchEvent('click');
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
    await page.goBack();
    await until('the place to be shown again', async () => (await page.evaluate('window.scrollY')) === 400);
    await page.context().close();
  });

  it('a page whose scripts come late sends its form once if it was sent before they came', async () => {
    const page = await web.open(stack.app, laptop);
    const letGo = await openBeforeScripts(page, '/contact');
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Send' }).click();
    letGo();
    await page.getByText('Please enter a valid email address.').first().waitFor();
    await page.context().close();
  });

  it('a page whose scripts come late says what is missing in a form that was sent empty before they came', async () => {
    const page = await web.open(stack.app, laptop);
    const letGo = await openBeforeScripts(page, '/contact');
    await page.getByRole('button', { name: 'Send' }).click();
    letGo();
    await page.getByText('Name is required').waitFor();
    await page.context().close();
  });
});

describe('visitors with scripts', () => {
  it('a page with scripts is taken over although it is in the background, where nothing is painted', async () => {
    const page = await web.open(stack.app, laptop);
    await page.addInitScript('window.requestAnimationFrame = () => 0;');
    await page.goto('/');
    await until('its scripts', () =>
      page.evaluate<boolean>("!!document.querySelector('script[type=module]')"),
    );
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });

  it.each(views)(
    '$address at $viewport.width px goes on from the HTML of the server',
    async ({ address, viewport }) => {
      const page = await web.open(stack.app, viewport);
      const { errors } = await measureFirstView(page, address);
      expect(errors.filter((text) => address !== missing || !text.includes('404'))).toEqual([]);
      await page.context().close();
    },
  );

  it.each([400, 600])(
    'a page with scripts draws the taka sign in weight %s with a font that it brings',
    async (weight) => {
      const page = await web.open(stack.app, laptop);
      await page.goto('/');
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<p id="taka" style="font-weight:${weight}">৳</p>')`,
      );
      await page.evaluate('document.fonts.ready');
      await until('the font to be used', async () => {
        const [font, ...others] = await drawnBy(page, '#taka');
        return others.length === 0 && font?.startsWith('Anek Bangla') === true;
      });
      await page.context().close();
    },
  );

  it("a page with scripts draws a customer's data as it is, without ligatures that change characters", async () => {
    const page = await web.open(stack.app);
    await page.goto('/contact');
    await page.locator('textarea').fill('20x6 -> 21');
    await page.evaluate('document.fonts.ready');
    const drawn = await page.evaluate<[number, number][]>(`['20x6', '->', '<=', '(c)', 'fi'].map((text) =>
      ['normal', '"calt" 0, "liga" 0, "clig" 0'].map((features) => {
        const span = document.createElement('span');
        span.style.cssText = 'position: absolute; white-space: pre; font-size: 64px';
        span.style.fontFeatureSettings = features;
        span.textContent = text;
        document.body.append(span);
        const { width } = span.getBoundingClientRect();
        span.remove();
        return width;
      }))`);
    for (const [asItIs, withoutLigatures] of drawn) expect(asItIs).toBe(withoutLigatures);
    const ligatures = `['textarea', 'input', 'body'].map(
      (name) => getComputedStyle(document.querySelector(name)).fontVariantLigatures)`;
    expect(await page.evaluate(ligatures)).toEqual(['none', 'none', 'none']);
  });

  it('a page with scripts shows the draft that was typed before a reload', async () => {
    const page = await web.open(stack.app, laptop);
    await page.goto('/contact');
    await page.getByRole('textbox', { name: 'Message' }).fill('Do you file REX statements?');
    await until('the draft to be kept', () =>
      page.evaluate<boolean>(
        "JSON.stringify({ ...localStorage, ...sessionStorage }).includes('REX statements')",
      ),
    );
    await page.reload();
    await until(
      'the draft to be shown',
      async () =>
        (await page.getByRole('textbox', { name: 'Message' }).inputValue()) === 'Do you file REX statements?',
    );
    await page.context().close();
  });

  it('a page with scripts is shown to a customer as to a visitor, without an error', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer });
    const { errors } = await measureFirstView(page, '/services');
    expect(errors).toEqual([]);
    expect(await page.getByRole('button', { name: 'Sign In' }).count()).toBe(0);
    await page.context().close();
  });

  it('a page with scripts comes from the server in the language that was chosen on the page before', async () => {
    const page = await web.open(stack.app, laptop);
    await page.goto('/');
    await page.getByRole('button', { name: 'বাংলা' }).click();
    await page.getByRole('heading', { level: 1, name: 'রপ্তানির কাগজপত্র, সারি ধরে ধরে' }).waitFor();
    const answer = await page.goto('/services');
    expect((await answer?.text())?.includes('<html lang="bn"')).toBe(true);
    await page.context().close();
  });
});

describe('a database that does not answer', () => {
  it.each(['/blog?search=frozen', '/dashboard'])(
    '%s is served without what the database knows of it',
    async (address) => {
      const { cookie } = await stack.demo();
      const frozen = stack.freeze('postgres', FROZEN_MS);
      const signal = AbortSignal.timeout(FROZEN_MS - 1_000);
      const answer = await fetch(stack.app + address, { headers: { cookie }, signal });
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html.includes('<div id="root"></div>')).toBe(true);
      expect(html.includes('"first-data"')).toBe(false);
      await frozen;
    },
  );
});
