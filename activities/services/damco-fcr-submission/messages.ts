/** Messages of Damco FCR Submission. */
import { defineMessages } from '#contracts/messages/define.ts';

export const damcoFcrSubmissionMessages = defineMessages('damco-fcr-submission', {
  atMostPieces: {
    en: 'Enter no more than the value in the column pieces.',
    bn: 'pieces কলামের চেয়ে বেশি দেওয়া যায় না।',
  },
  receiptDiffers: {
    en: 'The portal has FCR {receipt} of this invoice with {figures}.',
    bn: 'পোর্টালে এই ইনভয়েসের FCR {receipt} আছে, তবে: {figures}।',
  },
  onPortal: { en: '{receipt} is on the portal: {>status}.', bn: '{receipt} পোর্টালে আছে: {>status}।' },
});
