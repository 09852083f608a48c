/** Serves the web client: its built files, and for every other path the page itself, with a head for crawlers. */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Deps } from '#api/deps.ts';
import { areAdsOn } from '#api/domain/site/ads.ts';
import { withFirstData, withHead, withPage, withScripts } from '#api/domain/site/pages-html.ts';
import { pageHead, unknownHead } from '#api/domain/site/pages.ts';
import { sessionCookieName } from '#api/adapters/auth.ts';
import { createClientHtml } from '#api/adapters/client-html.ts';
import { builtClientFolder, createPageRenderer } from '#api/adapters/page-renderer.ts';
import type { OwnPage, PageRequest, RenderedPage } from '#contracts/site/rendered-pages.ts';
import { acceptedLanguage } from '#api/middleware/accept-language.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { isAdFree } from '#contracts/site/ads-rules.ts';
import { pagePolicy, pdfWorkerPolicy } from '#api/middleware/security-headers.ts';

type Language = PageRequest['language'];

/** Set by the client when the visitor chooses a language. */
const languageCookie = 'chalan-language';
const YEAR_S = 365 * 24 * 3600;
/** A frozen database answers neither with rows nor with an error. */
const READ_WAIT_MS = 3_000;
/** A web worker takes its content security policy from the response with its script. */
const pdfWorker = /\/assets\/pdf-worker-[\w-]+\.js/;
/** No file has this name, so the start page is served like other pages, with its head. */
const NO_FILE = '-';

/** Makes a call of the API; `env` is that of the request for the page, with its connection. */
type Answerer = (path: string, init: RequestInit, env?: Context['env']) => Promise<Response>;

/** Headers of the page's request that the calls for its data repeat: they say who asks, and from where. */
const passedHeaders = ['cookie', 'user-agent', 'x-forwarded-for', 'accept-language'];

/**
 * `read` makes the calls of the API whose data pages are served with; without it, the client reads and renders
 * everything itself.
 */
export function webRoutes(
  deps: Pick<Deps, 'db' | 'env' | 'logger'>,
  root = builtClientFolder,
  read: Answerer | null = null,
  { load, renderPage, renderOwnPage, scriptsOf } = createPageRenderer(root, deps.logger),
) {
  const isVisitor = (c: Context): boolean => getCookie(c, sessionCookieName(deps.env)) === undefined;
  const rendered = async (c: Context, language: Language): Promise<RenderedPage | null> => {
    if (!read) return null;
    // Settings have a notice that only administrators get.
    const readPage = isVisitor(c) ? read : asCustomer(read, c);
    const request = { url: new URL(c.req.url), language, isVisitor: isVisitor(c), read: readPage };
    return unlessUnavailable(renderPage(request), null);
  };
  const ownPage = async (c: Context, language: Language): Promise<OwnPage | null> => {
    if (!read || isVisitor(c)) return null;
    const request = { url: new URL(c.req.url), language, isWide: !isPhone(c), read: asCustomer(read, c) };
    return unlessUnavailable(renderOwnPage(request), null);
  };
  const clientHtml = createClientHtml(root);
  // The client needs no database: during an outage it is still served, and shows what cannot be read.
  const unlessUnavailable = async <Result>(read: Promise<Result>, without: Result): Promise<Result> => {
    const waited = new AbortController();
    try {
      return await Promise.race([read, failAfterWait(waited.signal)]);
    } catch (error) {
      deps.logger.error({ err: error }, 'a page is served without what the database knows of it');
      return without;
    } finally {
      waited.abort();
    }
  };
  return new Hono<AppEnv>()
    .use('*', filesIn(root))
    .use('/assets/*', formerAssets(root))
    .get('*', async (c) => {
      if (/\.[a-z0-9]+$/i.test(c.req.path)) return c.notFound();
      const language = languageOf(c);
      // The first request after a new build waits for its code, without a limit; only the database's answer has a time
      // limit.
      await load();
      const [head, hasAds, publicPage, own] = await Promise.all([
        unlessUnavailable(pageHead(deps, c.req.path), unknownHead(deps.env)),
        unlessUnavailable(areAdsOn(deps.db), false),
        rendered(c, language),
        ownPage(c, language),
      ]);
      const ownHtml = own?.html ? own : null;
      const page = publicPage ?? ownHtml;
      const shownLanguage = ownHtml?.language ?? language;
      const client = clientHtml();
      const mayHaveAds = hasAds && !isAdFree(c.req.path, new URL(c.req.url).search);
      c.header('Content-Security-Policy', pagePolicy(client.scriptHashes, mayHaveAds));
      if (page) c.header('Vary', 'Cookie, Accept-Language');
      const template = withScripts(client.html, await scriptsOf(new URL(c.req.url)));
      const ownScripts = own ? client.ownScripts : '';
      const scripts = client.pageScripts + ownScripts;
      const html = page
        ? withHead(withPage(template, page, { language: shownLanguage, isNarrow: isPhone(c), scripts }), {
            ...head,
            language: shownLanguage,
          })
        : withHead(own ? withFirstData(template, own.state, ownScripts) : template, head);
      return c.html(html, head.status, { 'Cache-Control': cacheControl(own !== null, isVisitor(c)) });
    });
}

const filesIn = (root: string) =>
  serveStatic({
    root,
    index: NO_FILE,
    // The build has written a Brotli and a gzip version beside each text file.
    precompressed: true,
    rewriteRequestPath: (place) => (place === '/index.html' ? `/${NO_FILE}` : place),
    // The names of assets contain a hash of their contents.
    onFound: (file, c) => {
      const isAsset = file.includes('/assets/');
      c.header('Cache-Control', isAsset ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      if (pdfWorker.test(file)) c.header('Content-Security-Policy', pdfWorkerPolicy);
    },
  });

/**
 * The assets of the version before, which temporal/Dockerfile puts beside those of this one: pages that were opened before
 * an upgrade still ask for them.
 */
function formerAssets(root: string): MiddlewareHandler {
  const folder = `${root}-former`;
  return existsSync(folder) ? filesIn(folder) : (_c, next) => next();
}

/** A customer's data must not be cached, and what somebody who is signed in gets belongs to nobody else. */
function cacheControl(isOwn: boolean, isVisitor: boolean): string {
  if (isOwn) return 'no-store';
  return isVisitor ? 'no-cache' : 'private, no-cache';
}

/** Makes calls as the user who asks for the page, and passes on the session if they have extended it. */
const asCustomer =
  (read: Answerer, c: Context): PageRequest['read'] =>
  async (path, init) => {
    const headers = new Headers(init.headers);
    for (const name of passedHeaders) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const answer = await read(path, { ...init, headers }, c.env);
    for (const cookie of answer.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
    return answer;
  };

async function failAfterWait(signal: AbortSignal): Promise<never> {
  await delay(READ_WAIT_MS, undefined, { signal });
  throw new Error('What a page needs was not read in time.');
}

/** Browsers do not send the width of their window; a phone's is narrow. */
const isPhone = (c: Context): boolean =>
  c.req.header('sec-ch-ua-mobile') === '?1' || /\bMobile\b/.test(c.req.header('user-agent') ?? '');

/** The language that the visitor chose, or else the one that the browser prefers. */
function languageOf(c: Context): Language {
  const chosen = getCookie(c, languageCookie);
  return chosen === 'en' || chosen === 'bn' ? chosen : (acceptedLanguage(c) ?? 'en');
}
