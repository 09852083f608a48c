/** Defines the texts about a lost connection and about changes that could not be saved because of it. */
import { defineWords } from '#web/lib/words.ts';

export const connectionWords = defineWords({
  en: {
    lost: 'No connection to the server.',
    lostText:
      'This page shows the last data received. Changes cannot be saved until the connection is back; running jobs continue.',
    back: 'Connected again.',
    lookNotSaved: 'This could not be saved to your account. It applies in this browser only.',
  },
  bn: {
    lost: 'সার্ভারের সঙ্গে সংযোগ নেই।',
    lostText:
      'শেষবার যা পাওয়া গেছে তা দেখছেন। সংযোগ ফিরে না আসা পর্যন্ত কিছু সংরক্ষণ করা যাবে না; চলমান কাজ নিজে থেকেই চলছে।',
    back: 'আবার সংযোগ হয়েছে।',
    lookNotSaved: 'অ্যাকাউন্টে সংরক্ষণ করা যায়নি; শুধু এই ব্রাউজারে থাকবে।',
  },
});
