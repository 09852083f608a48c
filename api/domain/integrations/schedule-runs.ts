/** One day's run of a schedule: starts its job, or records why not. The customer is notified once a day. */
import type { Deps } from '#api/deps.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import { DomainError, type ErrorCode } from '#contracts/errors.ts';
import type { Message } from '#contracts/messages/message.ts';
import { messageOf } from '#contracts/messages/refusal.ts';
import { noJson } from '#prisma/client.ts';
import type { JobSchedule } from '#prisma/generated/client.ts';
import { findService } from '#services/catalogue.ts';
import { fileAt } from '#api/domain/jobs/intake/local-file.ts';
import { startableService, type JobDeps } from '#api/domain/jobs/service-offers.ts';
import { startJob, type StartDeps } from '#api/domain/jobs/start-job.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

export type ScheduleRun = { scheduleId: string; dueAt: Date };

/** Problems of the platform or a portal, not of the schedule, which are retried. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INTERNAL',
  'UNAVAILABLE',
  'TOO_MANY_STARTS',
  'SERVICE_PORTAL_DOWN',
  'SERVICE_PORTAL_CHANGED',
]);

const dayOf = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
const keyOf = ({ scheduleId, dueAt }: ScheduleRun): string => `schedule:${scheduleId}:${dayOf(dueAt)}`;

/** Starts at most one job a day, however often it is called. Throws for problems that may pass. */
export async function runSchedule(deps: StartDeps, run: ScheduleRun): Promise<void> {
  const schedule = await deps.db.jobSchedule.findUnique({
    where: { id: run.scheduleId },
    include: { user: true },
  });
  // It was deleted with its account, or while Temporal was unavailable.
  if (!schedule) return deps.workflows.timers.remove(run.scheduleId);
  const { user } = schedule;
  if (!schedule.enabled || user.deletedAt) return;
  try {
    if (user.status !== 'active') throw new DomainError('ACCOUNT_SUSPENDED');
    const jobId = await startToday(deps, schedule, { id: user.id, isAdmin: user.isAdmin }, run);
    await remember(deps, run, { lastJobId: jobId, lastFailure: noJson });
  } catch (error) {
    if (!(error instanceof DomainError) || passing.has(error.code)) throw error;
    // The account was deleted meanwhile, and its schedules with it.
    if (error.code === 'UNAUTHENTICATED') return;
    await notifyOfMissedRun(deps, run, schedule, messageOf(error));
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
    const { jobId } = await startJob(deps, customer, {
      serviceId,
      totalCredits: null,
      source: { file, documents: null },
      keptColumns: (schedule.columns ?? undefined) as ColumnMapping | undefined,
      idempotencyKey,
    });
    return jobId;
  });
}

async function remember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { scheduleId }: ScheduleRun,
  end: { lastJobId?: string; lastFailure: Message | typeof noJson },
): Promise<void> {
  await db.jobSchedule.updateMany({ where: { id: scheduleId }, data: { ...end, lastRunAt: clock() } });
}

async function notifyOfMissedRun(
  deps: Pick<Deps, 'db' | 'clock'>,
  run: ScheduleRun,
  { userId, name, serviceId }: Pick<JobSchedule, 'userId' | 'name' | 'serviceId'>,
  reason: Message,
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

/** Records a missed run after a problem that might have passed has lasted too long. */
export async function noteMissed(deps: JobDeps, run: ScheduleRun): Promise<void> {
  const schedule = await deps.db.jobSchedule.findUnique({ where: { id: run.scheduleId } });
  if (schedule) await notifyOfMissedRun(deps, run, schedule, await reasonNow(deps, schedule));
}

/** The portal that still cannot be used, or else the platform. */
async function reasonNow(deps: JobDeps, { serviceId }: JobSchedule): Promise<Message> {
  try {
    await startableService(deps, serviceId);
  } catch (error) {
    if (error instanceof DomainError) return messageOf(error);
    throw error;
  }
  return messageOf(new DomainError('UNAVAILABLE'));
}
