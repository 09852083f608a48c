/** Refunds of a payment: the rules, the credit to the wallet, and family B's calls and answers. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';
import { invalidBody, messageOf, Refusal } from './codes.ts';
import { amountOf, dhakaTime, poishaOf } from './formats.ts';
import { freshTrxId } from './payments.ts';
import type { Family, JsonObject, Memory, Payment, Refund } from './state.ts';
import { takeLie, withLie } from './tampering.ts';

const REFUNDS_MAX = 10;
/** The old refund call works only once per payment. */
const OLD_REFUNDS_MAX = 1;
const TEXT_MAX = 255;

export type RefundInput = {
  family: Family;
  paymentID: unknown;
  trxID: unknown;
  amount: unknown;
  body: JsonObject;
};

export function refundPayment(memory: Memory, input: RefundInput): { payment: Payment; refund: Refund } {
  const { family } = input;
  const sku = neededText(input.body, 'sku');
  const reason = neededText(input.body, 'reason');
  const payment = refundable(memory, input.paymentID, input.trxID);
  const poisha = poishaOf(input.amount);
  if (poisha === null) throw new Refusal('2006');
  const earlier = refundsOf(memory, payment);
  const { refundDays } = memory.state.switches;
  if (memory.nowMs() - (payment.executedMs ?? 0) > refundDays * DAY_MS)
    throw new Refusal('2071', messageOf('2071').replace('%s', String(refundDays)));
  if (family === 'A' && earlier.length >= OLD_REFUNDS_MAX) throw new Refusal('2034');
  if (earlier.length >= REFUNDS_MAX) throw new Refusal('2074');
  if (totalOf(earlier) + poisha > payment.poisha) throw new Refusal('2026');
  if (memory.state.merchantPoisha < poisha) throw new Refusal('2023');
  return { payment, refund: payBack(memory, payment, { family, poisha, sku, reason }) };
}

function payBack(
  memory: Memory,
  payment: Payment,
  given: Pick<Refund, 'family' | 'poisha' | 'sku' | 'reason'>,
): Refund {
  const { state } = memory;
  const wallet = state.wallets[payment.wallet ?? ''];
  if (!wallet) throw new Refusal('2074');
  const refund = {
    ...given,
    paymentID: payment.paymentID,
    originalTrxID: payment.trxID ?? '',
    refundTrxID: freshTrxId(memory),
    completedMs: memory.nowMs(),
  };
  state.merchantPoisha -= refund.poisha;
  wallet.poisha += refund.poisha;
  state.refunds.push(refund);
  state.ledger.push({
    at: memory.nowIso(),
    kind: 'refund',
    wallet: payment.wallet ?? '',
    poisha: refund.poisha,
    trxID: refund.refundTrxID,
    paymentID: payment.paymentID,
  });
  return refund;
}

/** The completed payment that both numbers identify. */
export function refundable(memory: Memory, paymentId: unknown, trxId: unknown): Payment {
  if (typeof paymentId !== 'string' || typeof trxId !== 'string') throw invalidBody();
  const payment = memory.state.payments[paymentId];
  if (!payment) throw new Refusal('2002');
  if (payment.state !== 'COMPLETED') throw new Refusal('2127');
  if (payment.trxID !== trxId) throw new Refusal('2077');
  return payment;
}

export const refundsOf = (memory: Memory, payment: Payment): Refund[] =>
  memory.state.refunds.filter((refund) => refund.paymentID === payment.paymentID);

const listedRefunds = (memory: Memory, payment: Payment): Refund[] =>
  refundsOf(memory, payment).filter(({ listedMs = 0 }) => listedMs <= memory.nowMs());

const totalOf = (refunds: Refund[]): number => refunds.reduce((sum, { poisha }) => sum + poisha, 0);

/** The documentation calls the field optional, but the gateway requires it. */
function neededText(body: JsonObject, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '' || value.length > TEXT_MAX) throw invalidBody();
  return value;
}

export function refundB(memory: Memory, body: JsonObject): JsonObject {
  const { payment, refund } = refundPayment(memory, {
    family: 'B',
    paymentID: body['paymentId'],
    trxID: body['trxId'],
    amount: body['refundAmount'],
    body,
  });
  const answer = {
    originalTrxId: refund.originalTrxID,
    refundTrxId: refund.refundTrxID,
    refundTransactionStatus: 'Completed',
    originalTrxAmount: amountOf(payment.poisha),
    refundAmount: amountOf(refund.poisha),
    currency: payment.currency,
    completedTime: dhakaTime(refund.completedMs),
    sku: refund.sku,
    reason: refund.reason,
  };
  return withLie(answer, takeLie(memory, 'refund'), { status: 'refundTransactionStatus' });
}

/** Family B writes times without an offset. A lie about the list changes each refund in it. */
export function refundStatusB(memory: Memory, body: JsonObject): JsonObject {
  const payment = refundable(memory, body['paymentId'], body['trxId']);
  const listed = listedRefunds(memory, payment);
  if (listed.length === 0 && memory.state.switches.noRefunds === 'refused') throw new Refusal('2033');
  const lie = takeLie(memory, 'refundStatus');
  return {
    originalTrxId: payment.trxID,
    originalTrxAmount: amountOf(payment.poisha),
    originalTrxCompletedTime: dhakaTime(payment.executedMs ?? 0),
    refundTransactions: listed.map((refund) =>
      withLie(
        {
          refundTrxId: refund.refundTrxID,
          refundTransactionStatus: 'Completed',
          refundAmount: amountOf(refund.poisha),
          completedTime: dhakaTime(refund.completedMs),
        },
        lie,
        { status: 'refundTransactionStatus' },
      ),
    ),
  };
}
