/** Messages of the lines of the credit history, and the confirmation of the credit alert. */
import { defineMessages } from '../messages/define.ts';

export const creditMessages = defineMessages('credit', {
  alertSaved: { en: 'Your alert is saved.', bn: 'সতর্কতা সংরক্ষণ করা হয়েছে।' },
  trial: { en: 'Free trial credits', bn: 'ফ্রি ট্রায়াল ক্রেডিট' },
  demo: { en: 'Demo credits', bn: 'ডেমো ক্রেডিট' },
  added: { en: 'Added by an administrator', bn: 'প্রশাসক যোগ করেছেন' },
  deducted: { en: 'Deducted by an administrator', bn: 'প্রশাসক কেটেছেন' },
  job: { en: '{service}: {file}', bn: '{service}: {file}' },
  jobAgain: { en: '{service}: {file}, failed rows again', bn: '{service}: {file}, ব্যর্থ সারি আবার' },
  jobReturned: { en: 'Returned: {service}: {file}', bn: 'ফেরত: {service}: {file}' },
  returnedUnheld: { en: 'Returned: nothing held them any more', bn: 'ফেরত: এগুলো আর কোনো কাজের জন্য ধরা ছিল না' },
  amountNotPositive: {
    en: 'The amount must be above zero.',
    bn: 'পরিমাণ শূন্যের চেয়ে বেশি হতে হবে।',
  },
});
