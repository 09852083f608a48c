/** Provides the customer's saved views of the list of jobs, and the address of each. */
import { queryOptions } from '@tanstack/react-query';
import type { SavedFilters, SavedView } from '#contracts/jobs/saved-views.ts';
import { jobListPageSize } from '#contracts/jobs/job-list-rules.ts';
import { call } from '#web/lib/client.ts';
import { paths } from '#web/paths.ts';
import { jobListViewIn } from './queries.ts';

export const savedViewsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['saved-views', userId],
    queryFn: ({ signal }) => call('GET /api/saved-views', { signal }).then(({ views }) => views),
  });

/** Replaces the view of the same name. */
export const saveView = (name: string, filters: SavedFilters) =>
  call('POST /api/saved-views', { body: { name, filters } });

export const renameView = (viewId: string, name: string) =>
  call('PUT /api/saved-views/:viewId', { params: { viewId }, body: { name } });

export const deleteView = (viewId: string) => call('DELETE /api/saved-views/:viewId', { params: { viewId } });

/** Returns what a view saves from the page's address: its filters and page size, but not its page number. */
export function savedFiltersIn(query: URLSearchParams): SavedFilters {
  const { filters, pageSize } = jobListViewIn(query);
  const { state, service, period, search } = filters;
  return {
    ...(state === 'all' ? {} : { state }),
    ...(service === undefined ? {} : { service }),
    ...(period === 'all' ? {} : { days: period }),
    ...(search === '' ? {} : { q: search }),
    ...(pageSize === jobListPageSize ? {} : { size: String(pageSize) }),
  };
}

/** Equal views have equal addresses, in whatever order their filters are stored. */
export function addressOfView({ state, service, days, q, size }: SavedFilters): string {
  return paths.jobsWith({ state, service, days, q, size });
}

/** Returns the view that the address shows, on whichever page. */
export function openView(views: readonly SavedView[], query: URLSearchParams): SavedView | undefined {
  const address = addressOfView(savedFiltersIn(query));
  return views.find(({ filters }) => addressOfView(filters) === address);
}
