/**
 * Cash Incentive Application, one row: claims by EXP → New claim → Calculate → compare → Submit → claim number and
 * documents.
 */
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { claimItems, type ClaimItem } from '#activities/portals/bank-ci/claim-items.ts';
import { refusalOf, statusOf } from '#activities/portals/bank-ci/outcomes.ts';
import {
  calculateClaim,
  figuresIn,
  readAnswer,
  submitClaim,
  type Calculation,
} from '#activities/portals/bank-ci/pages/claim-form.ts';
import { fetchClaimPdf, listClaims, openClaim } from '#activities/portals/bank-ci/pages/claims-page.ts';
import { typedText } from '#activities/portals/form-items.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import type { Message } from '#contracts/messages/message.ts';
import { correctionMessages } from '#services/families/correction-messages.ts';
import { cellOf, type Fields } from '#activities/portals/bank-ci/tools.ts';
import type { RowData } from '#services/contract.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { parseDate } from '#services/families/fields-dates.ts';
import { isNear, scaled, unscaled } from '#contracts/decimals.ts';
import { difference } from '#services/families/differences.ts';
import { foundAmong } from '#services/families/found-among.ts';
import type {
  FiledResult,
  Filing,
  FilingResult,
  Found,
  OutputValues,
  RowDocument,
  RowResult,
  RunContext,
  SubmitContext,
  SubmitRunner,
} from '#services/runner.ts';
import { schemeOf } from './checks.ts';
import { figuresOf, type ClaimFigures } from './figures.ts';
import { renderDocuments, type Claim } from './documents.ts';
import { incentiveRules } from './rules.ts';
import { cashIncentiveApplicationMessages } from './messages.ts';

/** Number of decimals at which values are compared; no field uses more. */
const COMPARED_DECIMALS = 6;
const RATE_THOUSANDTHS = 1_000;

export const cashIncentiveApplication: SubmitRunner = {
  outputColumns: ['claim_no', 'net_fob', 'rate_pct', 'claim_fc', 'claim_bdt', 'status'],
  check,
  run,
  prepare,
};

async function check([row]: Filing, { session, signal }: SubmitContext): Promise<Found> {
  const { page } = session;
  const list = (): Promise<string[]> => listClaims(page, row['exp_no'] ?? '', schemeOf(row));
  return foundAmong(await list(), {
    open: async (claimNo, index) => {
      signal.throwIfAborted();
      if (index > 0) await list();
      const fields = await openClaim(page, claimNo);
      return {
        reference: claimNo,
        differing: differences(row, fields),
        result: () => resultOf(session, row, fields),
      };
    },
    conflict: (claim, figures) => cashIncentiveApplicationMessages.claimDiffers({ claim, figures }),
  });
}

/** Returns the columns in which the claim differs from the row. Empty optional cells are not compared. */
function differences(row: RowData, fields: Fields): Message[] {
  return claimItems
    .filter((item) => {
      const text = row[item.column];
      return text !== undefined && !matchesShown(item, text, cellOf(fields, item.label));
    })
    .map(({ column, label }) =>
      difference(column, cellOf(fields, label), correctionMessages.emptyInBrackets()),
    );
}

function matchesShown({ kind }: ClaimItem, text: string, shown: string): boolean {
  if (kind !== 'number') return isSameText(typedText(kind, text), shown);
  const number = shown.replaceAll(',', '');
  return (
    /^\d+(\.\d+)?$/.test(number) && scaled(number, COMPARED_DECIMALS) === scaled(text, COMPARED_DECIMALS)
  );
}

async function run([row]: Filing, context: SubmitContext): Promise<FilingResult> {
  const { page } = context.session;
  const scheme = schemeOf(row);
  const rate = await context.incentiveRate(scheme, row['bl_date'] ?? '');
  if (rate === null) {
    const message = cashIncentiveApplicationMessages.noRateAnnounced({ day: row['bl_date'] });
    return { outcome: 'INPUT_INVALID', message };
  }
  const calculated = await calculateClaim(page, scheme, row);
  if ('words' in calculated) return refusalOf(calculated.words);
  const conflict = disagreement(calculated, figuresOf(row, rate), rate);
  if (conflict !== null) return { outcome: 'CONFLICT', message: conflict };
  await context.commit(() => submitClaim(page));
  const answer = await readAnswer(page);
  if ('words' in answer) return refusalOf(answer.words);
  return { ...(await resultOf(context.session, row, answer.fields)), outcome: 'SUCCESS' };
}

