/** Starts the client. */
import './app/fonts/fonts.css';
import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { listenForSessionEnd } from '#web/lib/client.ts';
import { App } from './app/app.tsx';
import { startKeepingReads } from './app/keep-reads.ts';
import { queryClient } from './app/query-client.ts';
import { meQuery } from './features/accounts/auth/queries.ts';
import { noteNetworkChange, onConnectionBack } from './lib/connection.ts';
import { requestSignInAgain } from './lib/sign-in-request.ts';
import { loadPage, pageOf, prefetchPage } from './pages.ts';
import { startLanguage } from './lib/language.ts';
import { startSaid } from './lib/said.ts';

// The content security policy forbids eval, so zod must not try to compile schemas.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

listenForSessionEnd(() => {
  if (queryClient.getQueryData(meQuery.queryKey)) requestSignInAgain();
});

// Runs in parallel with the session request instead of after it.
prefetchPage(location.pathname);
startLanguage();
startSaid();
startKeepingReads(queryClient);
for (const change of ['online', 'offline']) window.addEventListener(change, noteNetworkChange);
onConnectionBack(() => void queryClient.invalidateQueries());
if (import.meta.env.MODE === 'development')
  void import('./app/demo-data.ts').then(({ offerDemoData }) => offerDemoData());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');

const app = <App client={queryClient}>{(routes) => <BrowserRouter>{routes}</BrowserRouter>}</App>;
const state = document.getElementById('page-state')?.textContent;

// Not awaited here, because a page's code imports from this module, which would wait for itself.
if (state) void takeOver(root, state);
else createRoot(root).render(app);

/** Continues with the HTML and the data that the server rendered. */
async function takeOver(container: HTMLElement, data: string): Promise<void> {
  hydrate(queryClient, JSON.parse(data) as DehydratedState);
  // Without its code, the page is rendered again from the start, and reports the error.
  const isLoaded = await loadPage(pageOf(location.pathname)).then(
    () => true,
    () => false,
  );
  if (isLoaded) hydrateRoot(container, app);
  else createRoot(container).render(app);
}
