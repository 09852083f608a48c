/** What is said of a payment: each answer has it as a message, so that it is shown in the reader's language. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { paymentActivities } from '#activities/payments.ts';
import { isMessage } from '#contracts/messages/message.ts';
import { messageText } from '#contracts/messages/render.ts';
import type { Account } from '#tests/harness/app.ts';
import { paidPayment, pathOf, startPayments, type Payer } from '#tests/harness/payment-calls.ts';
import { until } from '#tests/harness/until.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';

const payments = await startPayments();
const { app, control } = payments;
let admin: Account;
let ana: Payer;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  control.clearFaults();
  ana = await payments.customer();
});

type Said = Record<string, unknown>;
const englishOnly = /^[^\p{Script=Bengali}]+$/u;
const bengaliOnly = /^(?:bKash|[^\p{Script=Latin}])+$/u;

/** Reads an answer's text as the web does: the message in Bengali, or the English text if there is no message. */
function inBengali(answer: Said, name = 'message'): unknown {
  const data = answer[`${name}Data`];
  return isMessage(data) ? messageText(data, 'bn') : answer[name];
}

const resultOf = async (location: string | null): Promise<Said> => {
  const token = location?.replace('/payment/return/', '') ?? '';
  return (await app.get(`/api/bkash/result/${token}`)).body['result'] as Said;
};
const transactionOf = async (): Promise<Said> => {
  const { transactions } = await ana.get(`/api/transactions/${ana.id}`);
  return (transactions as Said[])[0] ?? {};
};
const forAdministrators = async (paymentID: string): Promise<Said> => {
  const { body } = await app.get(`/api/admin/payments?search=${paymentID}`, admin.cookie);
  return (body['payments'] as Said[])[0] ?? {};
};

describe('what is said of a payment', () => {
  test('what is said of a cancelled payment reads in Bengali in every answer, and in English as before', async () => {
    const { paymentID } = await ana.created();
    const back = await app.get(pathOf(control.cancel(paymentID)));
    await until(
      'the cancellation to be recorded',
      async () => (await forAdministrators(paymentID))['state'] === 'cancelled',
    );
    const answers = [
      await ana.query(paymentID),
      await resultOf(back.headers.get('location')),
      await transactionOf(),
      await forAdministrators(paymentID),
    ];
    for (const answer of answers) {
      expect(answer).toHaveProperty('message', 'The payment was cancelled.');
      expect(inBengali(answer)).toBe('পেমেন্ট বাতিল করা হয়েছে।');
    }
  });

  test("what bKash says of a refused debit stays in bKash's words, and our advice is in Bengali", async () => {
    const { paymentID } = await ana.created();
    control.addFault({ operation: 'execute', kind: 'statusCode', code: '2029' });
    await app.get(pathOf(control.approve(paymentID, firstWallet)));
    const ended = await ana.ended(paymentID);
    const [, words = ''] = /^(.+) Please try again in a few minutes\.$/.exec(ended.message) ?? [];
    expect(words).toMatch(englishOnly);
    for (const answer of [ended, await transactionOf(), await forAdministrators(paymentID)])
      expect(inBengali(answer)).toBe(`${words} কয়েক মিনিট পরে আবার চেষ্টা করুন।`);
  });

  test("what bKash says of a payment that it does not create is in the refusal, as bKash's words", async () => {
    control.addFault({ operation: 'create', kind: 'statusCode', code: '2023' });
    expect(await ana.create()).toMatchObject({
      status: 422,
      body: { message: 'Insufficient Balance', messageData: { params: { text: 'Insufficient Balance' } } },
    });
  });

  test('what is said of a payment that is open or paid reads in Bengali too', async () => {
    const { paymentID } = await ana.created();
    expect(inBengali(await ana.query(paymentID))).toMatch(bengaliOnly);
    const back = await app.get(pathOf(control.approve(paymentID, firstWallet)));
    const paid = await ana.ended(paymentID);
    expect(paid.message).toBe('Payment successful! 1,000.00 credits were added.');
    expect(inBengali(paid)).toMatch(bengaliOnly);
    expect(inBengali(await resultOf(back.headers.get('location')))).toMatch(bengaliOnly);
    expect(await transactionOf()).toMatchObject({ message: '', messageData: null });
  });

  test('the reason why a payment is held reads in Bengali for administrators, beside its open end', async () => {
    const { paymentID } = await ana.created();
    control.tamper({ operation: 'execute', amount: '400.00' });
    await app.get(pathOf(control.approve(paymentID, firstWallet)));
    await until(
      'the payment to be held',
      async () => (await forAdministrators(paymentID))['state'] === 'held',
    );
    const held = await forAdministrators(paymentID);
    const [end = {}] = held['openEnds'] as Said[];
    expect(held['heldReason']).toBe('bKash reported another amount than was agreed.');
    expect(inBengali(held, 'heldReason')).toBe('bKash যে পরিমাণ টাকা জানিয়েছে তা ঠিক করা পরিমাণের সঙ্গে মেলে না।');
    expect(inBengali(end, 'detail')).toBe(inBengali(held, 'heldReason'));
    expect(inBengali(held)).toMatch(bengaliOnly);
  });

  test('the reason why a payment cannot be sent back reads in Bengali for administrators', async () => {
    const { paymentID } = await paidPayment(payments, ana);
    const { id } = await app.deps.db.paymentAttempt.update({
      where: { paymentId: paymentID },
      data: { state: 'duplicate', endedAt: null },
    });
    const sixtyOneDays = 61 * DAY_MS;
    const paidAt = new Date(Date.now() - sixtyOneDays);
    await app.deps.db.paymentAttempt.update({ where: { id }, data: { paidAt } });
    await paymentActivities(app.deps).sendBack({ attemptId: id });
    const [end = {}] = (await forAdministrators(paymentID))['openEnds'] as Said[];
    expect(end['detail']).toBe('bKash refunds a payment within 60 days only.');
    expect(inBengali(end, 'detail')).toBe('bKash শুধু ৬০ দিনের মধ্যে টাকা ফেরত দেয়।');
  });
});
