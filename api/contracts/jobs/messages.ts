/** Messages of a job: its step, its timeline, its end, and rows that ended with it. */
import { defineMessages } from '../messages/define.ts';

export const jobMessages = defineMessages('job', {
  waitingToStart: { en: 'Waiting to start', bn: 'শুরুর অপেক্ষায়' },
  waitingForSlot: { en: 'Waiting for a free slot on the portal', bn: 'পোর্টালে জায়গা খালি হওয়ার অপেক্ষায়' },
  waitingForPortal: { en: 'Waiting for the portal', bn: 'পোর্টালের অপেক্ষায়' },
  waitingForTeam: { en: 'Waiting for our team', bn: 'আমাদের দলের অপেক্ষায়' },
  waitingForAnswer: { en: 'Waiting for your answer', bn: 'আপনার উত্তরের অপেক্ষায়' },
  confirming: { en: 'Confirming with the portal', bn: 'পোর্টালে নিশ্চিত করা হচ্ছে' },
  workingRows: { en: 'Processing the rows', bn: 'সারির কাজ চলছে' },
  collectingFiles: { en: 'Collecting the result files', bn: 'ফলাফলের ফাইল তৈরি হচ্ছে' },
  confirmingFilings: {
    en: 'We are confirming {#rows} filing{s_rows} with the portal, whose answer was lost. Nothing is sent twice.',
    bn: '{#rows}টি জমার উত্তর পাওয়া যায়নি; পোর্টালে খুঁজে নিশ্চিত করা হচ্ছে। কিছুই দুবার পাঠানো হয় না।',
  },
  filingsLeftNoTrace: {
    en: '{#rows} filing{s_rows} left no trace on the portal. Our team looks before anything is sent again.',
    bn: '{#rows}টি জমার চিহ্ন পোর্টালে নেই। আবার কিছু পাঠানোর আগে আমাদের দল দেখছে।',
  },
  filingsNotConfirmed: {
    en: '{#rows} filing{s_rows} could not be confirmed with the portal. Our team looks before anything is sent again.',
    bn: '{#rows}টি জমা পোর্টালে নিশ্চিত করা যায়নি। আবার কিছু পাঠানোর আগে আমাদের দল দেখছে।',
  },
  portalPaused: { en: 'Our team has paused this portal.', bn: 'আমাদের দল এই পোর্টালের কাজ থামিয়ে রেখেছে।' },
  portalClosed: {
    en: 'The portal is closed until {>weekday}, {@until}.',
    bn: '{>weekday}, {@until} পর্যন্ত পোর্টাল বন্ধ।',
  },
  practiceOpened: {
    en: 'Practice run of {#rows} row{s_rows}: nothing is charged, and nothing is filed on a real portal',
    bn: '{#rows}টি সারির অনুশীলন: কোনো ক্রেডিট লাগে না, আসল পোর্টালে কিছু জমা হয় না',
  },
  cannotOnlyPrepare: {
    en: 'This service has no documents to hand in by yourself.',
    bn: 'এই সেবায় নিজে জমা দেওয়ার মতো কাগজপত্র নেই।',
  },
  practiceRowsMax: {
    en: 'A practice run takes at most {#most} rows. Please upload fewer rows.',
    bn: 'অনুশীলনে সর্বোচ্চ {#most}টি সারি নেওয়া যায়। কম সারি আপলোড করুন।',
  },
  creditsReserved: {
    en: 'Credits reserved for {#rows} row{s_rows}',
    bn: '{#rows}টি সারির ক্রেডিট ধরে রাখা হয়েছে',
  },
  creditsReservedAgain: {
    en: 'Credits reserved for {#rows} failed row{s_rows}',
    bn: '{#rows}টি ব্যর্থ সারির ক্রেডিট ধরে রাখা হয়েছে',
  },
  creditsReturned: {
    en: '{#credits} credits returned by our team',
    bn: 'আমাদের দল {#credits} ক্রেডিট ফেরত দিয়েছে',
  },
  resumed: { en: 'Resumed after an interruption', bn: 'বাধার পর কাজ আবার শুরু হয়েছে' },
  tablesChanged: { en: 'Tables were changed and exported again', bn: 'টেবিল বদলে আবার এক্সপোর্ট করা হয়েছে' },
  toldByMail: { en: 'We notified you by email', bn: 'আপনাকে ইমেইলে জানানো হয়েছে' },
  finished: { en: 'Finished; credits settled', bn: 'শেষ; ক্রেডিটের হিসাব হয়েছে' },
  cancelling: {
    en: 'The job is being cancelled. Credits of open rows come back.',
    bn: 'কাজটি বাতিল করা হচ্ছে। বাকি সারির ক্রেডিট ফেরত আসবে।',
  },
  answerTaken: { en: 'Thank you. The job continues.', bn: 'ধন্যবাদ। কাজটি চলছে।' },
  creditsBack: {
    en: 'The credits are back in the customer’s account.',
    bn: 'ক্রেডিট গ্রাহকের অ্যাকাউন্টে ফেরত গেছে।',
  },
  cancelled: { en: 'Cancelled', bn: 'বাতিল' },
  cancelledAndReturned: {
    en: 'Cancelled; credits of open rows returned',
    bn: 'বাতিল; বাকি সারির ক্রেডিট ফেরত এসেছে',
  },
  stoppedByTeamBecause: { en: 'Stopped by our team: {words}', bn: 'আমাদের দল বন্ধ করেছে: {words}' },
  stoppedByTeam: { en: 'The job was stopped by our team.', bn: 'আমাদের দল কাজটি বন্ধ করেছে।' },
  stopped: { en: 'Stopped: {words}', bn: 'বন্ধ হয়েছে: {words}' },
  unknownReason: { en: 'unknown reason', bn: 'কারণ জানা নেই' },
  stuck: {
    en: 'The job needs our team, which is looking into it.',
    bn: 'কাজটি নিজে থেকে এগোতে পারেনি। আমাদের দল দেখছে।',
  },
  stoppedAgain: {
    en: 'This job now waits for another decision. Please close this and look at the job again.',
    bn: 'কাজটি এখন অন্য একটি সিদ্ধান্তের অপেক্ষায়। এটি বন্ধ করে কাজটি আবার দেখুন।',
  },
  remainingRowsFailed: { en: 'The remaining rows could not be processed.', bn: 'বাকি সারিগুলোর কাজ করা যায়নি।' },
  notFinished: { en: 'The job could not be finished.', bn: 'কাজটি শেষ করা যায়নি।' },
  loginRefused: { en: 'The portal refused the login.', bn: 'পোর্টাল লগইন নেয়নি।' },
  rowFailed: {
    en: 'Row {#row} could not be processed. Our team is looking into it.',
    bn: 'সারি {#row}-এর কাজ করা যায়নি। আমাদের দল দেখছে।',
  },
  rowCancelled: { en: 'Not processed: the job was cancelled.', bn: 'কাজ হয়নি: কাজটি বাতিল করা হয়েছে।' },
  rowNotReached: {
    en: 'Not processed: the job ended before this row.',
    bn: 'কাজ হয়নি: এই সারির আগেই কাজটি শেষ হয়েছে।',
  },
  rowSkipped: { en: 'Skipped by our team.', bn: 'আমাদের দল এই সারি বাদ দিয়েছে।' },
  rowSkippedMaybeFiled: {
    en: 'Skipped by our team. The portal may have taken this row. Please look on the portal; running it again looks first.',
    bn: 'আমাদের দল এই সারি বাদ দিয়েছে। পোর্টাল সারিটি নিয়ে থাকতে পারে। পোর্টালে দেখে নিন; আবার চালালে আগে খুঁজে দেখা হবে।',
  },
  rowMaybeFiled: {
    en: 'The portal may have taken this row before the job ended. Please look on the portal; running it again looks first.',
    bn: 'কাজ শেষ হওয়ার আগেই পোর্টাল এই সারি নিয়ে থাকতে পারে। পোর্টালে দেখে নিন; আবার চালালে আগে খুঁজে দেখা হবে।',
  },
  rowFiledBeforeEnd: {
    en: 'The portal has taken this row, but the job ended before its result was stored. Run it again to get the result: nothing is filed twice.',
    bn: 'পোর্টাল এই সারি নিয়েছে, কিন্তু ফলাফল রাখার আগেই কাজটি শেষ হয়ে গেছে। ফলাফল পেতে আবার চালান: কিছুই দুবার জমা হবে না।',
  },
  overlappingFiling: {
    en: 'Another filing that overlaps with this row may still appear on the portal. We look again before we file the row.',
    bn: 'এই সারির সঙ্গে মিলে যায় এমন আরেকটি জমা পোর্টালে এখনো দেখা দিতে পারে। সারিটি জমা দেওয়ার আগে আমরা আবার খুঁজে দেখব।',
  },
  overlappingFilingLost: {
    en: "Another filing that overlaps with this row was sent, and the portal's answer to it was lost. Our team looks at it before the row is filed.",
    bn: 'এই সারির সঙ্গে মিলে যায় এমন আরেকটি জমা পাঠানো হয়েছে, কিন্তু পোর্টালের উত্তর পাওয়া যায়নি। সারিটি জমা দেওয়ার আগে আমাদের দল দেখছে।',
  },
  filingAnswerLost: {
    en: "The portal's answer to the filing was lost. We look for it until it can no longer appear.",
    bn: 'জমা দেওয়ার পর পোর্টালের উত্তর পাওয়া যায়নি। জমা হয়েছে কি না, নিশ্চিত না হওয়া পর্যন্ত আমরা পোর্টালে খুঁজে দেখছি।',
  },
  filingLeftNoTrace: {
    en: 'The portal shows no trace of this filing, and its answer was lost. Our team looks at it before it is sent again.',
    bn: 'পোর্টালে এই জমার কোনো চিহ্ন নেই, আর উত্তরও পাওয়া যায়নি। আবার পাঠানোর আগে আমাদের দল দেখছে।',
  },
  confirmedFilingNotShown: {
    en: 'The portal has confirmed this filing, but does not show it now. Our team looks at it before it is sent again.',
    bn: 'পোর্টাল এই জমা নিশ্চিত করেছে, কিন্তু এখন দেখাচ্ছে না। আবার পাঠানোর আগে আমাদের দল দেখছে।',
  },
  takenFilingNotRead: {
    en: 'The portal has taken this row, but its result could not be read yet.',
    bn: 'পোর্টাল এই সারি নিয়েছে, কিন্তু এর ফলাফল এখনো পড়া যায়নি।',
  },
  lostFilingNotLookedUp: {
    en: "The portal's answer to the filing was lost, and it could not be looked up. Our team looks at it before it is sent again.",
    bn: 'জমা দেওয়ার পর পোর্টালের উত্তর পাওয়া যায়নি, পোর্টালে খুঁজেও দেখা যায়নি। আবার পাঠানোর আগে আমাদের দল দেখছে।',
  },
  combinedPdfEnds: {
    en: 'combined.pdf ends before {name}: it would be larger than {#megabytes} MB.',
    bn: 'combined.pdf {name}-এর আগে শেষ: এর বেশি নিলে {#megabytes} MB-র চেয়ে বড় হয়ে যেত।',
  },
  notInCombinedPdf: {
    en: '{name} cannot be read as a PDF and is not in combined.pdf.',
    bn: '{name} PDF হিসেবে পড়া যায় না, তাই combined.pdf-এ নেই।',
  },
  combinedPdfIncomplete: {
    en: 'combined.pdf is not complete: {#documents} document{s_documents} missing, as the Summary sheet of result.xlsx says.',
    bn: 'combined.pdf সম্পূর্ণ নয়: {#documents}টি ডকুমেন্ট নেই; result.xlsx-এর Summary শিটে লেখা আছে।',
  },
  documentsMissing: {
    en: 'Its documents could not be downloaded. Please get them on the portal.',
    bn: 'এর ডকুমেন্ট নামানো যায়নি। পোর্টাল থেকে নিয়ে নিন।',
  },
  columnProblem: { en: '{column}: {words}', bn: '{column}: {words}' },
  severalProblems: { en: '{words}; {more}', bn: '{words}; {more}' },
  waiting: { en: 'Waiting', bn: 'অপেক্ষায়' },
  ranTooOften: {
    en: 'This job has run {#times} times. Please upload its failed rows as a new file.',
    bn: 'কাজটি {#times} বার চালানো হয়েছে। ব্যর্থ সারিগুলো নতুন ফাইলে আপলোড করুন।',
  },
  tooManyViews: {
    en: 'You can save {#most} views. Please delete one first.',
    bn: '{#most}টি তালিকা সংরক্ষণ করা যায়। আগে একটি মুছে ফেলুন।',
  },
  noResultFiles: { en: 'This job has no result files.', bn: 'এই কাজের কোনো ফলাফলের ফাইল নেই।' },
  ranSinceCounted: {
    en: 'This job has been run again since it was counted.',
    bn: 'গোনার পর কাজটি আবার চালানো হয়েছে।',
  },
  customerSuspended: {
    en: 'The account of this customer is suspended.',
    bn: 'এই গ্রাহকের অ্যাকাউন্ট স্থগিত আছে।',
  },
  refundWhileRunning: {
    en: 'This job is still running. What it does not use comes back when it ends.',
    bn: 'কাজটি এখনো চলছে। যেটুকু খরচ হবে না, কাজ শেষ হলে তা ফেরত আসবে।',
  },
  rowNotFailed: {
    en: 'Row {#row} has no failure to correct. Please load the page again.',
    bn: 'সারি {#row}-এ ঠিক করার মতো কোনো ভুল নেই। পাতাটি আবার লোড করুন।',
  },
});
