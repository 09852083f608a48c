/** Provides the calls about schedules, and the past jobs from which one can be created. */
import { queryOptions } from '@tanstack/react-query';
import type { WorkHistoryItem } from '#contracts/calls/jobs-answers.ts';
import type { CreatedSchedule } from '#contracts/calls/integrations-answers.ts';
import { isSchedulable, type ChangeScheduleBody } from '#contracts/integrations/schedules.ts';
import { call } from '#web/lib/client.ts';
import { findService, services } from '#web/lib/services.ts';

/** The number of past jobs to choose from. */
const pastJobsMax = 50;

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

export function createSchedule(request: {
  name: string;
  time: string;
  source: ScheduleSource;
}): Promise<CreatedSchedule> {
  const { name, time, source } = request;
  const form = new FormData();
  form.set('name', name);
  form.set('time', time);
  for (const [field, value] of Object.entries(source)) form.set(field, value);
  return call('POST /api/schedules', { form });
}

export const changeSchedule = (id: string, body: ChangeScheduleBody) =>
  call('PUT /api/schedules/:id', { params: { id }, body });
export const removeSchedule = (id: string) => call('DELETE /api/schedules/:id', { params: { id } });
