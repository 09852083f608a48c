/**
 * Rates of the export cash incentive by scheme and day of shipment, maintained by administrators and used by claims.
 */
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '#contracts/errors.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import { limits } from '#contracts/limits.ts';
import {
  incentiveSchemeName,
  isIncentiveScheme,
  type RateValues,
} from '#contracts/portals/incentive-rates.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { incentiveRateMessages } from '#contracts/portals/rate-messages.ts';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { ServiceDefinition, RateKey } from '#services/contract.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import type { Intake, IntakeRow, RowProblem } from '#api/domain/jobs/intake/types.ts';

const THOUSANDTHS = 1_000;

type StoredRate = { id: string; scheme: string; rate: number; validFrom: Date; validTo: Date | null };

/** Lists the rates, newest period first. */
export async function listRates(db: Database): Promise<IncentiveRate[]> {
  const rates = await db.incentiveRate.findMany({
    orderBy: [{ validFrom: 'desc' }, { scheme: 'asc' }],
    take: limits.incentiveRatesListMax,
  });
  return rates.map(rateView);
}

/** Who changes a rate and why; null during the setup of the stack. */
type By = { adminId: string; reason: string } | null;

/**
 * Adds a rate and records it in the audit log. Throws RATE_OVERLAPS if the scheme has a rate for one of its days.
 */
export function addRate(db: Database, request: RateValues, by: By): Promise<IncentiveRate> {
  return db.$transaction(async (tx) => {
    await lockRates(tx);
    await requireFreeDays(tx, request, null);
    const rate = rateView(await tx.incentiveRate.create({ data: stored(request) }));
    await record(tx, by, { action: 'incentive rate added', before: null, after: rate });
    return rate;
  });
}

/**
 * Changes a rate and records it in the audit log. Throws NOT_FOUND, CHANGED_MEANWHILE if it is no longer as it is `known`,
 * and RATE_OVERLAPS as `addRate` does.
 */
export function changeRate(
  db: Database,
  id: string,
  { known, ...request }: RateValues & { known?: RateValues | undefined },
  by: By,
): Promise<IncentiveRate> {
  return db.$transaction(async (tx) => {
    await lockRates(tx);
    const before = await requireKnownRate(tx, id, known);
    await requireFreeDays(tx, request, id);
    const rate = rateView(await tx.incentiveRate.update({ where: { id }, data: stored(request) }));
    await record(tx, by, { action: 'incentive rate changed', before, after: rate });
    return rate;
  });
}

/**
 * Removes a rate, records it in the audit log and returns it. Throws NOT_FOUND, and CHANGED_MEANWHILE if it is no longer
 * as it is `known`.
 */
export function removeRate(
  db: Database,
  id: string,
  known: RateValues | undefined,
  by: By,
): Promise<IncentiveRate> {
  return db.$transaction(async (tx) => {
    await lockRates(tx);
    await requireKnownRate(tx, id, known);
    const rate = rateView(await tx.incentiveRate.delete({ where: { id } }));
    await record(tx, by, { action: 'incentive rate removed', before: rate, after: null });
    return rate;
  });
}

async function requireKnownRate(
  tx: Transaction,
  id: string,
  known: RateValues | undefined,
): Promise<IncentiveRate> {
  const rate = await requireRate(tx, id);
  if (known && !isDeepStrictEqual({ id, ...known }, rate)) throw new DomainError('CHANGED_MEANWHILE');
  return rate;
}

async function record(
  tx: Transaction,
  by: By,
  change: { action: string; before: IncentiveRate | null; after: IncentiveRate | null },
): Promise<void> {
  if (!by) return;
  const values = (rate: IncentiveRate | null) => {
    if (!rate) return null;
    const { scheme, ratePercent, validFrom, validTo } = rate;
    return { scheme, ratePercent, validFrom, validTo };
  };
  const { action, before, after } = change;
  const subject = `incentive-rate/${(after ?? before)?.id ?? ''}`;
  await recordChange(tx, { ...by, action, subject, before: values(before), after: values(after) });
}

