/** Texts that say what is valid in a cell: the hints of the columns, and the advice beside a problem. */
import { defineSentences } from './sentence.ts';

export const hintSentences = defineSentences({
  // Any column
  'Shorten it. A quotation mark that is not closed also makes one cell of many.':
    'ছোট করুন। উদ্ধৃতি চিহ্ন বন্ধ না করলেও অনেক ঘর মিলে একটি ঘর হয়ে যায়।',
  'A text with a comma in it must stand in double quotes: "Dhaka, Bangladesh".':
    'লেখায় কমা থাকলে ডাবল কোটের ভেতরে দিন: "Dhaka, Bangladesh"।',
  'It gets the answer of that row.': 'ওই সারির উত্তরই এতে আসবে।',
  'Remove one of the two rows.': 'দুটি সারির একটি বাদ দিন।',
  'Correct one of the two rows.': 'দুটি সারির একটি ঠিক করুন।',
  'Correct row {#row}; this row needs no change.': 'সারি {#row} ঠিক করুন; এই সারিতে কিছু বদলাতে হবে না।',
  'Format the column as Text in Excel and type the number again.':
    'Excel-এ কলামটি Text হিসেবে ফরম্যাট করে নম্বরটি আবার লিখুন।',
  // Numbers, texts, choices, dates
  'A number above {#above} with at most {#decimals} decimals, such as 61500.00 or 61,500.00.':
    '{#above}-এর বেশি সংখ্যা, দশমিকের পর সর্বোচ্চ {#decimals} ঘর, যেমন 61500.00 বা 61,500.00।',
  'A number from {#min} with at most {#decimals} decimals, such as 61500.00 or 61,500.00.':
    '{#min} বা তার বেশি সংখ্যা, দশমিকের পর সর্বোচ্চ {#decimals} ঘর, যেমন 61500.00 বা 61,500.00।',
  'A number from {#min} up to {#max} with at most {#decimals} decimals, such as 61500.00 or 61,500.00.':
    '{#min} থেকে {#max}-এর মধ্যে সংখ্যা, দশমিকের পর সর্বোচ্চ {#decimals} ঘর, যেমন 61500.00 বা 61,500.00।',
  'A whole number, such as 615.': 'পূর্ণ সংখ্যা, যেমন 615।',
  'A whole number from {#min}, such as 615.': '{#min} বা তার বেশি পূর্ণ সংখ্যা, যেমন 615।',
  '{#min} to {#max} characters.': '{#min} থেকে {#max} অক্ষর।',
  '{#min} to {#max} characters, such as {example}.': '{#min} থেকে {#max} অক্ষর, যেমন {example}।',
  'One of {list}.': 'এগুলোর একটি: {list}।',
  'A date such as 2026-11-02, 02/11/2026 or 02-NOV-2026: the day before the month.':
    'তারিখ, যেমন 2026-11-02, 02/11/2026 বা 02-NOV-2026: মাসের আগে দিন।',
  // Trade
  'The 8 digits of the Bangladesh tariff, such as 61091000 or 6109.10.00.':
    'বাংলাদেশের শুল্ক তালিকার ৮ অঙ্ক, যেমন 61091000 বা 6109.10.00।',
  'The 6 to 10 digits of the tariff, such as 61091000 or 6109.10.00.':
    'শুল্ক তালিকার ৬ থেকে ১০ অঙ্ক, যেমন 61091000 বা 6109.10.00।',
  'The two letters of the country or its English name, such as SE or Sweden.':
    'দেশের দুই অক্ষরের কোড বা ইংরেজি নাম, যেমন SE বা Sweden।',
  'The five letters of the port, such as BDCGP for Chattogram or SEGOT for Gothenburg.':
    'বন্দরের পাঁচ অক্ষরের কোড, যেমন চট্টগ্রামের BDCGP বা Gothenburg-এর SEGOT।',
  'The UN/LOCODE of a port in Bangladesh, such as BDCGP, BDDAC or BDMGL.':
    'বাংলাদেশের বন্দরের UN/LOCODE, যেমন BDCGP, BDDAC বা BDMGL।',
  'AD code, serial and year, such as 1084-004512-2026.': 'AD Code, সিরিয়াল ও বছর, যেমন 1084-004512-2026।',
  'One letter and up to 7 digits, such as C796229.': 'একটি অক্ষর ও সর্বোচ্চ ৭ অঙ্ক, যেমন C796229।',
  'The 3 digits of the customs office, such as 301 for Chattogram.':
    'কাস্টমস অফিসের ৩ অঙ্কের কোড, যেমন চট্টগ্রামের 301।',
  'The 13 digits of the BIN, such as 001234567-0103.': 'BIN-এর ১৩ অঙ্ক, যেমন 001234567-0103।',
  'BDREX and letters or digits behind it, such as BDREX0001234.':
    'BDREX, তার পরে অক্ষর বা অঙ্ক, যেমন BDREX0001234।',
  "The bank branch's AD code, the first part of the EXP number: 1084 in 1084-004512-2026.":
    'ব্যাংক শাখার AD Code, EXP নম্বরের প্রথম অংশ: 1084-004512-2026-এর 1084।',
  'The middle part of the EXP number, with or without its leading zeros: 004512 in 1084-004512-2026.':
    'EXP নম্বরের মাঝের অংশ, শুরুর শূন্যসহ বা ছাড়া: 1084-004512-2026-এর 004512।',
  'The last part of the EXP number, with all four digits: 2026 in 1084-004512-2026. Empty means this year.':
    'EXP নম্বরের শেষ অংশ, চার অঙ্কের: 1084-004512-2026-এর 2026। খালি রাখলে চলতি বছর।',
  'Four letters and seven digits, such as MSKU0383250.': 'চারটি অক্ষর ও সাতটি অঙ্ক, যেমন MSKU0383250।',
  'Year and number, such as 2026/3187.': 'বছর ও নম্বর, যেমন 2026/3187।',
  'A container such as MRKU5295187, a booking or B/L of 9 digits, or MAEU with 9 characters behind it.':
    'কনটেইনার নম্বর, যেমন MRKU5295187, ৯ অঙ্কের বুকিং বা B/L, অথবা MAEU ও তার পরে ৯ অক্ষর।',
  'The name of a PDF in the ZIP that comes with the sheet, such as invoice-0912.pdf, or service and number of an earlier result, such as exp-search:1084-004599-2026.':
    'শিটের সঙ্গের ZIP-এর কোনো PDF-এর নাম, যেমন invoice-0912.pdf, অথবা আগের ফলাফলের সেবা ও নম্বর, যেমন exp-search:1084-004599-2026।',
  // EXP
  'Write what of the invoice value is freight.': 'ইনভয়েস মূল্যের কতটা ভাড়া (freight), তা লিখুন।',
  'Write what of the invoice value is insurance.': 'ইনভয়েস মূল্যের কতটা বীমা (insurance), তা লিখুন।',
  'The invoice value includes them.': 'এগুলো ইনভয়েস মূল্যের মধ্যেই ধরা থাকে।',
  'Invoice value less freight, insurance and commission; leave it empty to have it filled in.':
    'ইনভয়েস মূল্য থেকে ভাড়া, বীমা ও কমিশন বাদে যা থাকে; খালি রাখলে আমরা বসিয়ে দেব।',
  'A contract comes before its invoices.': 'ইনভয়েসের আগেই চুক্তি হয়।',
  'Gross weight includes the cartons.': 'মোট ওজনে (gross) কার্টনের ওজনও থাকে।',
  'A new ERC has 13 to 16 digits, an old one is RA- or BA- and 4 to 7 digits.':
    'নতুন ERC ১৩ থেকে ১৬ অঙ্কের; পুরোনোটি RA- বা BA- ও ৪ থেকে ৭ অঙ্ক।',
  'Write the invoice number that the EXP has now.': 'EXP-এ এখন যে ইনভয়েস নম্বর আছে, তা লিখুন।',
  'The invoice number that the EXP has now: it guards against a wrong serial.':
    'EXP-এ এখন যে ইনভয়েস নম্বর আছে: সিরিয়াল ভুল হলে এতে ধরা পড়ে।',
  'Customs passes the bill of export before the goods leave.': 'পণ্য যাওয়ার আগেই কাস্টমস বিল অব এক্সপোর্ট ছাড়ে।',
  'It is reported all the same; your bank may ask for the reason.':
    'তবু রিপোর্ট করা হবে; ব্যাংক কারণ জানতে চাইতে পারে।',
  'What the portal shows now, such as {example}.': 'পোর্টালে এখন যা আছে, যেমন {example}।',
  'What it should be, by the rule of the field in {service}, such as {example}.':
    'যা হওয়ার কথা, {service}-এ ওই ঘরের নিয়ম মেনে, যেমন {example}।',
  'Remove the row, or write what the portal shows now as the old value.':
    'সারিটি বাদ দিন, অথবা পুরোনো মানের ঘরে পোর্টালে এখন যা আছে তা লিখুন।',
  'Keep one of the rows.': 'সারিগুলোর একটি রাখুন।',
  'Give all its rows the same reason.': 'সব সারিতে একই কারণ দিন।',
  // Export zones
  'The application number that the portal gave, such as {example}.':
    'পোর্টালের দেওয়া আবেদন নম্বর, যেমন {example}।',
  'YES: you accept the undertaking of the portal.': 'YES: আপনি পোর্টালের অঙ্গীকারনামা মেনে নিচ্ছেন।',
  'The UN/LOCODE of a port in Bangladesh or the name of a land port, such as BDCGP or Benapole.':
    'বাংলাদেশের বন্দরের UN/LOCODE বা স্থলবন্দরের নাম, যেমন BDCGP বা Benapole।',
  'The invoice value includes the FOB value.': 'FOB মূল্য ইনভয়েস মূল্যের মধ্যেই ধরা থাকে।',
  'Goods of Bangladesh come as DTA or INTER_EPZ.': 'বাংলাদেশের পণ্য DTA বা INTER_EPZ হিসেবে আসে।',
  'The item_fob of all rows of an invoice make its {total}.': 'এক ইনভয়েসের সব সারির item_fob মিলে {total} হয়।',
  'Gross weight is that of the whole invoice and includes the packages.':
    'মোট ওজন (gross) পুরো ইনভয়েসের, প্যাকেটের ওজনসহ।',
  'All rows of an invoice have the same.': 'এক ইনভয়েসের সব সারিতে একই থাকে।',
  'Number the items of an invoice from 1.': 'এক ইনভয়েসের আইটেমগুলোতে ১ থেকে নম্বর দিন।',
  'Such as 1084-004599-2026.': 'যেমন 1084-004599-2026।',
  'Check that the zone is the one of the enterprise.': 'জোনটি প্রতিষ্ঠানের জোন কি না দেখুন।',
  'Fill in {choices}.': '{choices} পূরণ করুন।',
  'The zone stands in the application number.': 'জোন আবেদন নম্বরেই লেখা থাকে।',
  // Cash incentive
  'Net FOB is the invoice value without these three.': 'এই তিনটি বাদে ইনভয়েস মূল্যই নিট FOB।',
  'Correct the value, or leave it empty to have it filled in.': 'মানটি ঠিক করুন, অথবা খালি রাখুন: আমরা বসিয়ে দেব।',
  'It is CMT and local material together, in per cent of net FOB.':
    'এটি CMT ও স্থানীয় উপকরণের যোগফল, নিট FOB-এর শতকরা হারে।',
  'Only the proceeds of this invoice count.': 'শুধু এই ইনভয়েসের প্রত্যাবাসিত মূল্যই ধরা হয়।',
  'Banks take a claim within {#days} days of the realisation.': 'প্রত্যাবাসনের {#days} দিনের মধ্যে ব্যাংক দাবি নেয়।',
  'A claim of "{scheme}" needs it.': '"{scheme}" দাবিতে এটি লাগে।',
  'Claim it under another scheme.': 'অন্য স্কিমে দাবি করুন।',
  'File it before others.': 'এটি আগে জমা দিন।',
  'The claim is made on net FOB; the audit may pay less.': 'দাবি হয় নিট FOB-এর উপর; নিরীক্ষায় কম মিলতে পারে।',
  'Check both dates: the day comes before the month.': 'দুটি তারিখই দেখুন: মাসের আগে দিন।',
  'The bank may refuse the claim.': 'ব্যাংক দাবিটি না-ও নিতে পারে।',
  'Digits only, such as 1051100123456.': 'শুধু অঙ্ক, যেমন 1051100123456।',
  // Tracking
  'One letter, C for the customs registration.': 'একটি অক্ষর; কাস্টমস নিবন্ধনের জন্য C।',
  'Give be_serial and be_number, or c_number such as C796229.':
    'be_serial ও be_number দিন, অথবা c_number, যেমন C796229।',
  'The year of the bill.': 'বিলের বছর।',
  // Forwarder
  'Fill in so_no or po_no.': 'so_no বা po_no পূরণ করুন।',
  'Name the line in one of the two columns.': 'দুটি কলামের একটিতে লাইনের নম্বর দিন।',
  'At most order_qty.': 'সর্বোচ্চ order_qty।',
  'At most pieces.': 'সর্বোচ্চ pieces।',
  'Usual is {min} to {max}.': 'সাধারণত {min} থেকে {max}।',
  '4 to 35 letters, digits and . / _ -, with a digit among them, such as 43680233.':
    '৪ থেকে ৩৫টি অক্ষর, অঙ্ক ও . / _ -, অন্তত একটি অঙ্কসহ, যেমন 43680233।',
  'An e-mail address or a part of it, such as maersk.com.': 'ইমেইল ঠিকানা বা তার অংশ, যেমন maersk.com।',
  'The first day may not be after the last one; an empty last day means today.':
    'প্রথম দিন শেষ দিনের পরে হতে পারে না; শেষ দিন খালি রাখলে আজকের দিন।',
  'A later first day or an earlier last day; an empty last day means today.':
    'প্রথম দিন পিছিয়ে বা শেষ দিন এগিয়ে দিন; শেষ দিন খালি রাখলে আজকের দিন।',
  'The 6 to 12 digits of the shipping order, such as 43680233.': 'শিপিং অর্ডারের ৬ থেকে ১২ অঙ্ক, যেমন 43680233।',
  'The purchase order number of 4 to 20 letters and digits, such as 4500781223.':
    'পারচেজ অর্ডার নম্বর, ৪ থেকে ২০ অক্ষর ও অঙ্ক, যেমন 4500781223।',
  'The purchase order number, with or without the line behind it, such as 4500781223 or 4500781223-10.':
    'পারচেজ অর্ডার নম্বর, পেছনে লাইনসহ বা ছাড়া, যেমন 4500781223 বা 4500781223-10।',
  'The number of the line, such as 10. Empty means all lines of the order.':
    'লাইনের নম্বর, যেমন 10। খালি রাখলে অর্ডারের সব লাইন।',
  "Length, width and height as the portal's list has them, such as 24x16x12.":
    'পোর্টালের তালিকার মতো দৈর্ঘ্য, প্রস্থ ও উচ্চতা, যেমন 24x16x12।',
  "The consignee's code in the list of the portal, such as NORDICSE.":
    'পোর্টালের তালিকায় প্রাপকের কোড, যেমন NORDICSE।',
  // Buyer
  'BD or Bangladesh.': 'BD বা Bangladesh।',
  'Correct the amount, or leave it empty to have it filled in.': 'অঙ্কটি ঠিক করুন, অথবা খালি রাখুন: আমরা বসিয়ে দেব।',
  'Put the quantities into one row.': 'পরিমাণগুলো এক সারিতে দিন।',
  'Above EUR 6,000 the EU asks for your REX number, such as BDREX0001234.':
    'EUR 6,000-এর বেশি হলে ইইউ আপনার REX নম্বর চায়, যেমন BDREX0001234।',
  'Fill in one of them.': 'এগুলোর একটি পূরণ করুন।',
  'Give both dates or none.': 'দুটি তারিখই দিন, অথবা একটিও নয়।',
  'At most {#days} days after the first date.': 'প্রথম তারিখের পর সর্বোচ্চ {#days} দিন।',
  'The order number of 6 digits, with or without its second part, such as 364201-58325.':
    '৬ অঙ্কের অর্ডার নম্বর, দ্বিতীয় অংশসহ বা ছাড়া, যেমন 364201-58325।',
  "The planning market's code as on the order, such as NL/OE or OG.":
    'অর্ডারে যেমন আছে, প্ল্যানিং মার্কেটের কোড, যেমন NL/OE বা OG।',
  'The 3 digits of the article, such as 063.': 'আর্টিকেলের ৩ অঙ্ক, যেমন 063।',
  "The forwarder's booking reference, such as B000259881.": 'ফরোয়ার্ডারের বুকিং রেফারেন্স, যেমন B000259881।',
  // REX
  'A country of the EU, Norway, Switzerland or Turkey, such as SE or Sweden, or its id on the portal.':
    'ইইউ, নরওয়ে, সুইজারল্যান্ড বা তুরস্কের দেশ, যেমন SE বা Sweden, অথবা পোর্টালে তার আইডি।',
  'P, or W and the four digits of the heading, such as W 6109.': 'P, অথবা W ও শিরোনামের চার অঙ্ক, যেমন W 6109।',
  'Letters, digits, dots, hyphens and underscores, such as 2509675: the PDFs are named after it.':
    'অক্ষর, অঙ্ক, ডট, হাইফেন ও আন্ডারস্কোর, যেমন 2509675: PDF-গুলোর নাম এটি দিয়েই হয়।',
  'W is followed by the first four digits of the HS code.': 'W-এর পরে HS Code-এর প্রথম চার অঙ্ক বসে।',
  // Files beside the sheet
  'It is left out.': 'এটি বাদ থাকবে।',
  'Add it and upload both files again.': 'এটি যোগ করে দুটি ফাইলই আবার আপলোড করুন।',
  'Upload a ZIP with {name} in it.': '{name} আছে এমন একটি ZIP আপলোড করুন।',
  'Give every file a name of its own.': 'প্রতিটি ফাইলের আলাদা নাম দিন।',
  'Split the PDF.': 'PDF-টি ভাগ করুন।',
  'Pack it again.': 'আবার ZIP করুন।',
  'Put its PDFs into the ZIP file itself.': 'ভেতরের PDF-গুলো সরাসরি ZIP ফাইলে রাখুন।',
  'Only PDF files are converted.': 'শুধু PDF ফাইল রূপান্তর করা হয়।',
});
