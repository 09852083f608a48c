/** Defines the texts about a deleted notification, which can be brought back for a moment. */
import { defineWords } from '#web/lib/words.ts';

export const removalWords = defineWords({
  en: {
    deleted: (title: string) => `Notification deleted: ${title}`,
    undo: 'Undo',
    failed: 'The notification was not deleted.',
  },
  bn: {
    deleted: (title) => `বিজ্ঞপ্তি মোছা হয়েছে: ${title}`,
    undo: 'ফিরিয়ে আনুন',
    failed: 'বিজ্ঞপ্তিটি মোছা যায়নি।',
  },
});
