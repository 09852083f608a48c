/** Defines the texts of the administrators' page of a portal's page map. */
import { formatNumber } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const pageMapWords = defineWords({
  en: {
    open: 'Page map',
    openNamed: (portal: string) => `Page map: ${portal}`,
    title: (portal: string) => `Page map of ${portal}`,
    back: 'Back to all portals',
    intro:
      'The names, ids and selectors by which the platform finds things on the portal. Change what the portal has renamed, try it, and publish it: sessions that are opened from then on use it, and no deployment is needed.',
    loading: 'Loading the page map',
    failed: 'The page map could not be loaded.',
    changedPages: 'What jobs found last',
    changedPage: (when: string) => `The portal as a job found it changed at ${when}`,
    version: (version: number) =>
      version === 0 ? 'Nothing is published; the map itself is in force.' : `Version ${version} is in force.`,
    was: (text: string) => `Map: ${text}`,
    reset: (path: string) => `Use the map's text: ${path}`,
    resetShort: 'Reset',
    found: (count: number) => (count === 0 ? 'not on that page' : `found ${count}×`),
    tryIt: 'Try',
    tried: {
      ok: 'The entrance of the portal is found with these texts.',
      PORTAL_DOWN: 'The portal does not respond.',
      PORTAL_CHANGED: 'The entrance of the portal is not found with these texts.',
    },
    texts: 'Texts of the page map',
    changedElsewhere: 'Another version of this page map was published in the meantime.',
    changedElsewhereHint:
      'What you changed here is not published. You can load the published version and continue with it; your own changes are then lost.',
    loadPublished: 'Load the published version',
    publish: 'Publish',
    published: 'The page map is published.',
    publishedAndResumed: 'The page map is published. The portal is open again; its jobs continue.',
    resume: 'Open the portal again afterwards',
    unused: 'No longer used',
    unusedHint:
      'These published changes have no effect, because a later release has renamed or dropped their texts. The next version that is published leaves them out: enter what is still needed at the new text.',
    unusedText: (path: string, text: string) => `${path}: ${text}`,
    versions: 'Versions',
    versionBy: (version: number, who: string, when: string, reason: string) =>
      `Version ${version}, ${who}, ${when}: ${reason}`,
    takeOver: (version: number) => `Take over version ${version}`,
    takeOverMap: 'Take over the map itself',
  },
  bn: {
    open: 'পাতার মানচিত্র',
    openNamed: (portal) => `পাতার মানচিত্র: ${portal}`,
    title: (portal) => `${portal}: পাতার মানচিত্র`,
    back: 'সব পোর্টালে ফিরে যান',
    intro:
      'যেসব নাম, আইডি ও সিলেক্টর দিয়ে প্ল্যাটফর্ম পোর্টালে জিনিস খুঁজে পায়। পোর্টাল যা বদলেছে তা এখানে বদলান, পরীক্ষা করুন, প্রকাশ করুন: এরপর খোলা সব সেশন এটি ব্যবহার করবে, নতুন করে ডিপ্লয় লাগবে না।',
    loading: 'পাতার মানচিত্র লোড হচ্ছে',
    failed: 'পাতার মানচিত্র লোড করা যায়নি।',
    changedPages: 'কাজগুলো শেষে যা পেয়েছে',
    changedPage: (when) => `${when}-এ একটি কাজ পোর্টালকে যেভাবে বদলানো পেয়েছে`,
    version: (version) =>
      version === 0 ? 'কিছু প্রকাশিত হয়নি; মূল মানচিত্রই চলছে।' : `সংস্করণ ${formatNumber(version)} চলছে।`,
    was: (text) => `মূল: ${text}`,
    reset: (path) => `মূল লেখা নিন: ${path}`,
    resetShort: 'মূলে ফিরুন',
    found: (count) => (count === 0 ? 'সেই পাতায় নেই' : `${formatNumber(count)} বার আছে`),
    tryIt: 'পরীক্ষা করুন',
    tried: {
      ok: 'এই লেখাগুলো দিয়ে পোর্টালের প্রবেশপাতা পাওয়া যায়।',
      PORTAL_DOWN: 'পোর্টাল সাড়া দিচ্ছে না।',
      PORTAL_CHANGED: 'এই লেখাগুলো দিয়ে পোর্টালের প্রবেশপাতা পাওয়া যায় না।',
    },
    texts: 'পাতার মানচিত্রের লেখা',
    changedElsewhere: 'এর মধ্যে এই মানচিত্রের অন্য একটি সংস্করণ প্রকাশিত হয়েছে।',
    changedElsewhereHint:
      'এখানে যা বদলেছেন তা প্রকাশিত হয়নি। প্রকাশিত সংস্করণটি লোড করে কাজ চালিয়ে যেতে পারেন; তখন আপনার পরিবর্তন আর থাকবে না।',
    loadPublished: 'প্রকাশিত সংস্করণ লোড করুন',
    publish: 'প্রকাশ করুন',
    published: 'পাতার মানচিত্র প্রকাশিত হয়েছে।',
    publishedAndResumed: 'পাতার মানচিত্র প্রকাশিত হয়েছে। পোর্টাল আবার চালু; কাজগুলো চলবে।',
    resume: 'এরপর পোর্টাল আবার চালু করুন',
    unused: 'আর ব্যবহৃত হয় না',
    unusedHint:
      'এই প্রকাশিত পরিবর্তনগুলো কার্যকর নেই, কারণ পরের একটি রিলিজে এসব লেখার নাম বদলেছে বা লেখাগুলো বাদ গেছে। পরের সংস্করণ প্রকাশ করলে এগুলো বাদ যাবে: যা এখনো দরকার তা নতুন লেখার ঘরে দিন।',
    unusedText: (path, text) => `${path}: ${text}`,
    versions: 'সংস্করণ',
    versionBy: (version, who, when, reason) => `সংস্করণ ${formatNumber(version)}, ${who}, ${when}: ${reason}`,
    takeOver: (version) => `সংস্করণ ${formatNumber(version)} নিন`,
    takeOverMap: 'মূল মানচিত্র নিন',
  },
});
