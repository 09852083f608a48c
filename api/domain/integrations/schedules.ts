/** Schedules: a tracking service that runs every day on a stored file. */
import { createHash, randomUUID } from 'node:crypto';
import { textOf } from '#contracts/messages/answers.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths, priceHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import {
  isSchedulable,
  minuteOfDay,
  nextRunAfter,
  schedulesMax,
  timeOfDay,
  type ChangeScheduleBody,
  type ScheduleForm,
  type ScheduleSourceForm,
} from '#contracts/integrations/schedules.ts';
import type { CreatedSchedule, RunPrice, ScheduleView } from '#contracts/calls/integrations-answers.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { integrationMessages } from '#contracts/integrations/messages.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import type { Database } from '#prisma/client.ts';
import type { JobSchedule } from '#prisma/generated/client.ts';
import { findService } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { lockedUser } from '#api/domain/accounts/admin-rights.ts';
import { refuseOtherService, type Customer } from '#api/domain/accounts/customers.ts';
import { requireSession, type SessionCaller } from '#api/domain/accounts/sessions.ts';
import { billableOf } from '#api/domain/jobs/intake/preview.ts';
import { chosenHeadings } from '#api/domain/jobs/intake/headings.ts';
import { readForCustomer } from '#api/domain/jobs/column-mappings.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import { fileAt } from '#api/domain/jobs/intake/local-file.ts';
import type { IntakeRow, UploadedFile } from '#api/domain/jobs/intake/types.ts';
import { connectedService, requireCredentials, type JobDeps } from '#api/domain/jobs/service-offers.ts';
import { weightOf } from '#api/domain/jobs/reading-turns.ts';
import { offerOf } from '#api/domain/site/settings.ts';
import { fileOfJob } from './schedule-source.ts';

type Owner = { userId: string; id: string };
type Creator = Customer & SessionCaller;
type ScheduleDeps = JobDeps & Pick<Deps, 'inReadingTurn' | 'pdfLocks'>;

type Source = {
  service: ServiceDefinition;
  costPerRow: number;
  file: UploadedFile;
  /** Headings that the customer gives now. */
  given: ColumnMapping | undefined;
  /** Headings with which the past job was read. */
  kept: ColumnMapping | undefined;
};

/** Returns the uploaded file, or the rows of a past job. */
async function sourceOf(
  deps: ScheduleDeps,
  customer: Customer,
  { serviceId, jobId, columns }: ScheduleSourceForm,
  { uploaded, folder }: { uploaded: UploadedFile | null; folder: string },
): Promise<Source> {
  const past =
    uploaded || jobId === undefined ? null : await fileOfJob(deps.db, { userId: customer.id, jobId, folder });
  const file = uploaded ?? past?.file;
  if (!file) throw refusal('INVALID_INPUT', uploadMessages.chooseFile());
  const wanted = past?.serviceId ?? serviceId ?? '';
  refuseOtherService(customer, wanted);
  const known = findService(wanted);
  if (known && !isSchedulable(known)) throw new DomainError('SERVICE_NOT_SCHEDULABLE');
  return { ...(await connectedService(deps, wanted)), file, given: columns, kept: past?.columns };
}

/** Returns what one run of the rows needs at this price per row. */
function priceOf(read: readonly IntakeRow[], costPerRow: number): RunPrice {
  const rows = read.filter(({ data }) => data !== null).length;
  if (rows === 0) throw new DomainError('NO_BILLABLE_ROWS');
  return { rows, credits: creditsFromHundredths(priceHundredths(billableOf(read).length, costPerRow)) };
}

/** Checks everything that a run will need, and returns the price of one. */
async function measure(
  deps: ScheduleDeps,
  customer: Customer,
  { service, costPerRow, file, given, kept }: Source,
): Promise<{ price: RunPrice; columns: ColumnMapping }> {
  await requireCredentials(deps, customer, service);
  return deps.inReadingTurn({ customerId: customer.id, weightBytes: weightOf([file]) }, async () => {
    const read = await readForCustomer(deps, customer, service, { file, documents: null, given, kept });
    return { price: priceOf(read.rows, costPerRow), columns: chosenHeadings(read.columns) };
  });
}

