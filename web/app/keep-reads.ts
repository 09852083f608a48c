/** Keeps the query results that the view of a running job needs, and restores them after a reload. */
import { dehydrate, hydrate, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { meQuery } from '#web/features/accounts/auth/queries.ts';
import { setShownUser } from '#web/lib/client.ts';
import { workHistoryKey } from '#web/features/jobs/work-history-queries.ts';
import { forgetOrigins } from '#web/lib/origins.ts';
import { claimTab } from '#web/lib/tab-owner.ts';
import { takenOver } from '#web/lib/use-taken-over.ts';
import { forgetReads, isDisplayOnly, keepReads, readKept } from '#web/lib/kept-reads.ts';

const writeEveryMs = 1_000;

/** Matches the work history and the status of jobs. */
const isKeptKey = ([kind, , what]: QueryKey): boolean =>
  kind === workHistoryKey[0] || (kind === 'jobs' && what === 'status');

const keptQueries = { predicate: ({ queryKey }: { queryKey: QueryKey }) => isKeptKey(queryKey) };

/** The customer to whom the kept results belong. Another customer in the same tab gets none of them. */
let ownerId: string | null = null;

function restore(client: QueryClient): void {
  const kept = readKept();
  if (!kept) return;
  ownerId = kept.user.id;
  try {
    hydrate(client, kept.state);
  } catch (error) {
    console.error('Kept reads could not be restored', error);
    forgetReads();
  }
}

function write(client: QueryClient): void {
  const user = client.getQueryData(meQuery.queryKey);
  if (!user || isDisplayOnly(user)) return;
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state: { status } }) => status === 'success' && isKeptKey(queryKey),
    shouldDehydrateMutation: () => false,
  });
  keepReads(user, state);
}

/** Drops the kept results if the server reports that another customer, or nobody, is signed in. */
function checkOwner(client: QueryClient): void {
  const user = client.getQueryData(meQuery.queryKey);
  setShownUser(user?.id ?? null);
  if (user && claimTab(user.id)) forgetOrigins();
  if (user === undefined || user?.id === ownerId) return;
  if (ownerId !== null) {
    client.removeQueries(keptQueries);
    forgetReads();
  }
  ownerId = user?.id ?? null;
}

/**
 * Starts keeping reads. A page that the server rendered is taken over unchanged first; results that only this browser
 * has are added afterwards.
 */
export function startKeepingReads(client: QueryClient): void {
  const takeOver = takenOver();
  if (takeOver) void takeOver.then(() => restore(client));
  else restore(client);
  // The server may have sent the page with the customer who is signed in now.
  checkOwner(client);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const writeSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      write(client);
    }, writeEveryMs);
  };
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated') return;
    const key = query.queryKey as QueryKey;
    if (key[0] === meQuery.queryKey[0]) checkOwner(client);
    else if (query.state.status === 'success' && isKeptKey(key)) writeSoon();
  });
  window.addEventListener('pagehide', () => write(client));
}
