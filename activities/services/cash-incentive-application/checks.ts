/**
 * Checks the cells of a claim together: rejects what the bank would reject, and warns about what is rarely intended.
 */
import {
  incentiveSchemeName,
  isIncentiveScheme,
  type IncentiveScheme,
} from '#contracts/portals/incentive-rates.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import { fieldMessages } from '#services/families/field-messages.ts';
import type { CellProblem, RowData } from '#services/contract.ts';
import { daysBetween, dhakaDay } from '#contracts/calendar-days.ts';
import { isNear, scaled, unscaled } from '#contracts/decimals.ts';
import { isEuCountry } from '#services/families/fields-trade.ts';
import { netFobCents, valueAddition } from './figures.ts';
import { incentiveRules, schemeRules } from './rules.ts';
import { cashIncentiveApplicationMessages } from './messages.ts';

/** Returns the scheme of a validated row. Throws if the row was not validated. */
export function schemeOf({ scheme = '' }: RowData): IncentiveScheme {
  if (!isIncentiveScheme(scheme)) throw new Error(`${scheme} is no scheme.`);
  return scheme;
}

/** Fills in empty cells that can be calculated from others. */
export function completeClaim(row: RowData): RowData {
  const netFob = netFobCents(row);
  const added = valueAddition(row);
  return {
    ...(netFob > 0n ? { net_fob: unscaled(netFob) } : {}),
    ...(added === null ? {} : { value_addition_pct: unscaled(added) }),
    ...row,
  };
}

/** Returns the problems that make the claim invalid; empty if there are none. */
export function checkClaim(row: RowData, today: Date): CellProblem[] {
  return [
    ...netFobProblems(row),
    ...valueAdditionProblems(row),
    ...realisationProblems(row, today),
    ...schemeProblems(row),
  ];
}

function netFobProblems(row: RowData): CellProblem[] {
  const netFob = netFobCents(row);
  if (netFob <= 0n)
    return [
      {
        column: 'invoice_value',
        problem: cashIncentiveApplicationMessages.nothingLeft(),
        hint: cashIncentiveApplicationMessages.netFobHint(),
      },
    ];
  if (isNear(scaled(row['net_fob']), netFob, incentiveRules.netFobToleranceCents)) return [];
  return [
    {
      column: 'net_fob',
      problem: cashIncentiveApplicationMessages.otherNetFob({ value: unscaled(netFob) }),
      hint: cashIncentiveApplicationMessages.correctValue(),
    },
  ];
}

function valueAdditionProblems(row: RowData): CellProblem[] {
  const added = valueAddition(row);
  if (added === null) return [];
  const column = 'value_addition_pct';
  const { valueAdditionMin, valueAdditionTolerance } = incentiveRules;
  if (added < valueAdditionMin)
    return [
      {
        column,
        problem: cashIncentiveApplicationMessages.lowValueAddition({
          added: unscaled(added),
          min: valueAdditionMin / 100n,
        }),
        hint: cashIncentiveApplicationMessages.valueAdditionHint(),
      },
    ];
  if (isNear(scaled(row[column]), added, valueAdditionTolerance)) return [];
  return [
    {
      column,
      problem: cashIncentiveApplicationMessages.otherValueAddition({ added: unscaled(added) }),
      hint: cashIncentiveApplicationMessages.correctValue(),
    },
  ];
}

function realisationProblems(row: RowData, today: Date): CellProblem[] {
  const { realisedPercentMax, claimDaysMax } = incentiveRules;
  const problems: CellProblem[] = [];
  if (scaled(row['realised_value']) * 100n > scaled(row['invoice_value']) * realisedPercentMax)
    problems.push({
      column: 'realised_value',
      problem: cashIncentiveApplicationMessages.aboveInvoiceValue({ max: realisedPercentMax }),
      hint: cashIncentiveApplicationMessages.onlyOwnProceeds(),
    });
  const days = daysSinceRealisation(row, today);
  if (days > claimDaysMax)
    problems.push({
      column: 'realisation_date',
      problem: cashIncentiveApplicationMessages.realisedTooLongAgo({ days }),
      hint: cashIncentiveApplicationMessages.claimPeriod({ days: claimDaysMax }),
    });
  return problems;
}

const daysSinceRealisation = ({ realisation_date = '' }: RowData, today: Date): number =>
  daysBetween(realisation_date, dhakaDay(today));

function schemeProblems(row: RowData): CellProblem[] {
  const scheme = schemeOf(row);
  const { needs, excluded } = schemeRules(scheme);
  const name = incentiveSchemeName(scheme);
  const problems = needs
    .filter((column) => row[column] === undefined)
    .map((column) => ({
      column,
      problem: sheetMessages.emptyCell(),
      hint: cashIncentiveApplicationMessages.neededForScheme({ scheme: name }),
    }));
  const { destination_country: destination = '' } = row;
  if (!excluded?.countries.has(destination) && !(excluded?.eu && isEuCountry(destination))) return problems;
  const problem = cashIncentiveApplicationMessages.countryExcluded({ scheme: name, country: destination });
  return [
    ...problems,
    { column: 'destination_country', problem, hint: cashIncentiveApplicationMessages.claimOtherScheme() },
  ];
}

/** Returns warnings about a valid claim; they do not prevent it from being filed. */
export function doubtClaim(row: RowData, today: Date): CellProblem[] {
  const doubts: CellProblem[] = [];
  const daysLeft = incentiveRules.claimDaysMax - daysSinceRealisation(row, today);
  if (daysLeft <= incentiveRules.daysLeftWarning)
    doubts.push({
      column: 'realisation_date',
      problem: cashIncentiveApplicationMessages.endsSoon({ days: daysLeft }),
      hint: cashIncentiveApplicationMessages.fileFirst(),
    });
  if (scaled(row['realised_value']) < scaled(row['invoice_value']))
    doubts.push({
      column: 'realised_value',
      problem: cashIncentiveApplicationMessages.realisedLess(),
      hint: cashIncentiveApplicationMessages.paidOnNetFob(),
    });
  if ((row['prc_date'] ?? '') < (row['realisation_date'] ?? ''))
    doubts.push({
      column: 'prc_date',
      problem: cashIncentiveApplicationMessages.prcTooOld(),
      hint: fieldMessages.checkDates(),
    });
  const scheme = schemeOf(row);
  const { destinations } = schemeRules(scheme);
  const { destination_country: destination = '' } = row;
  if (destinations && !destinations.has(destination))
    doubts.push({
      column: 'destination_country',
      problem: cashIncentiveApplicationMessages.countryNotInScheme({
        country: destination,
        scheme: incentiveSchemeName(scheme),
      }),
      hint: cashIncentiveApplicationMessages.bankMayRefuse(),
    });
  return doubts;
}
