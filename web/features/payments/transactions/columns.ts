/** Describes a transaction in words, and defines the columns of its exports, which stay English. */
import type { TransactionView } from '#contracts/calls/payments-answers.ts';
import type { SheetColumn } from '#web/lib/sheet-columns.ts';
import { sheetDateTime } from '#web/lib/dates.ts';
import { transactionWords } from './words.ts';

/** Returns whether the transaction waits for the payer, so that there is nothing to say of it yet. */
export const isWaiting = ({ payment_status, message }: TransactionView): boolean =>
  payment_status === 'pending' && message === '';

export const methodLabel = (method: string): string => (method === 'bkash' ? 'bKash' : method);

const { statuses, waiting } = transactionWords.en;

export const transactionColumns: readonly SheetColumn<TransactionView>[] = [
  { heading: 'Date (Asia/Dhaka)', cell: ({ created_at }) => sheetDateTime(created_at), holds: 'dates' },
  { heading: 'Transaction ID', cell: ({ transaction_id }) => transaction_id },
  { heading: 'Status', cell: ({ payment_status }) => statuses[payment_status] },
  { heading: 'Payment method', cell: ({ payment_method }) => methodLabel(payment_method) },
  { heading: 'Amount (BDT)', cell: ({ amount_bdt }) => amount_bdt, holds: 'money' },
  { heading: 'Refunded (BDT)', cell: ({ refunded_bdt }) => refunded_bdt, holds: 'money' },
  { heading: 'Credits', cell: ({ credits_amount }) => credits_amount, holds: 'money' },
  { heading: 'Receipt', cell: ({ receipt_number }) => receipt_number },
  { heading: 'Remark', cell: (transaction) => (isWaiting(transaction) ? waiting : transaction.message) },
];
