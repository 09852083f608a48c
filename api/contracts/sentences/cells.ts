/** Texts about what is wrong with a cell, a row, or the rows of one filing, before anything is sent. */
import { defineSentences } from './sentence.ts';

export const cellSentences = defineSentences({
  // Any column
  'This cell is empty.': 'এই ঘরটি খালি।',
  'This cell is not valid.': 'এই ঘরের তথ্য ঠিক নয়।',
  'This value is not valid.': 'এই মান ঠিক নয়।',
  'This cell has more than {#most} characters.': 'এই ঘরে {#most}টির বেশি অক্ষর আছে।',
  'This cell has no heading above it.': 'এই ঘরের উপরে কোনো শিরোনাম নেই।',
  'Same as row {#row}': 'সারি {#row}-এর মতো একই',
  'Duplicate of row {#row}.': 'সারি {#row}-এর সঙ্গে হুবহু মিলে যায়।',
  'Row {#row} has the same.': 'সারি {#row}-এ একই আছে।',
  'Filed together with row {#row}, which has a problem.':
    'সারি {#row}-এর সঙ্গে একত্রে জমা হয়, আর সেই সারিতে ভুল আছে।',
  'Excel keeps only 15 digits of a number: the last ones may be wrong.':
    'Excel একটি সংখ্যার মাত্র ১৫টি অঙ্ক রাখে: শেষের অঙ্কগুলো ভুল হতে পারে।',
  // Numbers, texts, choices, dates
  'This is not a number with at most {#decimals} decimals.':
    'এটি দশমিকের পর সর্বোচ্চ {#decimals} ঘরের সংখ্যা নয়।',
  'This is not a number above {#above}.': 'এটি {#above}-এর বেশি কোনো সংখ্যা নয়।',
  'This is not a number from {#min}.': 'এটি {#min} বা তার বেশি কোনো সংখ্যা নয়।',
  'This is not a number from {#min} up to {#max}.': 'এটি {#min} থেকে {#max}-এর মধ্যে কোনো সংখ্যা নয়।',
  'This is not a whole number.': 'এটি পূর্ণ সংখ্যা নয়।',
  'This is not a whole number from {#min} to {#max}.': 'এটি {#min} থেকে {#max}-এর মধ্যে কোনো পূর্ণ সংখ্যা নয়।',
  'This is shorter than {#min} characters.': 'এটি {#min} অক্ষরের চেয়ে ছোট।',
  'This is longer than {#max} characters.': 'এটি {#max} অক্ষরের চেয়ে বড়।',
  'This is none of {list}.': 'এটি এগুলোর কোনোটি নয়: {list}।',
  'This is not a date, day first.': 'এটি তারিখ নয়; দিন আগে লিখুন।',
  'This date is in the future.': 'এই তারিখ এখনও আসেনি।',
  'This date is in the past.': 'এই তারিখ পার হয়ে গেছে।',
  // Trade
  'The HS code does not have 8 digits.': 'HS Code ৮ অঙ্কের নয়।',
  'The HTS code does not have 6 to 10 digits.': 'HTS Code ৬ থেকে ১০ অঙ্কের নয়।',
  'This is not a country.': 'এটি কোনো দেশ নয়।',
  'This must be another country than Bangladesh.': 'বাংলাদেশ ছাড়া অন্য দেশ হতে হবে।',
  'This is not a UN/LOCODE.': 'এটি UN/LOCODE নয়।',
  'This is not a port of Bangladesh.': 'এটি বাংলাদেশের কোনো বন্দর নয়।',
  'This is not an EXP number.': 'এটি EXP নম্বর নয়।',
  'This is not the number of a bill.': 'এটি বিল অব এন্ট্রি বা এক্সপোর্টের নম্বর নয়।',
  'The customs office does not have 3 digits.': 'কাস্টমস অফিসের কোড ৩ অঙ্কের নয়।',
  'The BIN does not have 13 digits; older numbers of 9 digits are no longer valid.':
    'BIN ১৩ অঙ্কের নয়; ৯ অঙ্কের পুরোনো নম্বর আর চলে না।',
  'This is not a REX number of Bangladesh.': 'এটি বাংলাদেশের REX নম্বর নয়।',
  'The AD code is not a number of 4 to 8 digits.': 'AD Code ৪ থেকে ৮ অঙ্কের সংখ্যা নয়।',
  'The EXP serial is not a number of 1 to 6 digits.': 'EXP-এর সিরিয়াল ১ থেকে ৬ অঙ্কের সংখ্যা নয়।',
  'The EXP year is not a year from {first} to {last}.': 'EXP-এর বছর {first} থেকে {last}-এর মধ্যে নয়।',
  'This is not a container number.': 'এটি কনটেইনার নম্বর নয়।',
  "The container number's check digit should be {#digit}.": 'কনটেইনার নম্বরের শেষ অঙ্ক {#digit} হওয়ার কথা।',
  'This is not a rotation number.': 'এটি রোটেশন নম্বর নয়।',
  'This is neither a container with a right check digit nor a booking or B/L number.':
    'এটি সঠিক শেষ অঙ্কের কনটেইনার নম্বর নয়, বুকিং বা B/L নম্বরও নয়।',
  'This is longer than 200 characters.': 'এটি ২০০ অক্ষরের চেয়ে বড়।',
  'This is neither the name of a PDF nor a document of an earlier result.':
    'এটি কোনো PDF-এর নাম নয়, আগের কোনো ফলাফলের ডকুমেন্টও নয়।',
  // EXP
  'Freight is missing for {incoterm}.': '{incoterm}-এর জন্য ভাড়া (freight) দেওয়া নেই।',
  'Insurance is missing for CIF.': 'CIF-এর জন্য বীমা (insurance) দেওয়া নেই।',
  'Freight, insurance and commission are not less than the invoice value.':
    'ভাড়া, বীমা ও কমিশনের যোগফল ইনভয়েস মূল্যের চেয়ে কম নয়।',
  'The FOB value is not {value}.': 'FOB মূল্য {value} নয়।',
  'The contract is dated after the invoice.': 'চুক্তির তারিখ ইনভয়েসের পরের।',
  'The gross weight is less than the net weight.': 'মোট ওজন (gross) নিট ওজনের চেয়ে কম।',
  'This does not look like an ERC.': 'এটি ERC নম্বরের মতো নয়।',
  'Another row of EXP {exp} has another invoice number.': 'EXP {exp}-এর অন্য একটি সারিতে ইনভয়েস নম্বর আলাদা।',
  'The shipment is before the bill of export.': 'জাহাজীকরণের তারিখ বিল অব এক্সপোর্টের আগের।',
  'LATE: the shipment was {#days} days ago, the duplicate was due within {#due}.':
    'দেরি: জাহাজীকরণ হয়েছে {#days} দিন আগে, ডুপ্লিকেট দেওয়ার কথা ছিল {#due} দিনের মধ্যে।',
  'The new value is the old one.': 'নতুন মান আর পুরোনো মান একই।',
  'The field {field} of {words} is corrected twice.': '{words}-এর {field} ঘর দুবার সংশোধন করা হচ্ছে।',
  'The reasons for {words} are longer than {#max} characters together.':
    '{words}-এর কারণগুলো একত্রে {#max} অক্ষরের চেয়ে বড়।',
  // Export zones
  'This is not the number of an {kind} application.': 'এটি {kind} আবেদনের নম্বর নয়।',
  'Without the undertaking nothing can be submitted.': 'অঙ্গীকারনামা ছাড়া কিছু জমা দেওয়া যায় না।',
  'This is neither a UN/LOCODE of Bangladesh nor the name of a land port.':
    'এটি বাংলাদেশের UN/LOCODE নয়, কোনো স্থলবন্দরের নামও নয়।',
  'The FOB value is more than the invoice value of {value}.': 'FOB মূল্য ইনভয়েস মূল্য {value}-এর চেয়ে বেশি।',
  'A foreign import cannot come from Bangladesh.': 'বিদেশি আমদানি বাংলাদেশ থেকে আসতে পারে না।',
  'The items of {words} add up to {sum}, not to the {total} of {value}.':
    '{words}-এর আইটেমগুলোর যোগফল {sum}, যা {total} {value}-এর সমান নয়।',
  'The gross weight of {words} is less than the {net} kg net of its items.':
    '{words}-এর মোট ওজন (gross) তার আইটেমগুলোর নিট ওজন {net} কেজির চেয়ে কম।',
  'Another row of {words} has another {column}.': '{words}-এর অন্য একটি সারিতে {column} আলাদা।',
  'Invoice {invoice} has item {item} twice.': 'ইনভয়েস {invoice}-এ আইটেম {item} দুবার আছে।',
  '{column} is missing for {type}.': '{type}-এর জন্য {column} দেওয়া নেই।',
  'The enterprise code does not begin with {zone}.': 'প্রতিষ্ঠানের কোড {zone} দিয়ে শুরু হয়নি।',
  'The row names no application.': 'সারিতে কোনো আবেদনের উল্লেখ নেই।',
  'Application {number} is not of the zone {zone}.': 'আবেদন {number} {zone} জোনের নয়।',
  // Cash incentive
  'Freight, insurance and commission leave nothing of the invoice value.':
    'ভাড়া, বীমা ও কমিশন বাদ দিলে ইনভয়েস মূল্যের কিছুই থাকে না।',
  'Invoice value without freight, insurance and commission is {value}.':
    'ভাড়া, বীমা ও কমিশন বাদে ইনভয়েস মূল্য {value}।',
  'The value addition is {#added} %, below {#min} %.': 'মূল্য সংযোজন {#added}%, যা {#min}%-এর কম।',
  'CMT and local material are {#added} % of net FOB.': 'CMT ও স্থানীয় উপকরণ নিট FOB-এর {#added}%।',
  'This is more than {#max} % of the invoice value.': 'এটি ইনভয়েস মূল্যের {#max}%-এর বেশি।',
  'The proceeds were realised {#days} days ago.': 'মূল্য প্রত্যাবাসিত হয়েছে {#days} দিন আগে।',
  '"{scheme}" pays nothing for shipments to {country}.': '{country}-এ রপ্তানিতে "{scheme}" প্রযোজ্য নয়।',
  'The time for this claim ends in {#days} days.': 'এই দাবির সময় {#days} দিনের মধ্যে শেষ হবে।',
  'Less than the invoice value was realised.': 'ইনভয়েস মূল্যের চেয়ে কম প্রত্যাবাসিত হয়েছে।',
  'The PRC is older than the realisation.': 'PRC-র তারিখ প্রত্যাবাসনের আগের।',
  '{country} is none of the countries of "{scheme}".': '{country} "{scheme}"-এর দেশগুলোর মধ্যে নেই।',
  'The account number does not have 8 to 17 digits.': 'অ্যাকাউন্ট নম্বর ৮ থেকে ১৭ অঙ্কের নয়।',
  'invoice {invoice}': 'ইনভয়েস {invoice}',
  'EXP {exp}': 'EXP {exp}',
  '{first} or {second}': '{first} বা {second}',
  // Tracking
  'The serial is not one letter.': 'সিরিয়াল একটি অক্ষর নয়।',
  'The number of the bill is missing.': 'বিলের নম্বর দেওয়া নেই।',
  'This year has not begun.': 'এই বছর এখনও শুরু হয়নি।',
  // Forwarder
  'The row names no booking.': 'সারিতে কোনো বুকিংয়ের উল্লেখ নেই।',
  'The order number {order} names another line.': 'অর্ডার নম্বর {order}-এ অন্য একটি লাইনের উল্লেখ আছে।',
  'There are more cartons than pieces.': 'কার্টনের সংখ্যা পিসের চেয়ে বেশি।',
  '{value} CBM per carton is unusual.': 'প্রতি কার্টনে {value} CBM সাধারণত হয় না।',
  '{value} kg per piece is unusual.': 'প্রতি পিসে {value} কেজি সাধারণত হয় না।',
  'This is not the number of a shipping order, FCR, PO or invoice.':
    'এটি শিপিং অর্ডার, FCR, PO বা ইনভয়েসের নম্বর নয়।',
  'This is no address or part of one.': 'এটি ঠিকানা বা ঠিকানার অংশ নয়।',
  'This is after the last day, {day}.': 'এটি শেষ দিন {day}-এর পরের।',
  'These are {#days} days; at most {#max} can be searched.':
    'এখানে {#days} দিন; একবারে সর্বোচ্চ {#max} দিন খোঁজা যায়।',
  'This is not a shipping order number.': 'এটি শিপিং অর্ডার নম্বর নয়।',
  'This is not a purchase order number.': 'এটি পারচেজ অর্ডার নম্বর নয়।',
  'This is not the number of a line.': 'এটি লাইনের নম্বর নয়।',
  'This is not a carton size.': 'এটি কার্টনের মাপ নয়।',
  'This is not the code of a client.': 'এটি ক্লায়েন্টের কোড নয়।',
  // Buyer
  'The goods must be of Bangladesh.': 'পণ্য বাংলাদেশের হতে হবে।',
  'Quantity × price is {amount}.': 'পরিমাণ × দর হয় {amount}।',
  'Invoice {invoice} has the line {line} twice.': 'ইনভয়েস {invoice}-এ {line} লাইনটি দুবার আছে।',
  '{amount} {currency} of invoice {invoice} go to the EU without a REX number.':
    'ইনভয়েস {invoice}-এর {amount} {currency} REX নম্বর ছাড়াই ইইউ-তে যাচ্ছে।',
  'The row names no invoice, no order and no dates.': 'সারিতে ইনভয়েস, অর্ডার বা তারিখ কোনোটিই নেই।',
  'One of the two dates is missing.': 'দুটি তারিখের একটি নেই।',
  'The last date is before the first.': 'শেষ তারিখ প্রথম তারিখের আগের।',
  'The dates are {#days} days apart.': 'তারিখ দুটির মধ্যে {#days} দিনের ব্যবধান।',
  'This is not an order number.': 'এটি অর্ডার নম্বর নয়।',
  'This is not the code of a planning market.': 'এটি প্ল্যানিং মার্কেটের কোড নয়।',
  'The article number does not have 3 digits.': 'আর্টিকেল নম্বর ৩ অঙ্কের নয়।',
  'This is not a booking number.': 'এটি বুকিং নম্বর নয়।',
  // REX
  'This is no country of the REX scheme.': 'এটি REX স্কিমের কোনো দেশ নয়।',
  'This is not an origin criterion.': 'এটি উৎপত্তির মানদণ্ড (origin criterion) নয়।',
  'This invoice number cannot be the name of a file.': 'এই ইনভয়েস নম্বর ফাইলের নাম হতে পারে না।',
  'The bill of lading is more than {#days} days older than the invoice.':
    'বিল অব লেডিং ইনভয়েসের চেয়ে {#days} দিনের বেশি পুরোনো।',
  'The heading {heading} is not that of the HS code {code}.': 'শিরোনাম {heading} HS Code {code}-এর নয়।',
  // Files beside the sheet
  'No row needs the file {name}.': '{name} ফাইলটি কোনো সারিতে লাগে না।',
  '{name} is not in the ZIP file.': '{name} ZIP ফাইলে নেই।',
  'No ZIP of documents came with the sheet.': 'শিটের সঙ্গে ডকুমেন্টের ZIP আসেনি।',
  'The ZIP file holds this name twice.': 'ZIP ফাইলে এই নাম দুবার আছে।',
  'The file is larger than {#most} MB.': 'ফাইলটি {#most} MB-র চেয়ে বড়।',
  'The file is damaged inside the ZIP file.': 'ZIP-এর ভেতরে ফাইলটি নষ্ট।',
  'A ZIP file inside the ZIP file is not opened.': 'ZIP-এর ভেতরের ZIP খোলা হয় না।',
  'The file is not a PDF.': 'ফাইলটি PDF নয়।',
  'This PDF is locked with a password.': 'এই PDF-এ পাসওয়ার্ড দিয়ে তালা দেওয়া।',
  'Enter its password, or put a copy without the lock into the ZIP file.':
    'এর পাসওয়ার্ড দিন, অথবা তালা ছাড়া কপি ZIP-এ রাখুন।',
});
