/**
 * Fills a customer's account on the real processes: jobs that ran, and payments that succeeded, failed or are pending.
 */
import { readFileSync } from 'node:fs';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import type {
  AdminPayment,
  CreatedPaymentAnswer,
  QueriedPaymentAnswer,
} from '#contracts/calls/payments-answers.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';
import { until } from './until.ts';

const JOB_MS = 180_000;

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Runs the sample of a service whose portal needs no login, under the given file name. */
export async function runSample(customer: Customer, serviceId: string, fileName: string): Promise<JobDetail> {
  const file = new File([readFileSync(`activities/services/${serviceId}/sample.csv`)], fileName);
  const { jobId } = await customer.start(await customer.preview(serviceId, file));
  return customer.follow(jobId, JOB_MS);
}

/** Creates a payment that its payer has not approved yet. */
export function beginPayment(customer: Customer, amountBdt: number): Promise<CreatedPaymentAnswer> {
  const request = { amount: amountBdt, merchantInvoiceNumber: crypto.randomUUID() };
  return customer.call<CreatedPaymentAnswer>('/api/bkash/create-payment', post(request));
}

async function ended(customer: Customer, paymentID: string): Promise<QueriedPaymentAnswer> {
  let answer: QueriedPaymentAnswer | undefined;
  await until(`payment ${paymentID} to end`, async () => {
    answer = await customer.call('/api/bkash/query-payment', post({ paymentID }));
    return answer?.transactionStatus !== 'Initiated';
  });
  if (!answer) throw new Error(`Payment ${paymentID} has no answer.`);
  return answer;
}

/** Creates a payment whose payer approves or cancels it on bKash's page and returns to the product. */
export async function pay(
  customer: Customer,
  amountBdt: number,
  decision: 'approve' | 'cancel' = 'approve',
): Promise<QueriedPaymentAnswer> {
  const { paymentID, bkashURL } = await beginPayment(customer, amountBdt);
  const control = `${new URL(bkashURL).origin}/bkash/__control/payments/${paymentID}/${decision}`;
  const response = await fetch(control, post({ wallet: firstWallet }));
  if (!response.ok) throw new Error(`The simulator answered ${response.status} to ${decision}.`);
  const { redirectUrl } = (await response.json()) as { redirectUrl: string };
  await fetch(redirectUrl, { redirect: 'manual' });
  return ended(customer, paymentID);
}

/** Refunds part of a payment as an administrator; resolves when the refund is complete. */
export async function refund(admin: Customer, trxId: string, amountBdt: number): Promise<void> {
  const search = `/api/admin/payments?search=${encodeURIComponent(trxId)}`;
  const payment = async (): Promise<AdminPayment> => {
    const [found] = (await admin.read<{ payments: AdminPayment[] }>(search)).payments;
    if (!found) throw new Error(`No payment has the number ${trxId}.`);
    return found;
  };
  const { id } = await payment();
  await admin.call(
    `/api/admin/payments/${id}/refund`,
    post({ amount: amountBdt, reason: 'Bought too much' }),
  );
  await until(`the refund of ${trxId}`, async () => (await payment()).refunded === amountBdt);
}
