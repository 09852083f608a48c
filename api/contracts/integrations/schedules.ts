/** Schemas of the calls about schedules, which run a tracking service automatically every day. */
import { z } from 'zod';
import { DAY_MS, DHAKA_OFFSET_MS, MINUTE_MS } from '#contracts/durations.ts';
import { columnsField } from '#contracts/jobs/column-mapping.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { printable } from '#contracts/accounts/auth.ts';

/** Maximum number of schedules per customer. */
export const schedulesMax = 10;
export const scheduleNameMax = 60;
const MINUTES_PER_HOUR = 60;

/**
 * Returns whether a service can be scheduled. Only tracking benefits from running every day, and nothing that files on
 * a portal may run unattended.
 */
export function isSchedulable(service: Pick<ServiceDefinition, 'id' | 'effect' | 'category'>): boolean {
  return (
    service.effect === 'read' &&
    (service.category === 'Tracking Services' || service.id === 'ctg-port-tracking')
  );
}

const name = z
  .string('Please give the schedule a name.')
  .trim()
  .min(1, 'Please give the schedule a name.')
  .max(scheduleNameMax)
  .regex(printable, 'Please use letters, digits and punctuation only.');
/** Time of day in Asia/Dhaka. */
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:30.');

/** Fields beside the file. Instead of a file, a past job can supply the rows. */
export const scheduleSourceForm = z.object({
  serviceId: z.string().min(1).max(60).optional(),
  jobId: z.uuid().optional(),
  columns: columnsField,
});
export type ScheduleSourceForm = z.infer<typeof scheduleSourceForm>;
export const scheduleForm = scheduleSourceForm.extend({ name, time });
export type ScheduleForm = z.infer<typeof scheduleForm>;
/** Absent fields stay as they are, so that a page which was loaded earlier reverts nothing that it does not change. */
export const changeScheduleBody = z.object({ name, time, enabled: z.boolean() }).partial();
export type ChangeScheduleBody = z.infer<typeof changeScheduleBody>;
export const schedulePath = z.object({ id: z.uuid() });

/** Converts a time such as "09:30" to minutes after midnight. */
export function minuteOfDay(timeText: string): number {
  const [hours = 0, minutes = 0] = timeText.split(':').map(Number);
  return hours * MINUTES_PER_HOUR + minutes;
}

/** Converts minutes after midnight to a time such as "09:30". */
export function timeOfDay(minute: number): string {
  return [Math.floor(minute / MINUTES_PER_HOUR), minute % MINUTES_PER_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Returns the next time at which it is this minute of the day in Dhaka. */
export function nextRunAfter(minute: number, now: Date): Date {
  const localMs = now.getTime() + DHAKA_OFFSET_MS;
  const todayMs = Math.floor(localMs / DAY_MS) * DAY_MS + minute * MINUTE_MS;
  return new Date((todayMs > localMs ? todayMs : todayMs + DAY_MS) - DHAKA_OFFSET_MS);
}
