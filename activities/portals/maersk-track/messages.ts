/** Messages of Maersk's tracking. */
import { defineMessages } from '#contracts/messages/define.ts';

export const maerskTrackPortalMessages = defineMessages('maersk-track-portal', {
  unexpectedAnswer: {
    en: 'The answer of the carrier does not look as expected.',
    bn: 'ক্যারিয়ারের উত্তর যেমন হওয়ার কথা তেমন নয়।',
  },
});
