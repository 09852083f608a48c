/** Messages of BEPZA Import Permit Issue. */
import { defineMessages } from '#contracts/messages/define.ts';

export const bepzaIpIssueMessages = defineMessages('bepza-ip-issue', {
  notForeign: {
    en: 'A foreign import cannot come from Bangladesh.',
    bn: 'বিদেশি আমদানি বাংলাদেশ থেকে আসতে পারে না।',
  },
  goodsOfBangladesh: {
    en: 'Goods of Bangladesh come as DTA or INTER_EPZ.',
    bn: 'বাংলাদেশের পণ্য DTA বা INTER_EPZ হিসেবে আসে।',
  },
});
