/** A payment's path from its creation through the payer's page to the debit, which happens only at execute. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';
import { invalidBody, messageOf, Refusal, type Code } from './codes.ts';
import { newHash, newPaymentId, newSignature, newTrxId, poishaOf, returnUrl } from './formats.ts';
import type { JsonObject, Memory, Payment, PaymentState } from './state.ts';

const LIFE_MS = DAY_MS;
const TEXT_MAX = 255;
const CHECKOUT = '0011';
const AGREEMENT_MODES = ['0000', '0001'];
const required = [
  'mode',
  'payerReference',
  'callbackURL',
  'amount',
  'currency',
  'intent',
  'merchantInvoiceNumber',
] as const;

export const openStates: readonly PaymentState[] = ['CREATED', 'WALLET_OK', 'OTP_OK'];

export function createPayment(memory: Memory, body: JsonObject): Payment {
  const { state } = memory;
  const order = readOrder(body);
  const isReused = Object.values(state.payments).some(({ invoice }) => invoice === order.invoice);
  if (state.switches.uniqueInvoices && isReused) throw new Refusal('2029');
  const createdMs = memory.nowMs();
  const payment: Payment = {
    ...order,
    paymentID: newPaymentId(order.mode, createdMs),
    state: 'CREATED',
    signature: newSignature(),
    hash: newHash(),
    createdMs,
    wallet: null,
    otpSentMs: 0,
    otpSends: 0,
    wrongOtps: 0,
    verified: false,
    executedMs: null,
    trxID: null,
    failureCode: null,
  };
  state.payments[payment.paymentID] = payment;
  return payment;
}

function readOrder(body: JsonObject) {
  const texts = Object.fromEntries(required.map((name) => [name, body[name]]));
  const text = (name: (typeof required)[number]): string => {
    const value = texts[name];
    if (typeof value !== 'string') throw invalidBody();
    return value;
  };
  if (required.some((name) => texts[name] === undefined || texts[name] === null)) throw new Refusal('2065');
  const poisha = poishaOf(texts['amount']);
  if (poisha === null) throw new Refusal('2006');
  const mode = text('mode');
  if (mode !== CHECKOUT) throw new Refusal(AGREEMENT_MODES.includes(mode) ? '2064' : '2063');
  const payerReference = text('payerReference');
  if (payerReference === '' || payerReference.length > TEXT_MAX) throw new Refusal('2048');
  const callbackUrl = text('callbackURL');
  if (!/^https?:\/\//.test(callbackUrl) || !URL.canParse(callbackUrl)) throw new Refusal('2049');
  const currency = text('currency');
  if (currency !== 'BDT') throw new Refusal('2007');
  const intent = text('intent');
  if (intent !== 'sale') throw new Refusal('2008');
  const invoice = text('merchantInvoiceNumber');
  if (invoice === '' || invoice.length > TEXT_MAX || /[<>&]/.test(invoice)) throw new Refusal('2031');
  return { mode, payerReference, callbackUrl, amount: text('amount'), poisha, currency, intent, invoice };
}

export function findPayment(memory: Memory, paymentId: unknown): Payment {
  const payment = typeof paymentId === 'string' ? memory.state.payments[paymentId] : undefined;
  if (!payment) throw new Refusal('2002');
  const mayExpire = payment.state === 'APPROVED' || openStates.includes(payment.state);
  if (mayExpire && memory.nowMs() - payment.createdMs >= LIFE_MS) payment.state = 'EXPIRED';
  return payment;
}

/** The call was accepted; its commit is still to come. */
export function beginExecute(memory: Memory, payment: Payment): void {
  if (findPayment(memory, payment.paymentID).state === 'APPROVED') payment.state = 'EXECUTING';
}

export function executePayment(memory: Memory, payment: Payment, isLate = false): void {
  if (isLate && payment.state === 'EXECUTING') payment.state = 'APPROVED';
  if (payment.state === 'COMPLETED' || payment.state === 'EXECUTING')
    throw new Refusal(memory.state.switches.alreadyCode);
  if (payment.state !== 'APPROVED' || payment.wallet === null) throw new Refusal('2056');
  const trouble = duplicateCode(memory, payment) ?? walletTrouble(memory, payment.wallet, payment.poisha);
  if (trouble) {
    payment.state = 'EXEC_FAILED';
    payment.failureCode = trouble;
    throw new Refusal(trouble);
  }
  payment.state = 'COMPLETED';
  payment.executedMs = memory.nowMs();
  payment.trxID = debit(memory, payment.wallet, payment.poisha, payment.paymentID);
}

function duplicateCode(memory: Memory, payment: Payment): Code | null {
  const { duplicateWindowMs } = memory.state.switches;
  const isRepeated = Object.values(memory.state.payments).some(
    (other) =>
      other.wallet === payment.wallet &&
      other.poisha === payment.poisha &&
      other.executedMs !== null &&
      memory.nowMs() - other.executedMs < duplicateWindowMs,
  );
  return isRepeated ? '2029' : null;
}

export function walletTrouble(memory: Memory, msisdn: string, poisha: number): '2037' | '2023' | null {
  const wallet = memory.state.wallets[msisdn];
  if (!wallet || wallet.blocked) return '2037';
  return wallet.poisha < poisha ? '2023' : null;
}

/** Moves the money and returns the transaction's number. */
export function debit(memory: Memory, msisdn: string, poisha: number, paymentID: string | null): string {
  const { state } = memory;
  const wallet = state.wallets[msisdn];
  if (!wallet) throw new Error(`No wallet ${msisdn}.`);
  wallet.poisha -= poisha;
  state.merchantPoisha += poisha;
  const trxID = freshTrxId(memory);
  state.ledger.push({ at: memory.nowIso(), kind: 'debit', wallet: msisdn, poisha, trxID, paymentID });
  return trxID;
}

/** A collision has a probability of about 1 in 36^7, so one further try is enough. */
export function freshTrxId(memory: Memory): string {
  const trxID = newTrxId(memory.nowMs());
  return memory.state.ledger.some((entry) => entry.trxID === trxID) ? newTrxId(memory.nowMs()) : trxID;
}

export type ReturnStatus = 'success' | 'failure' | 'cancel';

/** As the answer to create states it: without the version, which only the redirect adds. */
export function resultUrl(memory: Memory, payment: Payment, status: ReturnStatus): string {
  const { signature: isSigned } = memory.state.switches;
  return returnUrl(payment.callbackUrl, {
    paymentID: payment.paymentID,
    status,
    ...(isSigned ? { signature: payment.signature } : {}),
  });
}

export const redirectUrl = (memory: Memory, payment: Payment, status: ReturnStatus): string =>
  returnUrl(resultUrl(memory, payment, status), { apiVersion: '1.2.0-beta/' });

export const failureWords = (payment: Payment): string => messageOf(payment.failureCode ?? '2003');
