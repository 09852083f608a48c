/** Payment notices: anything without Amazon's signature on the platform's own topic is rejected, the rest is read. */
import { createSign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { createCertificateFetch } from '#api/adapters/bkash/certificates.ts';
import { verifyIpn, type IpnTrust } from '#api/adapters/bkash/ipn.ts';
import { createIdentity } from './self-signed.ts';

const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const amazon = createIdentity({ from: daysFromNow(-1), to: daysFromNow(1) });
const stranger = createIdentity({ from: daysFromNow(-1), to: daysFromNow(1) });
const topicArn = 'arn:aws:sns:ap-southeast-1:123456789012:bpt_01700000000';
const certificateUrl = 'https://sns.ap-southeast-1.amazonaws.com/SimpleNotificationService-1.pem';

const trust = (given: Partial<IpnTrust> = {}): IpnTrust => ({
  topicArn,
  fetchCertificate: async () => amazon.certificate,
  ...given,
});

const paymentNotice = {
  dateTime: '20251102142902',
  debitMSISDN: '8801619777283',
  creditOrganizationName: 'Chalan',
  creditShortCode: '50022',
  trxID: 'CK250NROQ5',
  transactionStatus: 'Completed',
  transactionType: '10002294',
  amount: '100',
  currency: 'BDT',
  merchantInvoiceNumber: 'INV-1',
};

type Message = Record<string, string>;
const notification = (given: Message = {}): Message => ({
  Type: 'Notification',
  MessageId: 'm-1',
  TopicArn: topicArn,
  Message: JSON.stringify(paymentNotice),
  Timestamp: '2025-11-02T08:29:05.000Z',
  SignatureVersion: '1',
  SigningCertURL: certificateUrl,
  UnsubscribeURL: 'https://sns.ap-southeast-1.amazonaws.com/?Action=Unsubscribe',
  ...given,
});
const confirmation = (given: Message = {}): Message =>
  notification({
    Type: 'SubscriptionConfirmation',
    Message: 'You have chosen to subscribe.',
    Token: 't-1',
    SubscribeURL: 'https://sns.ap-southeast-1.amazonaws.com/?Action=ConfirmSubscription',
    ...given,
  });

// Written out here, not taken from the code under test.
const signedText = (message: Message): string =>
  (message['Type'] === 'Notification'
    ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
    : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  )
    .filter((key) => message[key] !== undefined)
    .map((key) => `${key}\n${message[key]}\n`)
    .join('');

function signed(message: Message, by = amazon): Message {
  const digest = message['SignatureVersion'] === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
  const signature = createSign(digest).update(signedText(message), 'utf8').sign(by.privateKey, 'base64');
  return { ...message, Signature: signature };
}

const verify = (message: Message, given: Partial<IpnTrust> = {}) =>
  verifyIpn(
    JSON.stringify(message),
    new Headers({ 'x-amz-sns-message-type': message['Type'] ?? '' }),
    trust(given),
  );
const rejection = (rejected: string) => ({ rejected, temporary: false });

describe('a notice is rejected', () => {
  it('a notice is rejected if it is not a message of SNS or too large to be one', async () => {
    const headers = new Headers({ 'x-amz-sns-message-type': 'Notification' });
    for (const body of ['', '{}', '[]', 'null', '<xml/>', JSON.stringify(notification())])
      expect(await verifyIpn(body, headers, trust())).toEqual(rejection('not a message of Amazon SNS'));
    const large = signed(notification({ Message: 'x'.repeat(70_000) }));
    expect(await verify(large)).toEqual(rejection('too large'));
  });

  it('a notice is rejected if its type differs from its header or ends the subscription', async () => {
    const body = JSON.stringify(signed(notification()));
    for (const headers of [
      new Headers(),
      new Headers({ 'x-amz-sns-message-type': 'SubscriptionConfirmation' }),
    ])
      expect(await verifyIpn(body, headers, trust())).toEqual(rejection('the type differs from its header'));
    expect(await verify(signed(confirmation({ Type: 'UnsubscribeConfirmation' })))).toEqual(
      rejection('not a message of Amazon SNS'),
    );
  });

  it('a notice is rejected if it comes from another topic, whoever signed it', async () => {
    const message = signed(notification({ TopicArn: `${topicArn}1` }));
    expect(await verify(message)).toEqual(rejection('another topic'));
  });

  it.each([
    'http://sns.ap-southeast-1.amazonaws.com/a.pem',
    'https://sns.ap-southeast-1.amazonaws.com.evil.test/a.pem',
    'https://sns.ap-southeast-1.amazonaws.com@evil.test/a.pem',
    'https://user@sns.ap-southeast-1.amazonaws.com/a.pem',
    'https://sns.ap-southeast-1.amazonaws.com:8443/a.pem',
    'https://evil.test/sns.ap-southeast-1.amazonaws.com/a.pem',
    'https://sns.ap-southeast-1.amazonaws.com/a.pem.txt',
    'https://sns.ap-southeast-1.amazonaws.com/a?x=.pem',
    'https://s3.ap-southeast-1.amazonaws.com/a.pem',
    'file:///etc/a.pem',
    'a.pem',
  ])('a notice is rejected if its certificate is at %s, which is never fetched', async (url) => {
    let fetches = 0;
    const fetchCertificate = async (): Promise<string> => {
      fetches += 1;
      return amazon.certificate;
    };
    const message = signed(notification({ SigningCertURL: url }));
    expect(await verify(message, { fetchCertificate })).toEqual(rejection('a certificate from elsewhere'));
    expect(fetches).toBe(0);
  });

  it('a notice is rejected if any signed part was changed or a subject was added', async () => {
    const message = signed(notification());
    for (const key of ['Message', 'MessageId', 'Timestamp']) {
      expect(await verify({ ...message, [key]: `${message[key]} ` }), key).toEqual(
        rejection('the signature is wrong'),
      );
    }
    expect(await verify({ ...message, Subject: 'new' })).toEqual(rejection('the signature is wrong'));
    expect(await verify({ ...message, SignatureVersion: '2' })).toEqual(rejection('the signature is wrong'));
  });

  it('a notice is rejected if another key signed it or its signature version is unknown [unknown-signature]', async () => {
    expect(await verify(signed(notification(), stranger))).toEqual(rejection('the signature is wrong'));
    expect(await verify(signed(notification({ SignatureVersion: '3' })))).toEqual(
      rejection('not a message of Amazon SNS'),
    );
  });

  it('a notice is rejected if its certificate is unreadable, expired or not yet valid', async () => {
    const message = signed(notification());
    expect(await verify(message, { fetchCertificate: async () => 'nothing' })).toEqual(
      rejection('not a certificate'),
    );
    for (const days of [-2, 2])
      expect(await verify(message, { now: () => daysFromNow(days) })).toEqual(
        rejection('the certificate is not valid now'),
      );
  });

  it('a notice is rejected temporarily if its certificate could not be fetched', async () => {
    const fetchCertificate = () => Promise.reject(new Error('no network'));
    expect(await verify(signed(notification()), { fetchCertificate })).toEqual({
      rejected: 'the certificate could not be fetched',
      temporary: true,
    });
  });

  it('a notice that Amazon signed is rejected if it contains no payment', async () => {
    const { trxID: _trxID, ...without } = paymentNotice;
    for (const text of [
      'hello',
      '[]',
      JSON.stringify(without),
      JSON.stringify({ ...paymentNotice, amount: '-1' }),
    ])
      expect(await verify(signed(notification({ Message: text })))).toEqual(
        rejection('not a payment notice'),
      );
  });

  it('a notice is rejected if its confirmation leads to another host', async () => {
    for (const url of ['https://evil.test/', 'http://sns.ap-southeast-1.amazonaws.com/', 'http://127.0.0.1/'])
      expect(await verify(signed(confirmation({ SubscribeURL: url })))).toEqual(
        rejection('a confirmation to elsewhere'),
      );
  });
});

describe('a notice is believed', () => {
  it('a notice is accepted with both signature versions, with and without a subject [signature-versions]', async () => {
    const variants: Message[] = [{}, { Subject: 'Payment' }, { SignatureVersion: '2' }];
    for (const given of variants)
      expect(await verify(signed(notification(given)))).toEqual({
        type: 'Notification',
        messageId: 'm-1',
        payment: {
          trxId: 'CK250NROQ5',
          invoice: 'INV-1',
          amountPoisha: 10_000n,
          currency: 'BDT',
          rawStatus: 'Completed',
          transactionType: '10002294',
          completedAt: new Date('2025-11-02T08:29:02Z'),
          body: { ...paymentNotice, debitMSISDN: '88016*****283' },
        },
      });
  });

  it('a notice is accepted at the value of the sale if a coupon paid a part', async () => {
    const coupon = { ...paymentNotice, amount: '80', couponAmount: '20', saleAmount: '100' };
    expect(await verify(signed(notification({ Message: JSON.stringify(coupon) })))).toMatchObject({
      payment: { amountPoisha: 10_000n },
    });
  });

  it('a notice is accepted without an invoice, as for a payment by QR code', async () => {
    const { merchantInvoiceNumber: _invoice, ...qr } = paymentNotice;
    expect(await verify(signed(notification({ Message: JSON.stringify(qr) })))).toMatchObject({
      payment: { invoice: null },
    });
  });

  it('a confirmation is accepted with the address to visit', async () => {
    expect(await verify(signed(confirmation()))).toEqual({
      type: 'SubscriptionConfirmation',
      subscribeUrl: 'https://sns.ap-southeast-1.amazonaws.com/?Action=ConfirmSubscription',
    });
  });

  it("a notice's certificate may come from a configured host, and then from no other", async () => {
    const local = signed(notification({ SigningCertURL: 'http://127.0.0.1:4100/ipn/cert.pem' }));
    expect(await verify(local, { certificateHost: 'http://127.0.0.1:4100' })).toMatchObject({
      messageId: 'm-1',
    });
    const elsewhere = rejection('a certificate from elsewhere');
    expect(await verify(local, { certificateHost: 'http://127.0.0.1:4101' })).toEqual(elsewhere);
    expect(await verify(signed(notification()), { certificateHost: 'http://127.0.0.1:4100' })).toEqual(
      elsewhere,
    );
    const remote = signed(notification({ SigningCertURL: 'http://sandbox.test/cert.pem' }));
    expect(await verify(remote, { certificateHost: 'http://sandbox.test' })).toEqual(elsewhere);
  });
});

describe('a certificate', () => {
  async function serveCertificate(answers: { status: number; body: string }[]) {
    let visits = 0;
    const server = createServer((_request, response) => {
      const { status = 500, body = '' } = answers[visits] ?? {};
      visits += 1;
      response.writeHead(status, status === 302 ? { location: '/elsewhere.pem' } : {}).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    // A server on a TCP port has an address of this kind.
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/cert.pem`, visits: () => visits };
  }

  it('a certificate is not taken from a redirect, an error or an endless page, and failures are not cached', async () => {
    const { url, visits } = await serveCertificate([
      { status: 404, body: 'gone' },
      { status: 302, body: '' },
      { status: 200, body: 'x'.repeat(20_000) },
      { status: 200, body: amazon.certificate },
    ]);
    const fetchCertificate = createCertificateFetch();
    for (let failure = 0; failure < 3; failure += 1) await expect(fetchCertificate(url)).rejects.toThrow();
    expect(await fetchCertificate(url)).toBe(amazon.certificate);
    expect(visits()).toBe(4);
  });

  it('a certificate is fetched once for any number of notices, also concurrent ones', async () => {
    const { url, visits } = await serveCertificate([{ status: 200, body: amazon.certificate }]);
    const fetchCertificate = createCertificateFetch();
    await Promise.all(Array.from({ length: 10 }, () => fetchCertificate(url)));
    expect(await fetchCertificate(url)).toBe(amazon.certificate);
    expect(visits()).toBe(1);
  });
});
