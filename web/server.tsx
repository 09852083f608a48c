/**
 * Renders pages on the server, with the data from which the client continues: visitors' pages, and those that customers
 * and administrators open most. Of other pages behind the sign-in it only reads the first data.
 */
import { dehydrate, QueryClient, type DehydratedState } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { OwnPageRenderer, PageRenderer } from '#contracts/site/rendered-pages.ts';
import { App } from './app/app.tsx';
import { meQuery } from './features/accounts/auth/queries.ts';
import { blogViewIn, postQuery, postsQuery } from './features/site/blog/queries.ts';
import { figuresQuery } from './features/site/home/marketing-figures.tsx';
import { settingsQuery } from './features/site/settings-queries.ts';
import { isOwnPage, isRenderedOwn, readsOf, sessionReads, type Read } from './first-data.ts';
import { callThrough } from './lib/client.ts';
import { renderIn } from './lib/language.ts';
import { renderAt } from './lib/moment.ts';
import { loadPage, pageOf } from './pages.ts';
import { loadFirstView, partsOf } from './page-parts.ts';
import { renderForWidth } from './lib/use-wide.ts';
import { paths, type PageName } from './paths.ts';

const readFigures: Read = (client) => client.query(figuresQuery);
const readSettings: Read = (client) => client.query(settingsQuery);

/** A page for visitors: the parameters of the address that affect it, and its reads besides the settings. */
type Rendered = { asks: readonly string[]; reads: (url: URL) => Read[] };

const rendered: Partial<Record<PageName, Rendered>> = {
  home: { asks: [], reads: () => [readFigures] },
  services: { asks: ['q'], reads: () => [] },
  blog: {
    asks: ['search', 'tag', 'page'],
    reads: ({ searchParams }) => [(client) => client.query(postsQuery(blogViewIn(searchParams)))],
  },
  post: { asks: [], reads: ({ pathname }) => [(client) => client.query(postQuery(slugIn(pathname)))] },
  contact: { asks: ['subject', 'outcome'], reads: () => [readFigures] },
  privacy: { asks: [], reads: () => [] },
  signUp: { asks: [], reads: () => [] },
};

/** The page for unknown addresses; it is the same for all of them. */
const notFound: Rendered = { asks: [], reads: () => [] };
const notFoundPath = '/not-found';

const slugIn = (pathname: string): string => decoded(pathname).replace(paths.blog, '').slice(1);

/** Returns the path unchanged if it cannot be decoded; no post has such a path. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Returns the address without parameters that do not affect the page, such as those of a campaign. */
function locationOf(page: PageName | undefined, url: URL, asks: readonly string[]): string {
  const shown = new URLSearchParams([...url.searchParams].filter(([name]) => asks.includes(name))).toString();
  return `${page ? url.pathname : notFoundPath}${shown && `?${shown}`}`;
}

/** Maximum number of cached pages, each of about 150 KB. */
const KEPT_MAX = 100;
/** Rendering takes about 45 ms. Beyond this, the browser renders the page. */
const RENDERS_MAX = 50;
const WINDOW_MS = 10_000;

/** `atMs` is the moment of which the HTML tells. */
type Html = { html: string; atMs: number };

/** Rendered HTML by everything else that it depends on, least recently used first. */
const kept = new Map<string, Html>();
let renders = { window: 0, count: 0 };

function mayRender(): boolean {
  const window = Math.floor(Date.now() / WINDOW_MS);
  if (renders.window !== window) renders = { window, count: 0 };
  renders.count += 1;
  return renders.count <= RENDERS_MAX;
}

/**
 * Returns null if the page is not cached and too many were rendered recently. Results of a search are not cached, so
 * that many searches do not evict the pages that everybody opens.
 */
function keptOr(key: string, isSearch: boolean, render: () => string): Html | null {
  const known = kept.get(key);
  if (known === undefined && !mayRender()) return null;
  const page = known ?? renderedNow(render);
  if (isSearch) return page;
  kept.delete(key);
  kept.set(key, page);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return page;
}

function renderedNow(render: () => string): Html {
  const atMs = Date.now();
  return { html: renderAt(atMs, render), atMs };
}

/** Data that was just read must not be shown as being refreshed. */
const newClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });

const dataOf = ({ queries }: DehydratedState): unknown[] =>
  queries.map(({ queryKey, state }) => [queryKey, state.data]);

/** The pages behind the sign-in that are rendered; the id in an address stands for any job. */
const renderedOwn = [
  paths.dashboard(),
  paths.dashboard({ tab: 'credits' }),
  paths.account({ tab: 'profile' }),
  paths.jobs,
  paths.job('any'),
  paths.adminTab('overview'),
  paths.adminTab('jobs'),
];

// All code is loaded before the first request, which would otherwise be slower than the others, or unrendered.
await Promise.all((Object.keys(rendered) as PageName[]).map(loadPage));
await Promise.all(renderedOwn.map((place) => loadFirstView(new URL(place, 'http://localhost'))));

export const renderPage: PageRenderer = async ({ url, language, isVisitor, read }) => {
  const page = pageOf(url.pathname);
  const { asks, reads } = (page ? rendered[page] : notFound) ?? {};
  if (!asks || !reads) return null;
  const client = newClient();
  await callThrough(read, () => Promise.all([readSettings, ...reads(url)].map((each) => each(client))));
  if (isVisitor) client.setQueryData(meQuery.queryKey, null);
  const location = locationOf(page, url, asks);
  const state = dehydrate(client);
  const key = JSON.stringify([location, language, dataOf(state)]);
  const shown = keptOr(key, location.includes('?'), () => renderIn(language, () => htmlOf(client, location)));
  return shown === null ? null : { ...shown, state: JSON.stringify(state) };
};

const htmlOf = (client: QueryClient, location: string): string =>
  renderToString(
    <App client={client}>{(routes) => <StaticRouter location={location}>{routes}</StaticRouter>}</App>,
  );

export const renderOwnPage: OwnPageRenderer = async ({ url, language, isWide, read }) => {
  const page = pageOf(url.pathname);
  if (!isOwnPage(page)) return null;
  const client = newClient();
  // If one call fails, the page still gets the other data; the client repeats the call and shows the error.
  const readAll = (reads: readonly Read[]) =>
    callThrough(read, () => Promise.allSettled(reads.map((each) => each(client))));
  await readAll(sessionReads);
  const user = client.getQueryData(meQuery.queryKey);
  if (user) await readAll(readsOf(page, { url, user }));
  const state = JSON.stringify(dehydrate(client));
  if (!user || !isRenderedOwn({ url, user }) || !mayRender()) return { html: null, atMs: null, state };
  await loadFirstView(url);
  const location = url.pathname + url.search;
  // The client would change to the account's language as soon as it has taken the page over.
  const shown = user.language ?? language;
  const render = () => renderIn(shown, () => renderForWidth(isWide, () => htmlOf(client, location)));
  return { ...renderedNow(render), state, language: shown };
};

export { partsOf };
