/** Guarantees of the bKash simulator's notices: signed as Amazon SNS signs, repeated, held back, or forged. */
import { createVerify, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { freePort } from '#temporal/local/ports.ts';
import { merchant } from '#tests/sandbox/bkash/merchant.ts';
import { jsonObject, startBkash, wallet } from './bkash-fixture.ts';

const untilMs = { timeout: 10_000 };
const { url, control, created, paid, balance } = await startBkash();

const snsMessage = z.looseObject({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
type Sns = z.infer<typeof snsMessage>;

describe('notices', () => {
  const received: Sns[] = [];
  const kinds: (string | undefined)[] = [];
  let refusals = 0;
  const receiver = createServer(async (request, response) => {
    kinds.push(request.headers['content-type']);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    refusals -= 1;
    if (refusals < 0) received.push(snsMessage.parse(JSON.parse(text)));
    response.writeHead(refusals < 0 ? 200 : 500).end();
  });
  let target = '';
  beforeEach(async () => {
    received.length = 0;
    refusals = 0;
    if (!receiver.listening) {
      const port = await freePort();
      await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
      target = `http://127.0.0.1:${port}/ipn`;
    }
    control.setIpn({ target });
  });
  afterEach(() => control.setIpn({ target: null }));
  afterAll(() => void receiver.close());

  const arrived = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count), untilMs);

  /** Checks the signature as a receiver does, independently of the simulator's own signing code. */
  async function isSigned(message: Sns): Promise<boolean> {
    const pem = await (await fetch(message.SigningCertURL)).text();
    const parts = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = parts
      .filter((name) => typeof message[name] === 'string')
      .map((name) => `${name}\n${String(message[name])}\n`)
      .join('');
    const verify = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(text);
    return verify.verify(new X509Certificate(pem).publicKey, message.Signature, 'base64');
  }

  test.each(['1', '2'] as const)(
    'a notice reports a completed payment and is signed with version %s',
    async (version) => {
      control.setSwitches({ signatureVersion: version });
      const { trxID } = await paid();
      await arrived(1);
      const [message] = received;
      expect(message).toMatchObject({ Type: 'Notification', SignatureVersion: version });
      expect(message && (await isSigned(message))).toBe(true);
      expect(JSON.parse(message?.Message ?? '')).toMatchObject({
        trxID,
        amount: '10',
        merchantInvoiceNumber: 'INV-1',
        debitMSISDN: `88${wallet}`,
        transactionType: '10002294',
      });
      expect(message?.Message).not.toContain('paymentID');
      expect(kinds.at(-1)).toBe('text/plain; charset=UTF-8');
    },
  );

  test('a receiver that fails gets the same notice again', async () => {
    refusals = 1;
    await paid();
    await arrived(1);
    // The simulator records a delivery only when it has received the answer.
    await vi.waitFor(() =>
      expect(control.notices()[0]?.deliveries.map(({ status }) => status)).toEqual([500, 200]),
    );
  });

  test('notices that are held back come in the order and as often as the test asks', async () => {
    control.setIpn({ held: true });
    const first = await paid();
    const second = await paid({ amount: '11', merchantInvoiceNumber: 'INV-2' });
    expect(received).toEqual([]);
    await control.deliver({ newestFirst: true });
    const trxIds = received.map(({ Message }) => jsonObject.parse(JSON.parse(Message))['trxID']);
    expect(trxIds).toEqual([second.trxID, first.trxID]);
    await control.deliver({ paymentID: first.paymentID, times: 2 });
    expect(new Set(received.slice(1).map(({ MessageId }) => MessageId)).size).toBe(1);
    expect(received).toHaveLength(4);
  });

  test('a subscription is confirmed only by its exact address', async () => {
    await control.subscribe();
    const [message] = received;
    expect(message && (await isSigned(message))).toBe(true);
    const address = message?.SubscribeURL ?? '';
    expect((await fetch(`${address}x`)).status).toBe(400);
    expect(control.isSubscribed()).toBe(false);
    expect((await fetch(address)).status).toBe(200);
    expect(control.isSubscribed()).toBe(true);
  });

  test('each forged notice is wrong in exactly one way', async () => {
    const paymentID = await created();
    await control.forge(paymentID, 'alteredBody');
    await control.forge(paymentID, 'foreignCertificate', { amount: '99' });
    await control.forge(paymentID, 'foreignTopic');
    await control.forge(paymentID, 'unsigned');
    const [altered, foreign, topic, unsigned] = received;
    if (!altered || !foreign || !topic || !unsigned) throw new Error('Four forgeries were to come.');
    expect([altered, foreign, topic, unsigned].map(({ TopicArn }) => TopicArn === merchant.topicArn)).toEqual(
      [true, true, false, true],
    );
    expect(await isSigned(altered)).toBe(false);
    expect(await isSigned(unsigned)).toBe(false);
    expect(await isSigned(topic)).toBe(true);
    // The signature fits the certificate that the message names, which is not the simulator's.
    expect(new URL(foreign.SigningCertURL).origin).not.toBe(url);
    const foreignHere = foreign.SigningCertURL.replace('localhost', '127.0.0.1');
    expect(await isSigned({ ...foreign, SigningCertURL: foreignHere })).toBe(true);
    expect(await isSigned({ ...foreign, SigningCertURL: `${url}/sns/cert.pem` })).toBe(false);
    expect(foreign.Message).toContain('"amount":"99"');
    expect(control.payment(paymentID).state).toBe('CREATED');
  });

  test('a payment by QR code moves money and belongs to no order', async () => {
    const before = balance();
    control.qrPayment({ wallet, poisha: 5_000 });
    await arrived(1);
    const message = JSON.parse(received[0]?.Message ?? '');
    expect(message).toMatchObject({ amount: '50', transactionType: '10003126' });
    expect(message).not.toHaveProperty('merchantInvoiceNumber');
    expect(balance()).toBe(Number(before) - 5_000);
    expect(control.payments()).toEqual([]);
  });
});
