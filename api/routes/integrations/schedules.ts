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
import { idempotencyKeyOf } from '#api/middleware/idempotency-key.ts';
import { sessionCaller } from '#api/middleware/session.ts';
import { serve } from '#api/routes/serve.ts';

export function scheduleRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/schedules': async ({ user }) => ({
      schedules: await listSchedules(deps.db, user.id, deps.clock()),
    }),
    'POST /api/schedules': async ({ user, fields, files }, c) => {
      const customer = { ...user, ...(await sessionCaller(c, deps, user)) };
      const request = { form: fields, uploaded: files.file ?? null, idempotencyKey: idempotencyKeyOf(c) };
      return createSchedule(deps, customer, request);
    },
    'POST /api/schedules/price': ({ user, fields, files }) =>
      priceOfSource(deps, user, fields, files.file ?? null),
    'GET /api/schedules/:id/price': ({ user, params }) => priceOfSchedule(deps, user, params.id),
    'PUT /api/schedules/:id': async ({ user, params, body }, c) => {
      const caller = await sessionCaller(c, deps, user);
      return { schedule: await changeSchedule(deps, { caller, ...params }, body) };
    },
    'DELETE /api/schedules/:id': async ({ user, params }) => {
      await removeSchedule(deps, { userId: user.id, ...params });
      return textOf('message', integrationMessages.scheduleDeleted());
    },
  });
}