/** Makes the documents for a bank without a desk on the web. The claim number is the bank's, so it stays empty. */
async function prepare([row]: Filing, context: RunContext): Promise<RowResult> {
  const rate = await context.incentiveRate(schemeOf(row), row['bl_date'] ?? '');
  if (rate === null) {
    const message = cashIncentiveApplicationMessages.noRateAnnounced({ day: row['bl_date'] });
    return { outcome: 'INPUT_INVALID', message };
  }
  const ours = figuresOf(row, rate);
  const figures = {
    netFob: unscaled(ours.netFobCents),
    ratePercent: String(rate / RATE_THOUSANDTHS),
    claimFc: unscaled(ours.claimCents),
    claimBdt: unscaled(ours.claimPoisha),
  };
  const documents = await renderDocuments({
    row,
    claimNo: '',
    exporter: await context.exporterName(),
    claimDate: dhakaDay(new Date()),
    figures,
  });
  return {
    outcome: 'SUCCESS',
    message: cashIncentiveApplicationMessages.documentsPrepared({ amount: figures.claimBdt }),
    values: { claim_no: null, ...valuesOf(figures), status: 'PREPARED' },
    documents: pdfsOf(row, documents),
  };
}

/** Returns why the bank's figure differs from the calculated one; null if they agree to within one taka. */
function disagreement(bank: Calculation, ours: ClaimFigures, rateThousandths: number): Message | null {
  if (isNear(scaled(bank.claimBdt), ours.claimPoisha, incentiveRules.differencePoishaMax)) return null;
  const says = (claim: string, netFob: string, rate: string): Message =>
    cashIncentiveApplicationMessages.claimFigures({ claim, netFob, rate });
  const theirs = says(bank.claimBdt, bank.netFob, bank.ratePercent);
  const own = says(
    unscaled(ours.claimPoisha),
    unscaled(ours.netFobCents),
    String(rateThousandths / RATE_THOUSANDTHS),
  );
  return cashIncentiveApplicationMessages.otherAmount({ theirs, ours: own });
}

/** Builds the row's result from the claim on the current page. */
async function resultOf(session: PortalSession, row: RowData, fields: Fields): Promise<FiledResult> {
  const claimNo = cellOf(fields, 'Claim No');
  const status = statusOf(cellOf(fields, 'Status'));
  const figures = figuresIn(fields);
  const documents = await renderDocuments({
    row,
    claimNo,
    exporter: cellOf(fields, 'Exporter'),
    claimDate: dayOf(cellOf(fields, 'Claim Date')),
    figures,
  });
  return {
    message: cashIncentiveApplicationMessages.claimAtBank({
      claim: claimNo,
      amount: figures.claimBdt,
      status: cellOf(fields, 'Status'),
    }),
    portalReference: claimNo,
    values: { claim_no: claimNo, ...valuesOf(figures), status },
    documents: pdfsOf(row, documents),
    fetchDocuments: async () => pdfsOf(row, [{ name: 'claim', bytes: await fetchClaimPdf(session) }]),
  };
}

const valuesOf = ({ netFob, ratePercent, claimFc, claimBdt }: Claim['figures']): OutputValues => ({
  net_fob: Number(netFob),
  rate_pct: Number(ratePercent),
  claim_fc: Number(claimFc),
  claim_bdt: Number(claimBdt),
});

const pdfsOf = (row: RowData, files: readonly { name: string; bytes: Uint8Array }[]): RowDocument[] =>
  files.map(({ name, bytes }) => ({
    name: `CI_${row['invoice_no']}_${name}.pdf`,
    contentType: 'application/pdf',
    bytes,
  }));

function dayOf(shown: string): string {
  const day = parseDate(shown);
  if (day === null)
    throw new PortalFault('PORTAL_CHANGED', cashIncentiveApplicationMessages.notDate({ text: shown }));
  return day;
}
