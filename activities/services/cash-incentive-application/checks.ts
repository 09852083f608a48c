/**
 * Checks the cells of a claim together: rejects what the bank would reject, and warns about what is rarely intended.
 */
import {
  incentiveSchemeLabels,
  isIncentiveScheme,
  type IncentiveScheme,
} from '#contracts/portals/incentive-rates.ts';
import { say } from '#contracts/say.ts';
import type { CellProblem, RowData } from '#services/contract.ts';
import { daysBetween, dhakaDay } from '#services/families/fields-dates.ts';
import { isNear, scaled, unscaled } from '#services/families/fields-numbers.ts';
import { isEuCountry } from '#services/families/fields-trade.ts';
import { netFobCents, valueAddition } from './figures.ts';
import { incentiveRules, schemeRules } from './rules.ts';

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
        problem: say('Freight, insurance and commission leave nothing of the invoice value.'),
        hint: say('Net FOB is the invoice value without these three.'),
      },
    ];
  if (isNear(scaled(row['net_fob']), netFob, incentiveRules.netFobToleranceCents)) return [];
  return [
    {
      column: 'net_fob',
      problem: say('Invoice value without freight, insurance and commission is {value}.', {
        value: unscaled(netFob),
      }),
      hint: say('Correct the value, or leave it empty to have it filled in.'),
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
        problem: say('The value addition is {#added} %, below {#min} %.', {
          added: unscaled(added),
          min: valueAdditionMin / 100n,
        }),
        hint: say('It is CMT and local material together, in per cent of net FOB.'),
      },
    ];
  if (isNear(scaled(row[column]), added, valueAdditionTolerance)) return [];
  return [
    {
      column,
      problem: say('CMT and local material are {#added} % of net FOB.', { added: unscaled(added) }),
      hint: say('Correct the value, or leave it empty to have it filled in.'),
    },
  ];
}

function realisationProblems(row: RowData, today: Date): CellProblem[] {
  const { realisedPercentMax, claimDaysMax } = incentiveRules;
  const problems: CellProblem[] = [];
  if (scaled(row['realised_value']) * 100n > scaled(row['invoice_value']) * realisedPercentMax)
    problems.push({
      column: 'realised_value',
      problem: say('This is more than {#max} % of the invoice value.', { max: realisedPercentMax }),
      hint: say('Only the proceeds of this invoice count.'),
    });
  const days = daysSinceRealisation(row, today);
  if (days > claimDaysMax)
    problems.push({
      column: 'realisation_date',
      problem: say('The proceeds were realised {#days} days ago.', { days }),
      hint: say('Banks take a claim within {#days} days of the realisation.', { days: claimDaysMax }),
    });
  return problems;
}

const daysSinceRealisation = ({ realisation_date = '' }: RowData, today: Date): number =>
  daysBetween(realisation_date, dhakaDay(today));

function schemeProblems(row: RowData): CellProblem[] {
  const scheme = schemeOf(row);
  const { needs, excluded } = schemeRules(scheme);
  const name = incentiveSchemeLabels[scheme];
  const problems = needs
    .filter((column) => row[column] === undefined)
    .map((column) => ({
      column,
      problem: say('This cell is empty.'),
      hint: say('A claim of "{scheme}" needs it.', { scheme: name }),
    }));
  const { destination_country: destination = '' } = row;
  if (!excluded?.countries.has(destination) && !(excluded?.eu && isEuCountry(destination))) return problems;
  const problem = say('"{scheme}" pays nothing for shipments to {country}.', {
    scheme: name,
    country: destination,
  });
  return [
    ...problems,
    { column: 'destination_country', problem, hint: say('Claim it under another scheme.') },
  ];
}

export function doubtClaim(row: RowData, today: Date): CellProblem[] {
  const doubts: CellProblem[] = [];
  const daysLeft = incentiveRules.claimDaysMax - daysSinceRealisation(row, today);
  if (daysLeft <= incentiveRules.daysLeftWarning)
    doubts.push({
      column: 'realisation_date',
      problem: say('The time for this claim ends in {#days} days.', { days: daysLeft }),
      hint: say('File it before others.'),
    });
  if (scaled(row['realised_value']) < scaled(row['invoice_value']))
    doubts.push({
      column: 'realised_value',
      problem: say('Less than the invoice value was realised.'),
      hint: say('The claim is made on net FOB; the audit may pay less.'),
    });
  if ((row['prc_date'] ?? '') < (row['realisation_date'] ?? ''))
    doubts.push({
      column: 'prc_date',
      problem: say('The PRC is older than the realisation.'),
      hint: say('Check both dates: the day comes before the month.'),
    });
  const scheme = schemeOf(row);
  const { destinations } = schemeRules(scheme);
  const { destination_country: destination = '' } = row;
  if (destinations && !destinations.has(destination))
    doubts.push({
      column: 'destination_country',
      problem: say('{country} is none of the countries of "{scheme}".', {
        country: destination,
        scheme: incentiveSchemeLabels[scheme],
      }),
      hint: say('The bank may refuse the claim.'),
    });
  return doubts;
}
