/** What a line of the credit history is about, in the chosen language; a reason that somebody wrote stays as it is. */
import { currentLanguage } from '../../lib/language.ts';
import { services, textsIn } from '../../lib/services.ts';

type Translation = { said: RegExp; bengali: (part: string) => string };

/** The server's sentences; the first that fits is taken. */
const translations: readonly Translation[] = [
  { said: /^Free trial credits$/, bengali: () => 'বিনামূল্যের ক্রেডিট' },
  { said: /^Demo credits$/, bengali: () => 'ডেমো ক্রেডিট' },
  { said: /^Added by an administrator$/, bengali: () => 'প্রশাসক যোগ করেছেন' },
  { said: /^Deducted by an administrator$/, bengali: () => 'প্রশাসক কেটেছেন' },
  { said: /^bKash payment (.+)$/, bengali: (trxId) => `bKash পেমেন্ট ${trxId}` },
  {
    said: /^Refund of payment (.+) was not made$/,
    bengali: (trxId) => `পেমেন্ট ${trxId}-এর টাকা ফেরত দেওয়া হয়নি`,
  },
  { said: /^Refund of payment (.+)$/, bengali: (trxId) => `পেমেন্ট ${trxId}-এর টাকা ফেরত` },
  { said: /^Returned: (.+)$/, bengali: (job) => `ফেরত: ${jobInBengali(job)}` },
  { said: /^(.+), failed rows again$/, bengali: (job) => `${jobInBengali(job)}, ব্যর্থ সারি আবার` },
  { said: /^(.+)$/, bengali: jobInBengali },
];

/** "EXP Search: october.csv"; a file's name is the customer's own. */
function jobInBengali(job: string): string {
  const service = services.find(({ name }) => job.startsWith(`${name}: `));
  return service ? textsIn(service, 'bn').name + job.slice(service.name.length) : job;
}

export function descriptionText(description: string): string {
  if (currentLanguage() === 'en') return description;
  for (const { said, bengali } of translations) {
    const found = said.exec(description);
    if (found) return bengali(found[1] ?? '');
  }
  return description;
}
