/** Routes about schedules of the tracking services; every user has access to their own only. */
import { integrationMessages } from '#contracts/integrations/messages.ts';
import { textOf } from '#contracts/messages/answers.ts';
import type { Deps } from '#api/deps.ts';
import {
  changeSchedule,
  createSchedule,
  listSchedules,
  priceOfSchedule,
  priceOfSource,
  removeSchedule,
} from '#api/domain/integrations/schedules.ts';
import { serve } from '#api/routes/serve.ts';

export function scheduleRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/schedules': async ({ user }) => ({
      schedules: await listSchedules(deps.db, user.id, deps.clock()),
    }),
    'POST /api/schedules': ({ user, fields, files }) =>
      createSchedule(deps, user, fields, files.file ?? null),
    'POST /api/schedules/price': ({ user, fields, files }) =>
      priceOfSource(deps, user, fields, files.file ?? null),
    'GET /api/schedules/:id/price': ({ user, params }) => priceOfSchedule(deps, user, params.id),
    'PUT /api/schedules/:id': async ({ user, params, body }) => ({
      schedule: await changeSchedule(deps, { userId: user.id, ...params }, body),
    }),
    'DELETE /api/schedules/:id': async ({ user, params }) => {
      await removeSchedule(deps, { userId: user.id, ...params });
      return textOf('message', integrationMessages.scheduleDeleted());
    },
  });
}
