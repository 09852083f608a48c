/** The whole client: theme, data and routes, around the router of a browser or of the server. */
import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { TakeOver } from '#web/lib/use-taken-over.ts';
import { AppRoutes } from '#web/routes.tsx';
import { system } from './system.ts';

export function App(props: { client: QueryClient; children: (routes: ReactNode) => ReactNode }) {
  return (
    <StrictMode>
      <ChakraProvider value={system}>
        <QueryClientProvider client={props.client}>
          <TakeOver>{props.children(<AppRoutes />)}</TakeOver>
        </QueryClientProvider>
      </ChakraProvider>
    </StrictMode>
  );
}