/** Returns the rate in thousandths of a percent for a shipment of that day; null if no rate is announced. */
export async function rateOn(db: Database, scheme: string, day: string): Promise<number | null> {
  const shipped = dateOf(day);
  const rate = await db.incentiveRate.findFirst({
    where: {
      scheme,
      validFrom: { lte: shipped },
      OR: [{ validTo: null }, { validTo: { gte: shipped } }],
    },
    orderBy: { validFrom: 'desc' },
  });
  return rate?.rate ?? null;
}

/** Refuses rows whose claim has no rate, before anything is paid for them. */
export async function refuseWithoutRate(
  db: Database,
  { input }: Pick<ServiceDefinition, 'input'>,
  intake: Intake,
): Promise<Intake> {
  const rateOf = input.kind === 'sheet' ? input.rateOf : undefined;
  if (!rateOf) return intake;
  const rates = await listRates(db);
  const problems: RowProblem[] = [];
  const rows = intake.rows.map((row): IntakeRow => {
    const key = row.data && rateOf(row.data);
    if (!key || rates.some((rate) => covers(rate, key))) return row;
    problems.push({ row: row.rowNumber, column: key.column, ...missingRate(key) });
    return { ...row, data: null, naturalKey: null };
  });
  const all = [...intake.problems, ...problems].sort((a, b) => a.row - b.row);
  return { ...intake, rows, problems: all };
}

function covers({ scheme, validFrom, validTo }: IncentiveRate, key: RateKey): boolean {
  return scheme === key.scheme && validFrom <= key.day && (validTo === null || key.day <= validTo);
}

function missingRate({ scheme, day }: RateKey): Pick<RowProblem, 'problem' | 'hint'> {
  const name = isIncentiveScheme(scheme) ? incentiveSchemeName(scheme) : scheme;
  return {
    problem: sheetMessages.noRateAnnounced({ scheme: name, day }),
    hint: sheetMessages.noRateHint(),
  };
}

/** Makes the second of two concurrent changes see the first. */
async function lockRates(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE incentive_rates IN SHARE ROW EXCLUSIVE MODE`;
}

/** Throws if the days overlap another rate of the scheme. The caller holds the lock. */
async function requireFreeDays(tx: Transaction, request: RateValues, ownId: string | null): Promise<void> {
  const { scheme, validFrom, validTo } = request;
  const taken = await tx.incentiveRate.findFirst({
    where: {
      scheme,
      ...(ownId === null ? {} : { id: { not: ownId } }),
      ...(validTo === null ? {} : { validFrom: { lte: dateOf(validTo) } }),
      OR: [{ validTo: null }, { validTo: { gte: dateOf(validFrom) } }],
    },
    orderBy: { validFrom: 'asc' },
  });
  if (!taken) return;
  const { validFrom: from, validTo: to, ratePercent: percent } = rateView(taken);
  throw refusal(
    'RATE_OVERLAPS',
    to === null
      ? incentiveRateMessages.overlapsOpen({ percent, from })
      : incentiveRateMessages.overlaps({ percent, from, to }),
  );
}

async function requireRate(tx: Transaction, id: string): Promise<IncentiveRate> {
  const rate = await tx.incentiveRate.findUnique({ where: { id } });
  if (!rate) throw refusal('NOT_FOUND', incentiveRateMessages.gone());
  return rateView(rate);
}

function stored({ scheme, ratePercent, validFrom, validTo }: RateValues): Omit<StoredRate, 'id'> {
  return {
    scheme,
    rate: Math.round(ratePercent * THOUSANDTHS),
    validFrom: dateOf(validFrom),
    validTo: validTo === null ? null : dateOf(validTo),
  };
}

function rateView({ id, scheme, rate, validFrom, validTo }: StoredRate): IncentiveRate {
  if (!isIncentiveScheme(scheme)) throw new Error(`The rate ${id} is of the unknown scheme ${scheme}.`);
  return {
    id,
    scheme,
    ratePercent: rate / THOUSANDTHS,
    validFrom: dayOf(validFrom),
    validTo: validTo && dayOf(validTo),
  };
}

/** The column stores days as midnight UTC. */
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
