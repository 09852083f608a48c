/** Calls about schedules of the tracking services; everybody has their own only. */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { changeSchedule, createSchedule, listSchedules, removeSchedule } from '#api/domain/schedules.ts';
import { requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { uploadedFile } from '#api/middleware/uploaded-file.ts';
import { parseInput, validate } from '#api/middleware/validate.ts';
import { changeScheduleBody, scheduleForm, schedulePath } from '#contracts/schedules.ts';

export function scheduleRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return new Hono<AppEnv>()
    .get('/', requireVerified, async (c) =>
      c.json({
        success: true as const,
        schedules: await listSchedules(deps.db, c.var.user.id, deps.clock()),
      }),
    )
    .post('/', requireVerified, async (c) => {
      await limiter.consume('systemsChangePerUser', c.var.user.id);
      const form = await c.req.parseBody();
      const wish = parseInput(scheduleForm, form);
      const file = await uploadedFile(form['file']);
      return c.json({ success: true as const, ...(await createSchedule(deps, c.var.user, wish, file)) });
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
