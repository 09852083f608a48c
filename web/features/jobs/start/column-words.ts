/** Defines the texts about columns for which a sheet has other headings. */
import { defineWords } from '#web/lib/words.ts';

export const columnWords = defineWords({
  en: {
    why: 'Your sheet uses other names for these columns. Choose which of its columns has them; you need not send the file again.',
    headingFor: (column: string) => `Column for ${column}`,
    choose: 'Choose a column of your sheet',
    headingWith: (heading: string, examples: string) => `${heading} (${examples})`,
    chooseFor: (columns: string) => `Choose a column for ${columns}.`,
    onlyOnce: 'Each column of your sheet can be chosen only once.',
    read: 'Read the Sheet',
    leave: 'Leave as it is',
    remembered: 'Your choice is remembered for this service.',
    readAs: (heading: string, column: string) => `Column “${heading}” is read as ${column}`,
    change: 'Change',
  },
  bn: {
    why: 'আপনার শিটে এই কলামগুলোর নাম অন্য। শিটের কোন কলামে এগুলো আছে বেছে দিন; ফাইল আবার পাঠাতে হবে না।',
    headingFor: (column) => `${column}-এর কলাম`,
    choose: 'শিটের একটি কলাম বাছুন',
    headingWith: (heading, examples) => `${heading} (${examples})`,
    chooseFor: (columns) => `${columns}-এর জন্য একটি কলাম বাছুন।`,
    onlyOnce: 'শিটের একটি কলাম একবারই বাছা যায়।',
    read: 'শিট পড়ুন',
    leave: 'যেমন আছে থাক',
    remembered: 'এই সেবার জন্য আপনার বাছাই মনে রাখা হয়।',
    readAs: (heading, column) => `“${heading}” কলামটি ${column} হিসেবে পড়া হয়েছে`,
    change: 'বদলান',
  },
});
