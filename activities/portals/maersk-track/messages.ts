/** Messages of Maersk's tracking. */
import { defineMessages } from '#contracts/messages/define.ts';

export const maerskTrackPortalMessages = defineMessages('maersk-track-portal', {
  tooManyEvents: {
    en: 'The carrier has more events of this number than can be read.',
    bn: 'এই নম্বরের এত ঘটনা আছে যে সব পড়া যায় না।',
  },
  unexpectedAnswer: {
    en: 'The answer of the carrier does not look as expected.',
    bn: 'ক্যারিয়ারের উত্তর যেমন হওয়ার কথা তেমন নয়।',
  },
});
