/** Messages of EGM Download. */
import { defineMessages } from '#contracts/messages/define.ts';

export const egmDownloadMessages = defineMessages('egm-download', {
  manifest: { en: 'Manifest {number}.', bn: 'ম্যানিফেস্ট {number}।' },
  notYetFiled: {
    en: 'EGM_NOT_YET_FILED: the manifest of this bill is not filed yet. Please try again later.',
    bn: 'এই বিলের EGM এখনো জমা হয়নি। পরে আবার চেষ্টা করুন।',
  },
  sheetDiffers: {
    en: 'Your sheet has {what} {wanted}, customs has {>shown}.',
    bn: '{what}: আপনার শিটে {wanted}, কাস্টমসে {>shown}।',
  },
  rotation: { en: 'rotation', bn: 'রোটেশন' },
});
