/** Calls about schedules of the tracking services; everybody has their own only. */
import type { Deps } from '#api/deps.ts';
import { changeSchedule, createSchedule, listSchedules, removeSchedule } from '#api/domain/schedules.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { serve } from './serve.ts';

export function scheduleRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'GET /api/schedules': async ({ user }) => ({
      schedules: await listSchedules(deps.db, user.id, deps.clock()),
    }),
    'POST /api/schedules': async ({ user, fields, files }) => {
      await limiter.consume('systemsChangePerUser', user.id);
      return createSchedule(deps, user, fields, files.file ?? null);
    },
    'PUT /api/schedules/:id': async ({ user, params, body }) => ({
      schedule: await changeSchedule(deps, { userId: user.id, ...params }, body),
    }),
    'DELETE /api/schedules/:id': async ({ user, params }) => {
      await removeSchedule(deps, { userId: user.id, ...params });
      return { message: 'The schedule is deleted.' };
    },
  });
}
