/** Texts about why an uploaded file is refused, and what to do about it. */
import { defineSentences } from './sentence.ts';

export const uploadSentences = defineSentences({
  'Invalid file type. Accepted formats: {list}': 'এই ধরনের ফাইল নেওয়া যায় না। যেগুলো নেওয়া যায়: {list}',
  'The file is empty.': 'ফাইলটি খালি।',
  'The sheet has no rows below its headings.': 'শিরোনামের নিচে শিটে কোনো সারি নেই।',
  'The ZIP file is empty.': 'ZIP ফাইলটি খালি।',
  'The ZIP file holds no file {name}.': 'ZIP ফাইলে {name} নেই।',
  'The file is damaged: it is no complete ZIP file or workbook. Save or download it again.':
    'ফাইলটি নষ্ট: পুরো ZIP বা Excel ফাইল নয়। আবার সংরক্ষণ বা ডাউনলোড করুন।',
  'The file is damaged: its list of contents cannot be read. Save or download it again.':
    'ফাইলটি নষ্ট: ভেতরের তালিকা পড়া যায় না। আবার সংরক্ষণ বা ডাউনলোড করুন।',
  'The ZIP file holds a link to another file. Pack the files themselves and upload it again.':
    'ZIP ফাইলে অন্য ফাইলের লিংক আছে। মূল ফাইলগুলো ZIP করে আবার আপলোড করুন।',
  'The file holds more than {#most} files. Split it and upload the parts.':
    'ফাইলটিতে {#most}টির বেশি ফাইল আছে। ভাগ করে আপলোড করুন।',
  'The file is protected by a password. Remove the protection and upload it again.':
    'ফাইলে পাসওয়ার্ড দেওয়া আছে। পাসওয়ার্ড তুলে আবার আপলোড করুন।',
  'The ZIP file holds a file with an unsafe path. Pack the files again, without folders outside of it.':
    'ZIP-এর একটি ফাইলের পথ নিরাপদ নয়। বাইরের ফোল্ডার ছাড়া আবার ZIP করুন।',
  'The file unpacks to far more than its size, so it is not opened.':
    'ফাইলটি খুললে আকারের চেয়ে অনেক বড় হয়, তাই খোলা হয়নি।',
  'The heading "{heading}" stands in the sheet twice. Remove or rename one of the two columns.':
    'শিটে "{heading}" শিরোনাম দুবার আছে। একটি কলাম বাদ দিন বা নাম বদলান।',
  '"{first}" and "{second}" both mean {column}. Remove or rename one of the two columns.':
    '"{first}" ও "{second}" দুটিই {column} বোঝায়। একটি কলাম বাদ দিন বা নাম বদলান।',
  'The sheet lacks the column {columns}. Add it to the first row, or start from the sample file.':
    'শিটে {columns} কলাম নেই। প্রথম সারিতে যোগ করুন, অথবা নমুনা ফাইল দিয়ে শুরু করুন।',
  'The sheet lacks the columns {columns}. Add them to the first row, or start from the sample file.':
    'শিটে এই কলামগুলো নেই: {columns}। প্রথম সারিতে যোগ করুন, অথবা নমুনা ফাইল দিয়ে শুরু করুন।',
  'The heading of column {#column} is longer than {#most} characters. The first row must hold the headings.':
    'কলাম {#column}-এর শিরোনাম {#most} অক্ষরের চেয়ে বড়। প্রথম সারিতে শিরোনাম থাকতে হবে।',
  'The name of the file is too long or has characters that cannot be used. Please rename it.':
    'ফাইলের নাম বেশি বড়, অথবা এমন অক্ষর আছে যা নেওয়া যায় না। নাম বদলে দিন।',
  'The file takes too long to read. Save it again with only the rows that are needed.':
    'ফাইলটি পড়তে বেশি সময় লাগছে। শুধু দরকারি সারি রেখে আবার সংরক্ষণ করুন।',
  'The file needs too much memory to read. Save it again with only the rows that are needed.':
    'ফাইলটি পড়তে বেশি মেমরি লাগে। শুধু দরকারি সারি রেখে আবার সংরক্ষণ করুন।',
  'A quotation mark in line {#line} of the file is not closed or stands in the wrong place. Correct it, or save the sheet as .xlsx.':
    'ফাইলের {#line} নম্বর লাইনে একটি উদ্ধৃতি চিহ্ন বন্ধ নয় বা ভুল জায়গায়। ঠিক করুন, অথবা .xlsx হিসেবে সংরক্ষণ করুন।',
  'The sheet has more than {#most} columns. Keep only the columns of the sample file.':
    'শিটে {#most}টির বেশি কলাম আছে। শুধু নমুনা ফাইলের কলামগুলো রাখুন।',
  'The file has far too many blank lines. Save it again with only the rows that are needed.':
    'ফাইলে অনেক বেশি খালি লাইন আছে। শুধু দরকারি সারি রেখে আবার সংরক্ষণ করুন।',
  'The sheet is damaged and cannot be read. Open it in Excel, save it again, and upload it.':
    'শিটটি নষ্ট, পড়া যায় না। Excel-এ খুলে আবার সংরক্ষণ করে আপলোড করুন।',
  'The file has more than {#most} rows. Split it into files of at most {#most} rows each.':
    'ফাইলে {#most}টির বেশি সারি আছে। সর্বোচ্চ {#most} সারির ফাইলে ভাগ করুন।',
  'The file is not a CSV: it holds binary data. Save the sheet as .csv or .xlsx and upload that file.':
    'ফাইলটি CSV নয়। শিটটি .csv বা .xlsx হিসেবে সংরক্ষণ করে আপলোড করুন।',
  'The first line of the file is far too long. It must hold the headings of the columns, and nothing else.':
    'ফাইলের প্রথম লাইন অনেক বড়। সেখানে শুধু কলামের শিরোনাম থাকতে হবে।',
  'The file is a ZIP file but no Excel workbook. Open it in Excel, save it as .xlsx, and upload that file.':
    'ফাইলটি ZIP, কিন্তু Excel ফাইল নয়। Excel-এ খুলে .xlsx হিসেবে সংরক্ষণ করে আপলোড করুন।',
  'The workbook is damaged. Open it in Excel, save it again, and upload it.':
    'Excel ফাইলটি নষ্ট। Excel-এ খুলে আবার সংরক্ষণ করে আপলোড করুন।',
  'The workbook holds XML definitions that no spreadsheet program writes, so it is not opened.':
    'Excel ফাইলে এমন XML আছে যা কোনো স্প্রেডশিট প্রোগ্রাম লেখে না, তাই খোলা হয়নি।',
  'The workbook is protected by a password. Remove the password in Excel and upload it again.':
    'Excel ফাইলে পাসওয়ার্ড দেওয়া আছে। Excel-এ পাসওয়ার্ড তুলে আবার আপলোড করুন।',
  // A file whose content differs from its name
  'The file is named {extension} but it is {kind}.': 'ফাইলটির নাম {extension}, কিন্তু এটি আসলে {kind}।',
  'a PDF': 'একটি PDF',
  'an Excel workbook (.xlsx) or a ZIP file': 'একটি Excel ওয়ার্কবুক (.xlsx) বা ZIP ফাইল',
  'an Excel workbook of the old kind (.xls) or one protected by a password':
    'পুরোনো ধরনের Excel ওয়ার্কবুক (.xls) বা পাসওয়ার্ড দেওয়া ওয়ার্কবুক',
  'a web page': 'একটি ওয়েব পাতা',
  'an XML file': 'একটি XML ফাইল',
  'a picture': 'একটি ছবি',
  'a packed archive': 'একটি আর্কাইভ ফাইল',
  'a text document': 'একটি টেক্সট ডকুমেন্ট',
  'a plain text file': 'একটি সাধারণ টেক্সট ফাইল',
  'Please upload the PDF itself.': 'PDF ফাইলটিই আপলোড করুন।',
  'Please upload a ZIP file of PDFs.': 'PDF-এর একটি ZIP ফাইল আপলোড করুন।',
  'Open it in Excel, save it as .xlsx or .csv, and upload that file.':
    'Excel-এ খুলে .xlsx বা .csv হিসেবে সেভ করে সেই ফাইলটি আপলোড করুন।',
});
