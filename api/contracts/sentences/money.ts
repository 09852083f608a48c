/** Texts of the lines of the credit history. */
import { defineSentences } from './sentence.ts';

export const moneySentences = defineSentences({
  'Free trial credits': 'বিনামূল্যের ক্রেডিট',
  'Demo credits': 'ডেমো ক্রেডিট',
  'Added by an administrator': 'প্রশাসক যোগ করেছেন',
  'Deducted by an administrator': 'প্রশাসক কেটেছেন',
  'bKash payment {trxId}': 'bKash পেমেন্ট {trxId}',
  'Refund of payment {trxId}': 'পেমেন্ট {trxId}-এর টাকা ফেরত',
  'Refund of payment {trxId} was not made': 'পেমেন্ট {trxId}-এর টাকা ফেরত দেওয়া হয়নি',
  '{service}: {file}': '{service}: {file}',
  '{service}: {file}, failed rows again': '{service}: {file}, ব্যর্থ সারি আবার',
  'Returned: {service}: {file}': 'ফেরত: {service}: {file}',
});
