/** Calls about schedules, and the past jobs that one can be made of. */
import { queryOptions } from '@tanstack/react-query';
import type { WorkHistoryItem } from '#contracts/jobs.ts';
import {
  isSchedulable,
  type ChangeScheduleBody,
  type CreatedSchedule,
  type ScheduleView,
} from '#contracts/schedules.ts';
import { api, part } from '../../api/client.ts';
import { findService, services } from '../../lib/services.ts';

const place = '/api/schedules';
/** Jobs of the last days to choose from. */
const pastJobsMax = 50;

export const schedulableServices = services.filter(isSchedulable);

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) =>
    api.get<{ schedules: ScheduleView[] }>(place, signal).then(({ schedules }) => schedules),
});

export function pastJobsQuery(userId: string) {
  return queryOptions({
    queryKey: ['schedules', 'past-jobs', userId],
    queryFn: async ({ signal }): Promise<WorkHistoryItem[]> => {
      const path = `/api/work-history/${part(userId)}?limit=${pastJobsMax}`;
      const { workHistory } = await api.get<{ workHistory: WorkHistoryItem[] }>(path, signal);
      return workHistory.filter(({ serviceId }) => {
        const service = findService(serviceId);
        return service !== undefined && isSchedulable(service);
      });
    },
  });
}

/** A file of a service, or a past job that has both. */
export type ScheduleSource = { serviceId: string; file: File } | { jobId: string };

export function createSchedule(wish: {
  name: string;
  time: string;
  source: ScheduleSource;
}): Promise<CreatedSchedule> {
  const { name, time, source } = wish;
  const form = new FormData();
  form.set('name', name);
  form.set('time', time);
  for (const [field, value] of Object.entries(source)) form.set(field, value);
  return api.post<CreatedSchedule>(place, form);
}

export const changeSchedule = (id: string, body: ChangeScheduleBody) =>
  api.put<{ schedule: ScheduleView }>(`${place}/${part(id)}`, body);
export const removeSchedule = (id: string) => api.delete(`${place}/${part(id)}`);
