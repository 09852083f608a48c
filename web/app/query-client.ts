/** Creates the cache for all data read from the API, and defines when a read is retried. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError, isNetworkError } from '#web/lib/client.ts';
import { watchChanges } from '#web/lib/refused-changes.ts';

const retriesMax = 2;
const staleMs = 5_000;

function worthRetrying(error: unknown): boolean {
  return isNetworkError(error) || (error instanceof ApiError && error.status >= 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      retry: (failures, error) => failures < retriesMax && worthRetrying(error),
    },
    // Without a connection, a change fails at once with a message. By default it would be queued and sent much later.
    mutations: { retry: false, networkMode: 'always' },
  },
});

watchChanges(queryClient);
