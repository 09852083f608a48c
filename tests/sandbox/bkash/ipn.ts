/** Payment notices (IPN): created for every completed payment, then delivered, held back, repeated or forged. */
import { randomBytes, randomUUID } from 'node:crypto';
import { compactTime, newTrxId, plainAmountOf } from './formats.ts';
import { merchant } from './merchant.ts';
import { debit } from './payments.ts';
import { foreignKey, postMessage, signMessage, type SnsMessage } from './sns.ts';
import type { JsonObject, Memory, Notice, Payment } from './state.ts';

/** SNS keeps trying for days; here the attempts end after the last of these delays. */
const RETRY_MS = [500, 2_000, 10_000, 60_000];
const NOTICES_MAX = 2_000;
const API_PAYMENT = '10002294';
const QR_PAYMENT = '10003126';

export const forgeries = ['alteredBody', 'foreignCertificate', 'foreignTopic', 'unsigned'] as const;
export type Forgery = (typeof forgeries)[number];
export type Delivery = { messageId: string; status: number | null };

export type Ipn = ReturnType<typeof createIpn>;

export function createIpn(memory: Memory, later: (ms: number, work: () => void) => void) {
  const { state } = memory;

  /** Delivers at once, unless notices are held back or there is no target. */
  const announce = (notice: Notice): Notice => {
    state.ipn.notices.push(notice);
    if (state.ipn.notices.length > NOTICES_MAX) state.ipn.notices.shift();
    if (!state.ipn.held) later(0, () => void attempt(notice, 0));
    return notice;
  };
  const attempt = async (notice: Notice, tries: number): Promise<void> => {
    // A reset or a test may have removed the notice or the address meanwhile.
    if (state.ipn.target === null || !state.ipn.notices.includes(notice)) return;
    const { status } = await deliver(notice);
    const waitMs = RETRY_MS[tries];
    if (!isTaken(status) && waitMs !== undefined) later(waitMs, () => void attempt(notice, tries + 1));
  };
  const deliver = async (notice: Notice): Promise<Delivery> => {
    const status = await postMessage(target(), signMessage(notification(memory, notice)));
    notice.deliveries.push({ at: new Date().toISOString(), status });
    memory.changed();
    return { messageId: notice.messageId, status };
  };
  const target = (): string => {
    if (state.ipn.target === null) throw new Error('No address for notices is set.');
    return state.ipn.target;
  };

  return {
    /** After a restart, resumes notices that no receiver has accepted yet. */
    resume: (): void => {
      if (state.ipn.held) return;
      const waiting = state.ipn.notices.filter(
        ({ deliveries }) => !deliveries.some(({ status }) => isTaken(status)),
      );
      for (const notice of waiting) later(0, () => void attempt(notice, 0));
    },
    completed: (payment: Payment, base: string): Notice =>
      announce(
        noticeOf(memory, base, {
          wallet: payment.wallet ?? '',
          poisha: payment.poisha,
          trxID: payment.trxID ?? '',
          paymentID: payment.paymentID,
          invoice: payment.invoice,
          type: API_PAYMENT,
        }),
      ),
    /** A payment at the merchant's QR code: money that belongs to no order. */
    qrPayment: (
      base: string,
      paid: { wallet: string; poisha: number; invoice?: string | undefined },
    ): Notice => {
      const trxID = debit(memory, paid.wallet, paid.poisha, null);
      return announce(noticeOf(memory, base, { ...paid, trxID, paymentID: null, type: QR_PAYMENT }));
    },
    /** Asks the receiver to confirm the subscription. */
    subscribe: async (base: string): Promise<Delivery> => {
      const token = randomBytes(64).toString('hex');
      state.ipn.token = token;
      state.ipn.subscribed = false;
      const message = signMessage({
        ...envelope(memory, base),
        Type: 'SubscriptionConfirmation',
        MessageId: randomUUID(),
        Message: `You have chosen to subscribe to the topic ${merchant.topicArn}.`,
        Timestamp: new Date().toISOString(),
        Token: token,
        SubscribeURL: `${base}/sns/subscribe?Action=ConfirmSubscription&Token=${token}`,
      });
      return { messageId: message.MessageId, status: await postMessage(target(), message) };
    },
    confirm: (token: string | undefined): boolean => {
      if (token === undefined || token !== state.ipn.token) return false;
      state.ipn.subscribed = true;
      return true;
    },
    deliver,
    /** An attacker's notice for a payment in any state; it is never kept. */
    forge: async (
      base: string,
      payment: Payment,
      forgery: Forgery,
      claims: JsonObject,
    ): Promise<Delivery> => {
      const notice = noticeOf(memory, base, {
        wallet: payment.wallet ?? '01700000000',
        poisha: payment.poisha,
        trxID: payment.trxID ?? newTrxId(memory.nowMs()),
        paymentID: payment.paymentID,
        invoice: payment.invoice,
        type: API_PAYMENT,
      });
      const message = forged(notification(memory, notice), forgery, { ...notice.message, ...claims });
      return { messageId: message.MessageId, status: await postMessage(target(), message) };
    },
  };
}

const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

type Paid = {
  wallet: string;
  poisha: number;
  trxID: string;
  paymentID: string | null;
  invoice?: string | undefined;
  type: string;
};

/** The notice does not name the paymentID. */
function noticeOf(memory: Memory, base: string, paid: Paid): Notice {
  return {
    messageId: randomUUID(),
    timestamp: new Date().toISOString(),
    trxID: paid.trxID,
    paymentID: paid.paymentID,
    base,
    deliveries: [],
    message: {
      dateTime: compactTime(memory.nowMs()),
      debitMSISDN: `88${paid.wallet}`,
      creditOrganizationName: merchant.name,
      creditShortCode: merchant.shortCode,
      trxID: paid.trxID,
      transactionStatus: 'Completed',
      transactionType: paid.type,
      amount: plainAmountOf(paid.poisha),
      currency: 'BDT',
      ...(paid.invoice === undefined ? {} : { merchantInvoiceNumber: paid.invoice }),
    },
  };
}

const envelope = (memory: Memory, base: string) => ({
  TopicArn: merchant.topicArn,
  SignatureVersion: memory.state.switches.signatureVersion,
  SigningCertURL: `${base}/sns/cert.pem`,
});

function notification(memory: Memory, notice: Notice): Omit<SnsMessage, 'Signature'> {
  return {
    ...envelope(memory, notice.base),
    Type: 'Notification',
    MessageId: notice.messageId,
    Message: JSON.stringify(notice.message),
    Timestamp: notice.timestamp,
    UnsubscribeURL: `${notice.base}/sns/unsubscribe`,
  };
}

function forged(honest: Omit<SnsMessage, 'Signature'>, forgery: Forgery, claims: JsonObject): SnsMessage {
  const claimed = { ...honest, Message: JSON.stringify(claims) };
  switch (forgery) {
    case 'alteredBody': {
      const altered = JSON.stringify({ amount: '999999', ...claims, trxID: newTrxId(Date.now()) });
      return { ...signMessage(honest), Message: altered };
    }
    case 'foreignCertificate':
      return signMessage({ ...claimed, SigningCertURL: foreignUrl(honest.SigningCertURL) }, foreignKey);
    case 'foreignTopic':
      return signMessage({ ...claimed, TopicArn: `${merchant.topicArn}9` });
    case 'unsigned':
      return { ...claimed, Signature: '' };
  }
}

/** Another host that does serve the certificate used for the signature. */
function foreignUrl(certificateUrl: string): string {
  const url = new URL(certificateUrl.replace(/cert\.pem$/, 'foreign.pem'));
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.href;
}
