/** Starts the client. */
import './app/fonts/fonts.css';
import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { listenForSessionEnd } from '#web/lib/client.ts';
import { startKeepingReads } from './app/keep-reads.ts';
import { queryClient } from './app/query-client.ts';
import { system } from './app/theme.ts';
import { meQuery } from './features/accounts/auth/queries.ts';
import { noteNetworkChange, onConnectionBack } from './lib/connection.ts';
import { requestSignInAgain } from './lib/sign-in-request.ts';
import { prefetchPage } from './pages.ts';
import { AppRoutes } from './routes.tsx';
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

createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </ChakraProvider>
  </StrictMode>,
);
