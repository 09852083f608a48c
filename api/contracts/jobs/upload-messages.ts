/** Messages about uploaded files: why one is refused or left out, and what to do about it. */
import { defineMessages } from '../messages/define.ts';

export const uploadMessages = defineMessages('upload', {
  wrongType: {
    en: 'Invalid file type. Accepted formats: {list}',
    bn: 'এই ধরনের ফাইল নেওয়া যায় না। যেগুলো নেওয়া যায়: {list}',
  },
  emptyFile: { en: 'The file is empty.', bn: 'ফাইলটি খালি।' },
  unusableName: {
    en: 'The name of the file is too long or has characters that cannot be used. Please rename it.',
    bn: 'ফাইলের নাম বেশি বড়, অথবা এমন অক্ষর আছে যা নেওয়া যায় না। নাম বদলে দিন।',
  },
  damagedArchive: {
    en: 'The file is damaged: it is not a complete ZIP file or workbook. Save or download it again.',
    bn: 'ফাইলটি নষ্ট: পুরো ZIP বা Excel ফাইল নয়। আবার সংরক্ষণ বা ডাউনলোড করুন।',
  },
  damagedContents: {
    en: 'The file is damaged: its list of contents cannot be read. Save or download it again.',
    bn: 'ফাইলটি নষ্ট: ভেতরের তালিকা পড়া যায় না। আবার সংরক্ষণ বা ডাউনলোড করুন।',
  },
  holdsLink: {
    en: 'The ZIP file holds a link to another file. Pack the files themselves and upload it again.',
    bn: 'ZIP ফাইলে অন্য ফাইলের লিংক আছে। মূল ফাইলগুলো ZIP করে আবার আপলোড করুন।',
  },
  tooManyFiles: {
    en: 'The file holds more than {#most} files. Split it and upload the parts.',
    bn: 'ফাইলটিতে {#most}টির বেশি ফাইল আছে। ভাগ করে আপলোড করুন।',
  },
  lockedArchive: {
    en: 'The file is protected by a password. Remove the protection and upload it again.',
    bn: 'ফাইলে পাসওয়ার্ড দেওয়া আছে। পাসওয়ার্ড তুলে আবার আপলোড করুন।',
  },
  unsafePath: {
    en: 'The ZIP file holds a file with an unsafe path. Pack the files again, without folders outside of it.',
    bn: 'ZIP-এর একটি ফাইলের পথ নিরাপদ নয়। বাইরের ফোল্ডার ছাড়া আবার ZIP করুন।',
  },
  unpacksTooLarge: {
    en: 'The file unpacks to far more than its size, so it is not opened.',
    bn: 'ফাইলটি খুললে আকারের চেয়ে অনেক বড় হয়, তাই খোলা হয়নি।',
  },
  noRows: { en: 'The sheet has no rows below its headings.', bn: 'শিরোনামের নিচে শিটে কোনো সারি নেই।' },
  headingTwice: {
    en: 'The heading "{heading}" appears twice in the sheet. Remove or rename one of the two columns.',
    bn: 'শিটে "{heading}" শিরোনাম দুবার আছে। একটি কলাম বাদ দিন বা নাম বদলান।',
  },
  headingsMeanSame: {
    en: '"{first}" and "{second}" both mean {column}. Remove or rename one of the two columns.',
    bn: '"{first}" ও "{second}" দুটিই {column} বোঝায়। একটি কলাম বাদ দিন বা নাম বদলান।',
  },
  noSuchHeading: {
    en: 'The sheet has no column “{heading}”.',
    bn: 'শিটে “{heading}” কলাম নেই।',
  },
  headingForTwo: {
    en: 'The column “{heading}” is given for both {first} and {second}.',
    bn: '“{heading}” কলামটি {first} ও {second} দুটির জন্যই দেওয়া হয়েছে।',
  },
  noSuchRow: { en: 'The sheet has no row {#row}.', bn: 'শিটে সারি {#row} নেই।' },
  noSuchColumn: {
    en: 'This service has no column {column}.',
    bn: 'এই সেবায় {column} কলাম নেই।',
  },
  columnMissing: {
    en: 'The sheet lacks the column {columns}. Add it to the first row, or start from the sample file.',
    bn: 'শিটে {columns} কলাম নেই। প্রথম সারিতে যোগ করুন, অথবা নমুনা ফাইল দিয়ে শুরু করুন।',
  },
  columnsMissing: {
    en: 'The sheet lacks the columns {columns}. Add them to the first row, or start from the sample file.',
    bn: 'শিটে এই কলামগুলো নেই: {columns}। প্রথম সারিতে যোগ করুন, অথবা নমুনা ফাইল দিয়ে শুরু করুন।',
  },
  columnsFound: {
    en: 'Its first row has: {found}. This service needs: {needed}.',
    bn: 'প্রথম সারিতে আছে: {found}। এই সেবার দরকার: {needed}।',
  },
  headingTooLong: {
    en: 'The heading of column {#column} is longer than {#most} characters. The first row must hold the headings.',
    bn: 'কলাম {#column}-এর শিরোনাম {#most} অক্ষরের চেয়ে বড়। প্রথম সারিতে শিরোনাম থাকতে হবে।',
  },
  readTooLong: {
    en: 'The file takes too long to read. Save it again with only the rows that are needed.',
    bn: 'ফাইলটি পড়তে বেশি সময় লাগছে। শুধু দরকারি সারি রেখে আবার সংরক্ষণ করুন।',
  },
  readTooLarge: {
    en: 'The file needs too much memory to read. Save it again with only the rows that are needed.',
    bn: 'ফাইলটি পড়তে বেশি মেমরি লাগে। শুধু দরকারি সারি রেখে আবার সংরক্ষণ করুন।',
  },
  openQuote: {
    en: 'A quotation mark in line {#line} of the file is not closed or is in the wrong place. Correct it, or save the sheet as .xlsx.',
    bn: 'ফাইলের {#line} নম্বর লাইনে একটি উদ্ধৃতি চিহ্ন বন্ধ নয় বা ভুল জায়গায়। ঠিক করুন, অথবা .xlsx হিসেবে সংরক্ষণ করুন।',
  },
  tooManyColumns: {
    en: 'The sheet has more than {#most} columns. Keep only the columns of the sample file.',
    bn: 'শিটে {#most}টির বেশি কলাম আছে। শুধু নমুনা ফাইলের কলামগুলো রাখুন।',
  },
  tooManyBlankLines: {
    en: 'The file has far too many blank lines. Save it again with only the rows that are needed.',
    bn: 'ফাইলে অনেক বেশি খালি লাইন আছে। শুধু দরকারি সারি রেখে আবার সংরক্ষণ করুন।',
  },
  damagedSheet: {
    en: 'The sheet is damaged and cannot be read. Open it in Excel, save it again, and upload it.',
    bn: 'শিটটি নষ্ট, পড়া যায় না। Excel-এ খুলে আবার সংরক্ষণ করে আপলোড করুন।',
  },
  tooManyRows: {
    en: 'The file has more than {#most} rows. Split it into files of at most {#most} rows each.',
    bn: 'ফাইলে {#most}টির বেশি সারি আছে। সর্বোচ্চ {#most} সারির ফাইলে ভাগ করুন।',
  },
  notCsv: {
    en: 'The file is not a CSV: it holds binary data. Save the sheet as .csv or .xlsx and upload that file.',
    bn: 'ফাইলটি CSV নয়। শিটটি .csv বা .xlsx হিসেবে সংরক্ষণ করে আপলোড করুন।',
  },
  firstLineTooLong: {
    en: 'The first line of the file is far too long. It must hold the headings of the columns, and nothing else.',
    bn: 'ফাইলের প্রথম লাইন অনেক বড়। সেখানে শুধু কলামের শিরোনাম থাকতে হবে।',
  },
  notWorkbook: {
    en: 'The file is a ZIP file but not an Excel workbook. Open it in Excel, save it as .xlsx, and upload that file.',
    bn: 'ফাইলটি ZIP, কিন্তু Excel ফাইল নয়। Excel-এ খুলে .xlsx হিসেবে সংরক্ষণ করে আপলোড করুন।',
  },
  damagedWorkbook: {
    en: 'The workbook is damaged. Open it in Excel, save it again, and upload it.',
    bn: 'Excel ফাইলটি নষ্ট। Excel-এ খুলে আবার সংরক্ষণ করে আপলোড করুন।',
  },
  workbookDefinitions: {
    en: 'The workbook holds XML definitions that no spreadsheet program writes, so it is not opened.',
    bn: 'Excel ফাইলে এমন XML আছে যা কোনো স্প্রেডশিট প্রোগ্রাম লেখে না, তাই খোলা হয়নি।',
  },
  lockedWorkbook: {
    en: 'The workbook is protected by a password. Remove the password in Excel and upload it again.',
    bn: 'Excel ফাইলে পাসওয়ার্ড দেওয়া আছে। Excel-এ পাসওয়ার্ড তুলে আবার আপলোড করুন।',
  },
  emptyZip: { en: 'The ZIP file is empty.', bn: 'ZIP ফাইলটি খালি।' },
  zipLacksFile: { en: 'The ZIP file holds no file {name}.', bn: 'ZIP ফাইলে {name} নেই।' },
  unreadableInZip: { en: '{name} cannot be read from the ZIP file.', bn: '{name} ZIP ফাইল থেকে পড়া যায়নি।' },
  fileNotNeeded: { en: 'No row needs the file {name}.', bn: '{name} ফাইলটি কোনো সারিতে লাগে না।' },
  leftOut: { en: 'It is left out.', bn: 'এটি বাদ থাকবে।' },
  notInZip: { en: '{name} is not in the ZIP file.', bn: '{name} ZIP ফাইলে নেই।' },
  addAndUploadAgain: { en: 'Add it and upload both files again.', bn: 'এটি যোগ করে দুটি ফাইলই আবার আপলোড করুন।' },
  noZip: { en: 'No ZIP of documents came with the sheet.', bn: 'শিটের সঙ্গে ডকুমেন্টের ZIP আসেনি।' },
  uploadZipWith: { en: 'Upload a ZIP with {name} in it.', bn: '{name} আছে এমন একটি ZIP আপলোড করুন।' },
  nameTwice: { en: 'The ZIP file holds this name twice.', bn: 'ZIP ফাইলে এই নাম দুবার আছে।' },
  nameEachFile: { en: 'Give every file a name of its own.', bn: 'প্রতিটি ফাইলের আলাদা নাম দিন।' },
  fileTooLarge: { en: 'The file is larger than {#most} MB.', bn: 'ফাইলটি {#most} MB-র চেয়ে বড়।' },
  splitPdf: { en: 'Split the PDF.', bn: 'PDF-টি ভাগ করুন।' },
  damagedInZip: { en: 'The file is damaged inside the ZIP file.', bn: 'ZIP-এর ভেতরে ফাইলটি নষ্ট।' },
  packAgain: { en: 'Pack it again.', bn: 'আবার ZIP করুন।' },
  zipInZip: { en: 'A ZIP file inside the ZIP file is not opened.', bn: 'ZIP-এর ভেতরের ZIP খোলা হয় না।' },
  unpackInnerZip: { en: 'Put its PDFs into the ZIP file itself.', bn: 'ভেতরের PDF-গুলো সরাসরি ZIP ফাইলে রাখুন।' },
  notPdf: { en: 'The file is not a PDF.', bn: 'ফাইলটি PDF নয়।' },
  onlyPdfs: { en: 'Only PDF files are converted.', bn: 'শুধু PDF ফাইল রূপান্তর করা হয়।' },
  lockedPdf: { en: 'This PDF is locked with a password.', bn: 'এই PDF-এ পাসওয়ার্ড দিয়ে তালা দেওয়া।' },
  unlockPdf: {
    en: 'Enter its password, or put a copy without the lock into the ZIP file.',
    bn: 'এর পাসওয়ার্ড দিন, অথবা তালা ছাড়া কপি ZIP-এ রাখুন।',
  },
  differsFromName: {
    en: 'The file is named {extension} but it is {kind}.',
    bn: 'ফাইলটির নাম {extension}, কিন্তু এটি আসলে {kind}।',
  },
  kindPdf: { en: 'a PDF', bn: 'একটি PDF' },
  kindZip: { en: 'an Excel workbook (.xlsx) or a ZIP file', bn: 'একটি Excel ওয়ার্কবুক (.xlsx) বা ZIP ফাইল' },
  kindXls: {
    en: 'an Excel workbook of the old kind (.xls) or one protected by a password',
    bn: 'পুরোনো ধরনের Excel ওয়ার্কবুক (.xls) বা পাসওয়ার্ড দেওয়া ওয়ার্কবুক',
  },
  kindHtml: { en: 'a web page', bn: 'একটি ওয়েব পাতা' },
  kindXml: { en: 'an XML file', bn: 'একটি XML ফাইল' },
  kindPicture: { en: 'a picture', bn: 'একটি ছবি' },
  kindArchive: { en: 'a packed archive', bn: 'একটি আর্কাইভ ফাইল' },
  kindRtf: { en: 'a text document', bn: 'একটি টেক্সট ডকুমেন্ট' },
  kindText: { en: 'a plain text file', bn: 'একটি সাধারণ টেক্সট ফাইল' },
  uploadThePdf: { en: 'Please upload the PDF itself.', bn: 'PDF ফাইলটিই আপলোড করুন।' },
  uploadAZip: { en: 'Please upload a ZIP file of PDFs.', bn: 'PDF-এর একটি ZIP ফাইল আপলোড করুন।' },
  saveAsSheet: {
    en: 'Open it in Excel, save it as .xlsx or .csv, and upload that file.',
    bn: 'Excel-এ খুলে .xlsx বা .csv হিসেবে সংরক্ষণ করে সেই ফাইলটি আপলোড করুন।',
  },
  chooseFile: { en: 'Please choose a file.', bn: 'একটি ফাইল বাছুন।' },
  chooseFileOf: { en: 'Please choose a {kind} file.', bn: 'একটি {kind} ফাইল বাছুন।' },
  unknownUpload: {
    en: 'This upload does not exist. Please choose the file again.',
    bn: 'এই আপলোডটি নেই। ফাইলটি আবার বাছুন।',
  },
  unknownZip: {
    en: 'This upload does not exist. Please choose the ZIP file again.',
    bn: 'এই আপলোডটি নেই। ZIP ফাইলটি আবার বাছুন।',
  },
  deleted: {
    en: 'This upload has been deleted. Please choose the file again.',
    bn: 'এই আপলোডটি মুছে ফেলা হয়েছে। ফাইলটি আবার বাছুন।',
  },
});
