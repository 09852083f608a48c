/** Starts the client. */
import './app/fonts/fonts.css';
import 'virtual:theme.css';
import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { listenForSessionEnd } from '#web/lib/client.ts';
import { App } from './app/app.tsx';
import { startKeepingReads } from './app/keep-reads.ts';
import { queryClient } from './app/query-client.ts';
import { meQuery } from './features/accounts/auth/queries.ts';
import { noteNetworkChange, onConnectionBack } from './lib/connection.ts';
import { leaveAccount } from './lib/leave-account.ts';
import { listenToOtherTabs } from './lib/other-tabs.ts';
import { requestSignInAgain } from './lib/sign-in-request.ts';
import { prefetchPage } from './pages.ts';
import { paths } from './paths.ts';
import { loadFirstView } from './page-parts.ts';
import { startLanguage } from './lib/language.ts';
import { reloadIfCodeIsMissing, watchMissingCode } from './lib/missing-code.ts';
import { startMoment } from './lib/moment.ts';
import { beginTakeOver } from './lib/use-taken-over.ts';
import { startSaid } from './lib/said.ts';

// The content security policy forbids eval, so zod must not try to compile schemas.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

listenForSessionEnd(() => {
  if (!queryClient.getQueryData(meQuery.queryKey)) return;
  requestSignInAgain();
  // Somebody else may have signed in, whose page is another one.
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }, { cancelRefetch: false });
});

listenToOtherTabs((userId) => {
  const known = queryClient.getQueryData(meQuery.queryKey);
  if (known && userId !== null && userId !== known.id) leaveAccount(paths.dashboard());
  else void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
});

watchMissingCode();
// Runs in parallel with the session request instead of after it.
prefetchPage(location.pathname);
startLanguage();
startSaid();
const isRendered = startWith('page-state');
if (!isRendered) startWith('first-data');
for (const change of ['online', 'offline']) window.addEventListener(change, noteNetworkChange);
onConnectionBack(() => void queryClient.invalidateQueries());
if (import.meta.env.MODE === 'development')
  void import('./app/demo-data.ts').then(({ offerDemoData }) => offerDemoData());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');

const app = <App client={queryClient}>{(routes) => <BrowserRouter>{routes}</BrowserRouter>}</App>;
// Not awaited here: a page's code imports this module, and would wait for it to finish.
if (isRendered) void takeOver(root);
else createRoot(root).render(app);
startKeepingReads(queryClient);

/** Reads the data that the server put into the page; returns false if there is none. */
function startWith(elementId: string): boolean {
  const text = document.getElementById(elementId)?.textContent;
  if (!text) return false;
  const { queries, mutations } = JSON.parse(text) as DehydratedState;
  // Counts as just read, because the clock of this machine may differ from the server's.
  const dataUpdatedAt = Date.now();
  const read = queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } }));
  hydrate(queryClient, { mutations, queries: read });
  return true;
}

/** Continues with the HTML that the server rendered. */
async function takeOver(container: HTMLElement): Promise<void> {
  beginTakeOver();
  startMoment();
  // If its code cannot be loaded, the page is loaded again once; then it is rendered from scratch and shows the error.
  const error: unknown = await loadFirstView(new URL(location.href)).then(
    () => null,
    (failure: unknown) => failure,
  );
  if (reloadIfCodeIsMissing(error)) return;
  if (error !== null) createRoot(container).render(app);
  // In a transition, React works in short steps, so that the page responds to the visitor in between.
  else startTransition(() => void hydrateRoot(container, app));
}
