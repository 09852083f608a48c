/** Defines the texts beside the pictures of a portal's pages. */
import { formatNumber } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const pagePictureWords = defineWords({
  en: {
    title: 'Old and new page',
    intro:
      'Choose an element to see it on both pages. The pictures are of probes, with everything masked that is not named in the map; only a page that a job met is shown as it was.',
    page: 'Page',
    entrance: 'Entrance',
    changedPage: (page: string, when: string) => `${page}: changed at ${when}`,
    goodPage: (page: string) => `${page}: in order`,
    jobPage: (when: string) => `A job found the portal changed at ${when}`,
    goodAt: (when: string) => `Last in order: ${when}`,
    changedAt: (when: string) => `Found changed: ${when}`,
    noGood: 'No probe has seen this page in order yet.',
    noChanged: 'This page has not changed since.',
    pictureGood: (page: string) => `${page} as it was last in order`,
    pictureChanged: (page: string) => `${page} as it was found changed`,
    elements: 'What the map finds on it',
    old: 'Old page',
    new: 'New page',
    found: (count: number) => (count === 0 ? 'not found' : `found ${count}`),
    both: (good: string, changed: string) => `${good} → ${changed}`,
    edit: 'Change the text',
    editNamed: (path: string) => `Change the text: ${path}`,
    none: 'No picture of a page has been kept yet. Probes keep one of the entrance, and with a login of their own of the pages behind it.',
  },
  bn: {
    title: 'পুরোনো ও নতুন পাতা',
    intro:
      'কোনো উপাদান বাছলে দুই পাতাতেই দেখা যাবে। ছবিগুলো পরীক্ষার সময়ের; মানচিত্রে নেই এমন সব ঢাকা। শুধু কাজের সময়ের পাতাটি যেমন ছিল তেমন।',
    page: 'পাতা',
    entrance: 'প্রবেশপাতা',
    changedPage: (page, when) => `${page}: ${when}-এ বদলেছে`,
    goodPage: (page) => `${page}: ঠিক আছে`,
    jobPage: (when) => `${when}-এ একটি কাজ পোর্টাল বদলানো পেয়েছে`,
    goodAt: (when) => `শেষ ঠিক ছিল: ${when}`,
    changedAt: (when) => `বদলানো পাওয়া গেছে: ${when}`,
    noGood: 'কোনো পরীক্ষা এখনো এই পাতা ঠিক অবস্থায় দেখেনি।',
    noChanged: 'এরপর এই পাতা বদলায়নি।',
    pictureGood: (page) => `${page}, শেষ যখন ঠিক ছিল`,
    pictureChanged: (page) => `${page}, যেমন বদলানো পাওয়া গেছে`,
    elements: 'মানচিত্র এতে যা পায়',
    old: 'পুরোনো পাতা',
    new: 'নতুন পাতা',
    found: (count) => (count === 0 ? 'নেই' : `${formatNumber(count)} বার`),
    both: (good, changed) => `${good} → ${changed}`,
    edit: 'লেখা বদলান',
    editNamed: (path) => `লেখা বদলান: ${path}`,
    none: 'এখনো কোনো পাতার ছবি রাখা হয়নি। পরীক্ষা প্রবেশপাতার ছবি রাখে, আর নিজের লগইন থাকলে ভেতরের পাতারও।',
  },
});
