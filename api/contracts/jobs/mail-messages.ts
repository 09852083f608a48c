/** Texts of the mail about an ended job. */
import { defineMessages } from '../messages/define.ts';

export const jobMailMessages = defineMessages('job-mail', {
  completed: { en: 'Automation complete: {service}', bn: 'কাজ শেষ হয়েছে: {service}' },
  partlyDone: { en: 'Automation partly done: {service}', bn: 'কাজের একাংশ হয়েছে: {service}' },
  failed: { en: 'Automation failed: {service}', bn: 'কাজ ব্যর্থ হয়েছে: {service}' },
  file: { en: '{service}: {file}.', bn: '{service}: {file}।' },
  bank: { en: 'Bank: {bank}.', bn: 'ব্যাংক: {bank}।' },
  noneFound: {
    en: 'All {#rows} rows were looked up; none was found.',
    bn: '{#rows}টি সারিই খোঁজা হয়েছে; একটিও পাওয়া যায়নি।',
  },
  oneNotFound: {
    en: 'The row was looked up; it was not found.',
    bn: 'সারিটি খোঁজা হয়েছে; পাওয়া যায়নি।',
  },
  figures: {
    en: '{#rows} row{s_rows}: {>ends}. Credits used: {#credits}.',
    bn: '{#rows}টি সারি: {>ends}। খরচ হওয়া ক্রেডিট: {#credits}।',
  },
  done: { en: '{#rows} done', bn: 'হয়েছে {#rows}টি' },
  otherEnd: { en: '{#rows} {>outcome}', bn: '{>outcome} {#rows}টি' },
  withoutOutcome: { en: 'open', bn: 'অপেক্ষায়' },
  list: { en: '{>ends}, {>next}', bn: '{>ends}, {>next}' },
  seeRows: { en: 'See every row', bn: 'প্রতিটি সারি দেখুন' },
  askedFor: {
    en: 'You get this mail because you asked for it in the settings of your account, where you can also switch it off.',
    bn: 'আপনি অ্যাকাউন্টের সেটিংসে চেয়েছেন বলে এই মেইল পাঠানো হয়েছে; সেখানেই এটি বন্ধ করতে পারবেন।',
  },
});