/** Returns the price of a run before its schedule is created. Refuses whatever `createSchedule` refuses. */
export function priceOfSource(
  deps: ScheduleDeps,
  customer: Customer,
  form: ScheduleSourceForm,
  uploaded: UploadedFile | null,
): Promise<RunPrice> {
  return deps.files.incoming.withFolder(async (folder) => {
    const { price } = await measure(
      deps,
      customer,
      await sourceOf(deps, customer, form, { uploaded, folder }),
    );
    return price;
  });
}

/**
 * Returns the price of the next run of a schedule. It is computed from the stored file, because the price of a row can
 * change. Throws NOT_FOUND, NO_BILLABLE_ROWS and the errors of reading the file.
 */
export async function priceOfSchedule(deps: ScheduleDeps, customer: Customer, id: string): Promise<RunPrice> {
  const schedule = await ownSchedule(deps.db, { userId: customer.id, id });
  const service = findService(schedule.serviceId);
  if (!service) throw new DomainError('SERVICE_NOT_FOUND');
  const { costHundredths } = await offerOf(deps.db, service.id);
  return deps.files.incoming.withFolder(async (folder) => {
    const file = await fileAt(schedule.fileName, await deps.files.local(schedule.fileKey, folder));
    const kept = (schedule.columns ?? {}) as ColumnMapping;
    return deps.inReadingTurn({ customerId: customer.id, weightBytes: weightOf([file]) }, async () => {
      const read = await readForCustomer(deps, customer, service, { file, documents: null, kept });
      return priceOf(read.rows, costHundredths);
    });
  });
}

type ScheduleRequest = {
  form: ScheduleForm;
  uploaded: UploadedFile | null;
  /** A second request with the same key returns the schedule of the first. */
  idempotencyKey: string | null;
};

/** Creates a schedule. Everything a run will need is checked now, while the customer can still be informed. */
export function createSchedule(
  deps: ScheduleDeps,
  customer: Creator,
  request: ScheduleRequest,
): Promise<CreatedSchedule> {
  const { form, uploaded } = request;
  return deps.files.incoming.withFolder(async (folder) => {
    const source = await sourceOf(deps, customer, form, { uploaded, folder });
    return scheduleOf(deps, customer, request, source);
  });
}

async function scheduleOf(
  deps: ScheduleDeps,
  customer: Creator,
  { form, idempotencyKey }: ScheduleRequest,
  source: Source,
): Promise<CreatedSchedule> {
  const { columns, price } = await measure(deps, customer, source);
  const fileKey = `schedules/${randomUUID()}`;
  await deps.files.putFile(fileKey, source.file.path, 'application/octet-stream');
  const deleteFile = (): Promise<void> => deps.files.delete(fileKey);
  try {
    const schedule = await keep(deps, customer, {
      id: idempotencyKey === null ? randomUUID() : idOfKey(customer.id, idempotencyKey),
      userId: customer.id,
      serviceId: source.service.id,
      name: form.name,
      fileName: source.file.name,
      fileKey,
      columns,
      minuteOfDay: minuteOfDay(form.time),
      createdAt: deps.clock(),
    });
    if (schedule.fileKey !== fileKey) await deleteFile();
    return { schedule: scheduleView(schedule, deps.clock()), ...price };
  } catch (error) {
    await deleteFile();
    throw error;
  }
}

/**
 * Returns the same id for the same customer and key, so that a repeated request finds its schedule. It is a UUID of
 * version 8, whose contents RFC 9562 leaves to its maker.
 */
function idOfKey(userId: string, key: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([userId, key]))
    .digest('hex');
  const part = (from: number, to: number): string => digest.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}

type NewSchedule = Omit<JobSchedule, 'enabled' | 'lastRunAt' | 'lastJobId' | 'lastFailure' | 'columns'> & {
  columns: ColumnMapping;
};

