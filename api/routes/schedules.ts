/** Calls about schedules of the tracking services; everybody has their own only. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { changeSchedule, createSchedule, listSchedules, removeSchedule } from '#api/domain/schedules.ts';
import { requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { createFormReceiver } from '#api/middleware/received-form.ts';
import { parseInput, validate } from '#api/middleware/validate.ts';
import { limits } from '#contracts/limits.ts';
import { changeScheduleBody, scheduleForm, schedulePath } from '#contracts/schedules.ts';

const scheduleFiles = { files: ['file'], requestBytesMax: limits.requestBytesMax };

export function scheduleRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const receiveForm = createFormReceiver(deps);
  return new Hono<AppEnv>()
    .get('/', requireVerified, async (c) =>
      c.json({
        success: true as const,
        schedules: await listSchedules(deps.db, c.var.user.id, deps.clock()),
      }),
    )
    .post('/', requireVerified, async (c) => {
      await limiter.consume('systemsChangePerUser', c.var.user.id);
      const created = await receiveForm(c, scheduleFiles, ({ fields, files }) => {
        const wish = parseInput(scheduleForm, fields);
        return createSchedule(deps, c.var.user, wish, files.file ?? null);
      });
      return c.json({ success: true as const, ...created });
    })
    .put(
      '/:id',
      requireVerified,
      validate('param', schedulePath),
      validate('json', changeScheduleBody),
      async (c) => {
        const owner = { userId: c.var.user.id, ...c.req.valid('param') };
        const schedule = await changeSchedule(deps, owner, c.req.valid('json'));
        return c.json({ success: true as const, schedule });
      },
    )
    .delete('/:id', requireVerified, validate('param', schedulePath), async (c) => {
      await removeSchedule(deps, { userId: c.var.user.id, ...c.req.valid('param') });
      return c.json({ success: true as const, message: 'The schedule is deleted.' });
    });
}
