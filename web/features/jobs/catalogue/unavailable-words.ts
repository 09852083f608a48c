/** Says why an enabled service cannot be started now. */
import { defineWords } from '#web/lib/words.ts';

export const unavailableWords = defineWords({
  en: {
    reasons: {
      notConnected: 'Portal not connected yet',
      down: 'Portal does not respond',
      changed: 'Portal has changed',
    },
    why: {
      notConnected: 'This service is offered once its portal is connected.',
      down: 'This service is offered again as soon as the portal works. Jobs that have started continue automatically.',
      changed: 'Our team is adapting to the change. This service is offered again after that.',
    },
  },
  bn: {
    reasons: {
      notConnected: 'পোর্টাল এখনো যুক্ত হয়নি',
      down: 'পোর্টাল সাড়া দিচ্ছে না',
      changed: 'পোর্টাল বদলে গেছে',
    },
    why: {
      notConnected: 'পোর্টাল যুক্ত হলেই এই সেবা পাওয়া যাবে।',
      down: 'পোর্টাল চালু হলেই এই সেবা আবার পাওয়া যাবে। শুরু হওয়া কাজগুলো নিজে থেকেই চলবে।',
      changed: 'আমাদের দল বদলটির সঙ্গে মানিয়ে নিচ্ছে। তারপর এই সেবা আবার পাওয়া যাবে।',
    },
  },
});