/**
 * Stores the schedule together with its timer, or not at all. Returns the stored one if a request with the same key was
 * faster; throws IDEMPOTENCY_KEY_REUSED if that one was about another file.
 */
function keep(deps: ScheduleDeps, caller: SessionCaller, request: NewSchedule): Promise<JobSchedule> {
  const { id, userId, serviceId, fileName } = request;
  return deps.db.$transaction(async (tx) => {
    await lockedUser(tx, userId);
    await requireSession(tx, caller);
    const earlier = await tx.jobSchedule.findUnique({ where: { id } });
    if (earlier) {
      const isSame = earlier.serviceId === serviceId && earlier.fileName === fileName;
      if (!isSame) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
      return earlier;
    }
    if ((await tx.jobSchedule.count({ where: { userId } })) >= schedulesMax) {
      throw refusal('LIMIT_REACHED', integrationMessages.tooManySchedules({ most: schedulesMax }));
    }
    const schedule = await tx.jobSchedule.create({ data: request });
    await reach(() => deps.workflows.timers.set(schedule));
    return schedule;
  });
}

/** Lists schedules by time of day. */
export async function listSchedules(db: Database, userId: string, now: Date): Promise<ScheduleView[]> {
  const schedules = await db.jobSchedule.findMany({
    where: { userId },
    orderBy: [{ minuteOfDay: 'asc' }, { createdAt: 'asc' }],
    take: schedulesMax,
  });
  return schedules.map((schedule) => scheduleView(schedule, now));
}

async function ownSchedule(db: Database, owner: Owner): Promise<JobSchedule> {
  const schedule = await db.jobSchedule.findFirst({ where: owner });
  if (!schedule) throw new DomainError('NOT_FOUND');
  return schedule;
}

/**
 * Changes a schedule and its timer. Throws NOT_FOUND, and UNAVAILABLE if Temporal cannot be reached; then nothing has
 * changed. The schedule stays locked until its timer is set, so that two changes reach both in the same order.
 */
export async function changeSchedule(
  deps: ScheduleDeps,
  { caller, id }: { caller: SessionCaller; id: string },
  { name, time, enabled }: ChangeScheduleBody,
): Promise<ScheduleView> {
  const data = { name, enabled, minuteOfDay: time === undefined ? undefined : minuteOfDay(time) };
  const changed = await deps.db.$transaction(async (tx) => {
    await requireSession(tx, caller);
    const where = { id, userId: caller.id };
    const [schedule] = await tx.jobSchedule.updateManyAndReturn({ where, data });
    if (!schedule) throw new DomainError('NOT_FOUND');
    await reach(() => deps.workflows.timers.set(schedule));
    return schedule;
  });
  return scheduleView(changed, deps.clock());
}

/**
 * Removes a schedule with its timer and stored file. Throws NOT_FOUND, and UNAVAILABLE if Temporal cannot be reached.
 */
export async function removeSchedule(deps: ScheduleDeps, owner: Owner): Promise<void> {
  const { id, fileKey } = await ownSchedule(deps.db, owner);
  await reach(() => deps.workflows.timers.remove(id));
  await deps.db.jobSchedule.deleteMany({ where: owner });
  await deps.files.delete(fileKey);
}

async function reach(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', { cause });
  }
}

function scheduleView(schedule: JobSchedule, now: Date): ScheduleView {
  const { id, name, serviceId, fileName, enabled, lastRunAt, lastJobId, lastFailure, createdAt } = schedule;
  return {
    id,
    name,
    serviceId,
    serviceName: findService(serviceId)?.name ?? serviceId,
    fileName,
    time: timeOfDay(schedule.minuteOfDay),
    enabled,
    nextRunAt: enabled ? nextRunAfter(schedule.minuteOfDay, now).toISOString() : null,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    lastJobId,
    ...textOf('lastFailure', storedMessage(lastFailure)),
    createdAt: createdAt.toISOString(),
  };
}
