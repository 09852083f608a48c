/**
 * Verifies payment notifications that Amazon SNS delivers. They are accepted only with Amazon's signature and from our
 * own topic.
 */
import { createVerify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { textOf, parseObject } from './envelopes.ts';
import { dateFromBkash, poishaFromAmount } from './formats.ts';
import { redactObject } from './redact.ts';
import type { JsonObject } from './types.ts';

/**
 * A notification contains no paymentID: its payment is found by invoice, then by trxID, and queried before the
 * notification is believed.
 */
export type IpnPayment = {
  trxId: string;
  invoice: string | null;
  /** The value of the sale, including a coupon. */
  amountPoisha: bigint;
  currency: string | null;
  rawStatus: string | null;
  transactionType: string | null;
  completedAt: Date | null;
  /** The notification as received, with secrets removed and wallet numbers masked. */
  body: JsonObject;
};

export type IpnVerdict =
  | { type: 'Notification'; messageId: string; payment: IpnPayment }
  | { type: 'SubscriptionConfirmation'; subscribeUrl: string }
  /** `temporary`: a later delivery may succeed, so the response must not be a 4xx, which would end the retries. */
  | { rejected: string; temporary: boolean };

export type IpnTrust = {
  topicArn: string;
  /**
   * Returns the PEM of the certificate at an address that was already found trustworthy; throws if it cannot be
   * fetched.
   */
  fetchCertificate: (url: string) => Promise<string>;
  /** Origin that replaces Amazon's, such as http://127.0.0.1:4100; plain http is allowed on this machine only. */
  certificateHost?: string | undefined;
  now?: () => Date;
};

/** SNS delivers at most 256 KB; a payment notification has about 0.5 KB. */
const IPN_MAX_BYTES = 64 * 1024;
const AMAZON_SNS = /^sns\.[a-z0-9-]{3,}\.amazonaws\.com(\.cn)?$/;

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
} as const;

const digestByVersion = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' } as const;

const snsEnvelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation']),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().optional(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64(),
  SigningCertURL: z.string(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
type SnsEnvelope = z.infer<typeof snsEnvelope>;

const rejected = (reason: string, temporary = false): IpnVerdict => ({ rejected: reason, temporary });

/**
 * Verifies the signature and origin of a message from SNS and parses it. An invalid message is returned as `rejected`,
 * not thrown.
 */
export async function verifyIpn(rawBody: string, headers: Headers, trust: IpnTrust): Promise<IpnVerdict> {
  if (Buffer.byteLength(rawBody) > IPN_MAX_BYTES) return rejected('too large');
  const parsed = snsEnvelope.safeParse(parseObject(rawBody));
  if (!parsed.success) return rejected('not a message of Amazon SNS');
  const message = parsed.data;
  if (headers.get('x-amz-sns-message-type') !== message.Type)
    return rejected('the type differs from its header');
  if (message.TopicArn !== trust.topicArn) return rejected('another topic');
  if (!isTrusted(message.SigningCertURL, trust.certificateHost) || !isPem(message.SigningCertURL))
    return rejected('a certificate from elsewhere');

  const pem = await trust.fetchCertificate(message.SigningCertURL).catch(() => null);
  if (pem === null) return rejected('the certificate could not be fetched', true);
  const certificate = parseCertificate(pem);
  if (!certificate) return rejected('not a certificate');
  if (!isValidAt(certificate, trust.now?.() ?? new Date()))
    return rejected('the certificate is not valid now');
  if (!isSignedBy(message, certificate)) return rejected('the signature is wrong');
  return message.Type === 'Notification'
    ? readNotification(message)
    : readConfirmation(message, trust.certificateHost);
}

function isTrusted(address: string, certificateHost: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  if (certificateHost === undefined)
    return url.protocol === 'https:' && url.port === '' && AMAZON_SNS.test(url.hostname);
  const isSafe = url.protocol === 'https:' || ['127.0.0.1', 'localhost'].includes(url.hostname);
  return isSafe && url.origin === new URL(certificateHost).origin;
}

const isPem = (address: string): boolean => new URL(address).pathname.endsWith('.pem');

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

const isValidAt = (certificate: X509Certificate, now: Date): boolean =>
  new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo);

function isSignedBy(message: SnsEnvelope, certificate: X509Certificate): boolean {
  const { publicKey } = certificate;
  if (publicKey.asymmetricKeyType !== 'rsa') return false;
  const text = signedFields[message.Type]
    .map((field) => ({ field, value: message[field] }))
    .map(({ field, value }) => (value === undefined ? '' : `${field}\n${value}\n`))
    .join('');
  const verifier = createVerify(digestByVersion[message.SignatureVersion]).update(text, 'utf8');
  return verifier.verify(publicKey, message.Signature, 'base64');
}

function readConfirmation(message: SnsEnvelope, certificateHost: string | undefined): IpnVerdict {
  const { SubscribeURL: subscribeUrl } = message;
  if (subscribeUrl === undefined || !isTrusted(subscribeUrl, certificateHost))
    return rejected('a confirmation to elsewhere');
  return { type: 'SubscriptionConfirmation', subscribeUrl };
}

function readNotification(message: SnsEnvelope): IpnVerdict {
  const body = parseObject(message.Message);
  const trxId = body && textOf(body, 'trxID', 'trxId');
  const amountPoisha = body && poishaFromAmount(textOf(body, 'saleAmount', 'amount'));
  if (!body || !trxId || amountPoisha === null) return rejected('not a payment notice');
  const payment: IpnPayment = {
    trxId,
    invoice: textOf(body, 'merchantInvoiceNumber'),
    amountPoisha,
    currency: textOf(body, 'currency'),
    rawStatus: textOf(body, 'transactionStatus'),
    transactionType: textOf(body, 'transactionType'),
    completedAt: dateFromBkash(textOf(body, 'dateTime')),
    body: redactObject(body, []),
  };
  return { type: 'Notification', messageId: message.MessageId, payment };
}
