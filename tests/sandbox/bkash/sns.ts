/** Messages as Amazon SNS signs and posts them, with the simulator's own key and certificate. */
import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { merchant } from './merchant.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.pem`, import.meta.url), 'utf8');

export const signingKey = fixture('sns-key');
export const signingCertificate = fixture('sns-cert');
/** A key and certificate that do not belong to Amazon, for forged messages. */
export const foreignKey = fixture('foreign-key');
export const foreignCertificate = fixture('foreign-cert');

const signedFields = {
  Notification: ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'],
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
const digests = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' } as const;

export type SnsMessage = {
  Type: keyof typeof signedFields;
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: keyof typeof digests;
  SigningCertURL: string;
  Signature: string;
  Token?: string;
  SubscribeURL?: string;
  UnsubscribeURL?: string;
};

export function signMessage(message: Omit<SnsMessage, 'Signature'>, key = signingKey): SnsMessage {
  const text = signedFields[message.Type]
    .map((field) => (message[field] === undefined ? '' : `${field}\n${message[field]}\n`))
    .join('');
  const signature = createSign(digests[message.SignatureVersion]).update(text, 'utf8').sign(key, 'base64');
  return { ...message, Signature: signature };
}

const POST_TIMEOUT_MS = 10_000;

/** The receiver's HTTP status; null when it could not be reached in time. */
export async function postMessage(target: string, message: SnsMessage): Promise<number | null> {
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain; charset=UTF-8',
        'x-amz-sns-message-type': message.Type,
        'x-amz-sns-message-id': message.MessageId,
        'x-amz-sns-topic-arn': merchant.topicArn,
        'user-agent': 'Amazon Simple Notification Service Agent',
      },
      body: JSON.stringify(message),
      redirect: 'manual',
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
