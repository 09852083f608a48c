/** Provides the calls about schedules, and the past jobs from which one can be created. */
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { WorkHistoryItem } from '#contracts/calls/jobs/jobs-answers.ts';
import type { CreatedSchedule, RunPrice } from '#contracts/calls/integrations-answers.ts';
import { isSchedulable, type ChangeScheduleBody } from '#contracts/integrations/schedules.ts';
import { call } from '#web/lib/client.ts';
import { withRequestKey } from '#web/lib/request-keys.ts';
import { findService, services } from '#web/lib/services.ts';

/** The number of past jobs to choose from. */
const pastJobsMax = 50;
/** Prices change rarely, and each one is computed from a file. */
const priceStaleMs = 60_000;

export const schedulableServices = services.filter(isSchedulable);

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) => call('GET /api/schedules', { signal }).then(({ schedules }) => schedules),
});

export function pastJobsQuery(userId: string) {
  return queryOptions({
    queryKey: ['schedules', 'past-jobs', userId],
    queryFn: async ({ signal }): Promise<WorkHistoryItem[]> => {
      const asked = { params: { userId }, query: { limit: pastJobsMax }, signal };
      const { workHistory } = await call('GET /api/work-history/:userId', asked);
      return workHistory.filter(({ serviceId }) => {
        const service = findService(serviceId);
        return service !== undefined && isSchedulable(service);
      });
    },
  });
}

/** A service with a file, or a past job that provides both. */
export type ScheduleSource = { serviceId: string; file: File } | { jobId: string };

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

type NewSchedule = { name: string; time: string; source: ScheduleSource };

/** Another try after a lost answer creates one schedule. */
export const createSchedule = ({ source, ...fields }: NewSchedule): Promise<CreatedSchedule> => {
  const request = ['schedule', fields.name, fields.time, ...nameOf(source)].join(':');
  return withRequestKey(request, (key) =>
    call('POST /api/schedules', { form: formOf({ ...fields, ...source }), key }),
  );
};

const nameOf = (source: ScheduleSource): (string | number)[] => {
  if ('jobId' in source) return [source.jobId];
  const { name, size, lastModified } = source.file;
  return [source.serviceId, name, size, lastModified];
};

/** The rows and the price of one run; the check is the one that the schedule must pass when it is created. */
export const sourcePriceQuery = (source: ScheduleSource | null) =>
  queryOptions({
    queryKey: ['schedule-price', ...(source ? nameOf(source) : [])],
    queryFn: source
      ? ({ signal }): Promise<RunPrice> =>
          call('POST /api/schedules/price', { form: formOf({ ...source }), signal })
      : skipToken,
    gcTime: 0,
    // A file is not sent a second time only because another window was looked at.
    staleTime: Infinity,
  });

export const schedulePriceQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedule-price', id],
    queryFn: ({ signal }) => call('GET /api/schedules/:id/price', { params: { id }, signal }),
    staleTime: priceStaleMs,
  });

export const changeSchedule = (id: string, body: ChangeScheduleBody) =>
  call('PUT /api/schedules/:id', { params: { id }, body });
export const removeSchedule = (id: string) => call('DELETE /api/schedules/:id', { params: { id } });
