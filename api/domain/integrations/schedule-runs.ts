/** One day's run of a schedule: the job it starts, or why there is none; the customer is told once a day. */
import type { Deps } from '#api/deps.ts';
import { DomainError, errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import type { JobSchedule } from '#prisma/generated/client.ts';
import { findService } from '#services/catalogue.ts';
import { fileAt } from '#api/domain/jobs/intake/local-file.ts';
import { startableService, startJob, type StartDeps } from '#api/domain/jobs/jobs.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { removeTimer } from '#api/adapters/schedule-timer.ts';
import { measure } from './schedules.ts';

export type ScheduleRun = { scheduleId: string; dueAt: Date };

/** Trouble of the platform's, not of the schedule: tried again. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['INTERNAL', 'UNAVAILABLE', 'PRICE_CHANGED']);

const dayOf = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
const keyOf = ({ scheduleId, dueAt }: ScheduleRun): string => `schedule:${scheduleId}:${dayOf(dueAt)}`;

/** At most one job a day, however often it is asked for. Throws for what may pass. */
export async function runSchedule(deps: StartDeps, run: ScheduleRun): Promise<void> {
  const schedule = await deps.db.jobSchedule.findUnique({
    where: { id: run.scheduleId },
    include: { user: true },
  });
  // Deleted with its account, or while Temporal was away.
  if (!schedule) return removeTimer(deps, run.scheduleId);
  const { user } = schedule;
  if (!schedule.enabled || user.deletedAt) return;
  try {
    if (user.status !== 'active') throw new DomainError('ACCOUNT_SUSPENDED');
    const jobId = await startToday(deps, schedule, { id: user.id, isAdmin: user.isAdmin }, run);
    await remember(deps, run, { lastJobId: jobId, lastFailure: '' });
  } catch (error) {
    if (!(error instanceof DomainError) || passing.has(error.code)) throw error;
    await tellMissed(deps, run, schedule, error.message);
  }
}

async function startToday(
  deps: StartDeps,
  schedule: JobSchedule,
  customer: { id: string; isAdmin: boolean },
  run: ScheduleRun,
): Promise<string> {
  const idempotencyKey = keyOf(run);
  const earlier = await deps.db.job.findUnique({
    where: { userId_idempotencyKey: { userId: customer.id, idempotencyKey } },
  });
  if (earlier && earlier.state !== 'draft') return earlier.id;
  const { serviceId, fileKey, fileName } = schedule;
  return deps.files.incoming.withFolder(async (folder) => {
    const file = await fileAt(fileName, await deps.files.local(fileKey, folder));
    const { credits } = await measure(deps, { ...(await startableService(deps, serviceId)), file });
    const { jobId } = await startJob(deps, customer, {
      serviceId,
      totalCredits: credits,
      source: { file, documents: null },
      idempotencyKey,
    });
    return jobId;
  });
}

async function remember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { scheduleId }: ScheduleRun,
  end: { lastJobId?: string; lastFailure: string },
): Promise<void> {
  await db.jobSchedule.updateMany({ where: { id: scheduleId }, data: { ...end, lastRunAt: clock() } });
}

async function tellMissed(
  deps: Pick<Deps, 'db' | 'clock'>,
  run: ScheduleRun,
  { userId, name, serviceId }: Pick<JobSchedule, 'userId' | 'name' | 'serviceId'>,
  reason: string,
): Promise<void> {
  await remember(deps, run, { lastFailure: reason });
  await notify(deps.db, {
    key: keyOf(run),
    userId,
    type: 'other',
    kind: 'schedule_missed',
    values: { name, service: findService(serviceId)?.name ?? serviceId, reason },
    actionUrl: '/account/schedules',
  });
}

/** The platform's own trouble has lasted too long. */
export async function noteMissed(deps: Pick<Deps, 'db' | 'clock'>, run: ScheduleRun): Promise<void> {
  const schedule = await deps.db.jobSchedule.findUnique({ where: { id: run.scheduleId } });
  if (schedule) await tellMissed(deps, run, schedule, errorCatalogue.UNAVAILABLE.message);
}
