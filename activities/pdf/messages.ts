/** Messages about a PDF: why it cannot be read, and what to check in its tables. */
import { defineMessages } from '#contracts/messages/define.ts';

export const pdfMessages = defineMessages('pdf', {
  locked: {
    en: 'This PDF is locked with a password. Upload it again and enter the password.',
    bn: 'এই PDF পাসওয়ার্ড দিয়ে বন্ধ। আবার আপলোড করে পাসওয়ার্ড দিন।',
  },
  damaged: {
    en: 'This file is damaged or is not a PDF. Open it on your computer, save it again as PDF and upload that.',
    bn: 'ফাইলটি নষ্ট বা PDF নয়। কম্পিউটারে খুলে আবার PDF হিসেবে সংরক্ষণ করে আপলোড করুন।',
  },
  tooManyPages: {
    en: 'This PDF has more than {#most} pages. Split it into smaller files.',
    bn: 'এই PDF-এ {#most} পাতার বেশি আছে। ছোট ফাইলে ভাগ করুন।',
  },
  tookTooLong: {
    en: 'This PDF took too long to read. Split it into smaller files.',
    bn: 'এই PDF পড়তে বেশি সময় লাগছে। ছোট ফাইলে ভাগ করুন।',
  },
  needsTooMuchMemory: {
    en: 'This PDF needs too much memory to read. Split it into smaller files.',
    bn: 'এই PDF পড়তে বেশি মেমরি লাগে। ছোট ফাইলে ভাগ করুন।',
  },
  scanWithoutText: {
    en: 'This PDF is a scan, and no text could be recognised on its pages. Upload the original file or a better scan.',
    bn: 'এই PDF স্ক্যান করা, পাতায় কোনো লেখা চেনা যায়নি। মূল ফাইলটি বা ভালো স্ক্যান আপলোড করুন।',
  },
  noTable: { en: 'No table was found in this PDF.', bn: 'এই PDF-এ কোনো টেবিল পাওয়া যায়নি।' },
  damagedPages: { en: 'Damaged pages were left out: {#pages}.', bn: 'নষ্ট পাতা বাদ দেওয়া হয়েছে: {#pages}।' },
  recoveredFile: {
    en: 'This file is damaged, so pages at its end may be missing. Compare it with the original.',
    bn: 'ফাইলটি নষ্ট, তাই শেষের পাতা বাদ পড়তে পারে। মূল ফাইলের সঙ্গে মিলিয়ে দেখুন।',
  },
  page: { en: 'Page {#page}', bn: 'পাতা {#page}' },
  pages: { en: 'Pages {#list}', bn: 'পাতা {#list}' },
  noTextLayer: {
    en: '{words}: no text layer (a scan or a picture), so nothing was read from here.',
    bn: '{words}: লেখা নেই (স্ক্যান বা ছবি), তাই কিছু পড়া যায়নি।',
  },
  unreadPicture: {
    en: '{words}: a picture was not read, because it shows no text or a chart; if it has a table, that is missing.',
    bn: '{words}: একটি ছবি পড়া হয়নি, কারণ তাতে লেখা নেই বা চার্ট আছে; টেবিল থাকলে তা এখানে নেই।',
  },
  partlyRead: {
    en: '{words}: more lines are drawn than can be read; check the tables there.',
    bn: '{words}: যত রেখা পড়া যায় তার চেয়ে বেশি আঁকা; সেখানকার টেবিল মিলিয়ে দেখুন।',
  },
  stampRemoved: {
    en: '{words}: a stamp, signature or coloured ink lies over the print; check what is beneath it.',
    bn: '{words}: লেখার ওপর সিল, স্বাক্ষর বা রঙিন কালি আছে; তার নিচের লেখা মিলিয়ে দেখুন।',
  },
  unreadPrint: {
    en: '{words}: some print could not be read and is missing in the tables.',
    bn: '{words}: কিছু ছাপা পড়া যায়নি, টেবিলে তা নেই।',
  },
  doubtfulFigures: {
    en: '{#count} figures read by OCR may be wrong and are kept as text, coloured, in the workbook. Check them against the scan: {#list}.',
    bn: 'OCR দিয়ে পড়া {#count}টি সংখ্যা ভুল হতে পারে; ওয়ার্কবুকে সেগুলো রঙিন ঘরে লেখা হিসেবে আছে। স্ক্যানের সঙ্গে মিলিয়ে দেখুন: {#list}।',
  },
  unknownLetters: {
    en: '{words}: the fonts do not say which letters they show; check the text.',
    bn: '{words}: ফন্ট থেকে অক্ষর নিশ্চিত হওয়া যায় না; লেখা মিলিয়ে দেখুন।',
  },
  wrongBengali: {
    en: '{words}: the Bengali text is stored in a wrong way; check its letters.',
    bn: '{words}: বাংলা লেখা ভুলভাবে রাখা; অক্ষরগুলো মিলিয়ে দেখুন।',
  },
  checkTable: {
    en: '{table}: some cells may be in the wrong place; compare this table with the PDF.',
    bn: '{table}: কিছু ঘর ভুল জায়গায় থাকতে পারে; টেবিলটি PDF-এর সঙ্গে মিলিয়ে দেখুন।',
  },
  checkCells: {
    en: '{table}: check the coloured cells: {cells}.',
    bn: '{table}: রঙিন ঘরগুলো মিলিয়ে দেখুন: {cells}।',
  },
  doubtHeading: { en: 'no heading over values', bn: 'মানের উপরে শিরোনাম নেই' },
  doubtKind: { en: 'letters among numbers', bn: 'সংখ্যার মধ্যে অক্ষর' },
  doubtSeveral: { en: 'several values in one cell', bn: 'এক ঘরে একাধিক মান' },
  doubtSum: { en: 'not the sum of its column', bn: 'কলামের যোগফলের সঙ্গে মেলে না' },
  doubtProduct: { en: 'not the product of its row', bn: 'সারির গুণফলের সঙ্গে মেলে না' },
  doubtBalance: { en: 'does not follow from the balance before', bn: 'আগের স্থিতির সঙ্গে মেলে না' },
  doubtMisread: { en: 'figure that may be misread', bn: 'সংখ্যাটি ভুল পড়া হয়ে থাকতে পারে' },
  keptApplied: {
    en: 'Your corrections of {@day} in {words} were applied. You can take them back on the page of the tables.',
    bn: '{words} ফাইলে {@day} তারিখে করা আপনার সংশোধন এখানেও করা হয়েছে। টেবিলের পাতায় তা ফেরত নেওয়া যায়।',
  },
  spilledColumns: {
    en: 'The columns on page {#page} were added to the table on page {#base}, whose rows they continue to the right.',
    bn: 'পাতা {#page}-এর কলামগুলো পাতা {#base}-এর টেবিলের ডানে যোগ করা হয়েছে।',
  },
  watermark: {
    en: '{words}: a watermark was left out: {>text}.',
    bn: '{words}: জলছাপ বাদ দেওয়া হয়েছে: {>text}।',
  },
  xfaForm: {
    en: 'This PDF is an XFA form, which only Adobe Reader shows. Print it to PDF there and upload that file.',
    bn: 'এই PDF একটি XFA ফর্ম, যা শুধু Adobe Reader দেখাতে পারে। সেখান থেকে PDF হিসেবে প্রিন্ট করে আপলোড করুন।',
  },
  readByOcr: {
    en: 'Read from pictures by OCR, page (confidence): {#list}. Check the figures against the scan.',
    bn: 'ছবি থেকে OCR দিয়ে পড়া পাতা (নিশ্চয়তা): {#list}। সংখ্যাগুলো স্ক্যানের সঙ্গে মিলিয়ে দেখুন।',
  },
  hardToRead: {
    en: 'Hard to read, so expect mistakes, page (confidence): {#list}.',
    bn: 'পড়া কঠিন, ভুল থাকতে পারে, পাতা (নিশ্চয়তা): {#list}।',
  },
  twoPages: { en: '{#first} and {#second}', bn: '{#first} ও {#second}' },
  listAndLast: { en: '{#list}, and {#last}', bn: '{#list} ও {#last}' },
  countMore: { en: '{#count} more', bn: 'আরও {#count}টি' },
});
