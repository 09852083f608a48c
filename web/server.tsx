/** Renders the pages that visitors open as whole HTML, with the data with which the client continues. */
import { dehydrate, QueryClient, type DehydratedState } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { meQuery } from './features/accounts/auth/queries.ts';
import { blogViewIn, postQuery, postsQuery } from './features/site/blog/queries.ts';
import { figuresQuery } from './features/site/home/marketing-figures.tsx';
import { settingsQuery } from './features/site/settings-queries.ts';
import { callThrough, type Transport } from './lib/client.ts';
import { renderIn, type Language } from './lib/language.ts';
import { loadPage, pageOf } from './pages.ts';
import { ownPlaces, paths, type PageName } from './paths.ts';

/** `read` answers the API's public calls; `isVisitor` is true if the request has no session. */
export type PageRequest = { url: URL; language: Language; isVisitor: boolean; read: Transport };
/** `state` is JSON that the client reads before its first render. */
export type RenderedPage = { html: string; state: string };

/** Reads one query into the page's data. */
type Read = (client: QueryClient) => Promise<unknown>;

const readFigures: Read = (client) => client.query(figuresQuery);
const readSettings: Read = (client) => client.query(settingsQuery);

/** Pages for visitors with what they read besides the settings. Addresses nobody knows get the page that says so. */
const rendered: Partial<Record<PageName, (url: URL) => Read[]>> = {
  home: () => [readFigures],
  services: () => [],
  blog: ({ searchParams }) => [(client) => client.query(postsQuery(blogViewIn(searchParams)))],
  post: ({ pathname }) => [(client) => client.query(postQuery(slugIn(pathname)))],
  contact: () => [readFigures],
  privacy: () => [],
};

const slugIn = (pathname: string): string => decodeURIComponent(pathname.replace(paths.blog, '').slice(1));

/** Pages kept, each of about 150 KB. */
const KEPT_MAX = 100;
/** Rendering takes the server 20 to 100 ms. Beyond this, visitors' browsers render the page themselves. */
const RENDERS_PER_SECOND_MAX = 10;

/** Rendered HTML by everything it depends on; the page used last is the last. */
const kept = new Map<string, string>();
let rendersThisSecond = { second: 0, count: 0 };

function mayRender(): boolean {
  const second = Math.floor(Date.now() / 1000);
  if (rendersThisSecond.second !== second) rendersThisSecond = { second, count: 0 };
  rendersThisSecond.count += 1;
  return rendersThisSecond.count <= RENDERS_PER_SECOND_MAX;
}

/** Returns null if the page is not kept and too many were rendered in this second. */
function keptOr(key: string, render: () => string): string | null {
  const known = kept.get(key);
  if (known === undefined && !mayRender()) return null;
  const html = known ?? render();
  kept.delete(key);
  kept.set(key, html);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return html;
}

const dataOf = ({ queries }: DehydratedState): unknown[] =>
  queries.map(({ queryKey, state }) => [queryKey, state.data]);

await Promise.all((Object.keys(rendered) as PageName[]).map(loadPage));

/** Returns null for pages that the client renders itself. Throws if what the page needs cannot be read. */
export async function renderPage({
  url,
  language,
  isVisitor,
  read,
}: PageRequest): Promise<RenderedPage | null> {
  const page = pageOf(url.pathname);
  const reads = page ? rendered[page] : () => [];
  if (!reads || (page && page in ownPlaces)) return null;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await callThrough(read, () => Promise.all([readSettings, ...reads(url)].map((read) => read(client))));
  if (isVisitor) client.setQueryData(meQuery.queryKey, null);
  const location = url.pathname + url.search;
  const state = dehydrate(client);
  const html = keptOr(JSON.stringify([location, language, dataOf(state)]), () =>
    renderIn(language, () =>
      renderToString(
        <App client={client}>{(routes) => <StaticRouter location={location}>{routes}</StaticRouter>}</App>,
      ),
    ),
  );
  return html === null ? null : { html, state: JSON.stringify(state) };
}
