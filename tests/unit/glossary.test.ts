/** The words of texts for people: one Bengali name for one thing, and English that does not read as translated. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../harness/source-imports.ts';

/** A form that no text has, with the form that texts have instead, or what the form would say. */
type Form = readonly [form: RegExp, instead: string];

const bengaliForms: readonly Form[] = [
  [/সারিতে( আছে, অবস্থান|$)/, 'a সারি is a row; jobs wait in an অপেক্ষার তালিকা'],
  [/চালান(গুলো|সমূহ| নম্বর|ের (পাতা|খবর|তথ্য|CSV|দুটি))/, 'চালান is our name: শিপমেন্ট, ইনভয়েস'],
  [/(একটি|প্রতি|প্রতিটি|পেরোনো|ও|যে) চালান/, 'চালান is our name: শিপমেন্ট, ইনভয়েস'],
  [/টাকাও? (না )?(কাট|কেট)|টাকা লাগে না|(সারির|টির) টাকা/, 'a job takes ক্রেডিট'],
  [/৳\S* টাকা/, 'names the currency twice'],
  [/প্রিয় গ্রাহক/, 'administrators read mails too'],
  [/ক্রেডিট (সংরক্ষ|আটকে)|আলাদা রাখা/, 'ধরে রাখা'],
  [/শিডিউল/, 'সময়সূচি'],
  [/ইউজার নেম|ব্যবহারকারীর নাম/, 'ইউজারনেম'],
  [/ব্যবহারকারীর? আইডি/, 'ইউজার আইডি'],
  [/দাখিল/, 'জমা'],
  [/(?<!পরিবহন )দলিল|নথি(?!ভুক্ত)/, 'ডকুমেন্ট, ভুক্তি; পরিবহন দলিল is the official name of a transport document'],
  [/চুক্তির সঙ্গে/, 'a চুক্তি is a sales contract'],
  [/^জব$/, 'কাজ'],
  [/অ্যাডমিন/, 'প্রশাসক, প্রশাসন'],
  [/নোটিফিকেশন/, 'বিজ্ঞপ্তি'],
  [/(ব্যবহারকারী|তথ্য) (আমদানি|রপ্তানি)/, 'shipments are imported and exported; data: ইমপোর্ট, এক্সপোর্ট'],
  [/চাবি/, 'কী'],
  [/ফরওয়ার্ডার/, 'ফরোয়ার্ডার'],
  [/কন্টেইনার/, 'কনটেইনার'],
  [/একসাথে/, 'একসঙ্গে'],
  [/HS কোড|HT?S Code/, 'HS code, HTS code'],
  [/(EXP|PRC)-র/, 'EXP-এর, PRC-এর'],
  [/পৃষ্ঠা/, 'পাতা'],
  [/সেভ করে/, 'সংরক্ষণ করে'],
  [/সিলেক্ট করে/, 'বেছে'],
  [/এখনও|কখনও/, 'এখনো, কখনো'],
  [/বেপজা|ইপিবি/, 'BEPZA, EPB'],
  [/সফলতার হার/, 'সাফল্যের হার'],
  [/বিনামূল্যের ক্রেডিট/, 'ফ্রি ট্রায়াল ক্রেডিট'],
  [/কোম্পানি/, 'প্রতিষ্ঠান'],
  [/দৈনিক প্রসেস|ক্রে\./, 'দৈনিক কাজ, ক্রেডিট'],
];

const englishForms: readonly Form[] = [
  [/\bbehind it\b/, 'followed by, after it'],
  [/(?<!\b[Tt]here )\bis no (?!longer\b)[a-z]|\bis none of\b/, 'is not a, is not one of'],
  [/\b(stands|must stand) in\b/, 'is in, must be in'],
  [
    /\b(runs|fails?|finds?)\b[^.]* since\b|\bwaits( for [^.;]*)? since\b|\bruns already\b/i,
    'has been running since, is already running',
  ],
  [/\b[Uu]ser (name|id)\b/, 'username, user ID'],
  [/^(Time|Actions) a |^credits a | a row$/, 'per row, per minute'],
  [/\bHT?S Code\b/, 'HS code, HTS code'],
];

/** What people type into a search has other spellings too. */
const searchedWords = ['web/app/search/words.ts', 'web/features/jobs/catalogue/queries.ts'];
/** Of the worker's texts, the labels of portals are the portals' own, and errors in the code are for operators. */
const isForPeople = (place: string): boolean =>
  /^(api\/contracts|web)\//.test(place) || /(messages|service)\.ts$/.test(path.basename(place));

/** Returns the texts between quotation marks, not those in comments. */
function textsIn(place: string): string[] {
  const source = readFileSync(place, 'utf8').normalize('NFC');
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );
}

const texts = ['api', 'activities', 'prisma', 'web']
  .flatMap(sourceFiles)
  .filter((place) => !searchedWords.includes(place))
  .flatMap((place) => textsIn(place).map((text) => ({ place, text })));
const isBengali = ({ text }: { text: string }): boolean => /\p{Script=Bengali}/u.test(text);

/** Returns the texts that have one of the forms, with the place and what should stand there instead. */
const found = (forms: readonly Form[], among: typeof texts): string[] =>
  among.flatMap(({ place, text }) =>
    forms.flatMap(([form, instead]) => (form.test(text) ? [`${place}: "${text}" (${instead})`] : [])),
  );

it('a thing has one name in all Bengali texts', () => {
  const bengali = texts.filter(isBengali);
  expect(bengali.length).toBeGreaterThan(4_000);
  expect(found(bengaliForms, bengali)).toEqual([]);
});

it('an English text uses the verbs, tenses and names of everyday English', () => {
  const english = texts.filter((text) => !isBengali(text) && isForPeople(text.place));
  expect(english.length).toBeGreaterThan(8_000);
  expect(found(englishForms, english)).toEqual([]);
});
