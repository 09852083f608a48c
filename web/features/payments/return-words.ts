/** Defines the texts of an address of bKash's return that belongs to no payment. */
import { defineWords } from '#web/lib/words.ts';

export const returnWords = defineWords({
  en: {
    noPayment: 'This link belongs to no payment.',
    noPaymentText:
      'It is incomplete or too old. Opening it has changed nothing: each of your payments, and what became of it, is among your transactions.',
    transactions: 'View transactions',
  },
  bn: {
    noPayment: 'এই লিংকে কোনো পেমেন্ট নেই।',
    noPaymentText:
      'লিংকটি অসম্পূর্ণ বা পুরোনো। এটি খোলায় কিছুই বদলায়নি: আপনার প্রতিটি পেমেন্ট ও তার ফল লেনদেনের তালিকায় আছে।',
    transactions: 'লেনদেন দেখুন',
  },
});
