/** Texts about how a row ended: the standard sentences of the services. */
import { defineSentences } from './sentence.ts';

export const rowSentences = defineSentences({
  // Any row
  'Row {#row} could not be worked. Our team looks into it.': 'সারি {#row}-এর কাজ করা যায়নি। আমাদের দল দেখছে।',
  'Not worked: the job was cancelled.': 'কাজ হয়নি: কাজটি বাতিল করা হয়েছে।',
  'Not worked: the job ended before this row.': 'কাজ হয়নি: এই সারির আগেই কাজটি শেষ হয়েছে।',
  'Skipped by our team.': 'আমাদের দল এই সারি বাদ দিয়েছে।',
  'The portal may have taken this row before the job ended. Please look on the portal; running it again looks first.':
    'কাজ শেষ হওয়ার আগেই পোর্টাল এই সারি নিয়ে থাকতে পারে। পোর্টালে দেখে নিন; আবার চালালে আগে খুঁজে দেখা হবে।',
  "The portal's answer to the filing was lost. We look for it until it can no longer appear.":
    'জমা দেওয়ার পর পোর্টালের উত্তর পাওয়া যায়নি। জমা হয়েছে কি না, নিশ্চিত না হওয়া পর্যন্ত আমরা পোর্টালে খুঁজে দেখছি।',
  'The portal shows no trace of this filing, and its answer was lost. Our team looks at it before it is sent again.':
    'পোর্টালে এই জমার কোনো চিহ্ন নেই, আর উত্তরও পাওয়া যায়নি। আবার পাঠানোর আগে আমাদের দল দেখছে।',
  'The document {name} cannot be found.': '{name} ডকুমেন্টটি পাওয়া যায়নি।',
  '{name} cannot be read from the ZIP file.': '{name} ZIP ফাইল থেকে পড়া যায়নি।',
  // How a record on a portal differs from the rows
  '{item},': '{item},',
  '{column} {shown}': '{column} {shown}',
  empty: 'খালি',
  '(empty)': '(খালি)',
  nothing: 'কিছুই না',
  '{field} of {line}': '{line}-এর {field}',
  'status {status}': 'অবস্থা {status}',
  'line {line} too': 'লাইন {line}-ও',
  'a line {line}': 'একটি লাইন {line}',
  'no line {line}': 'লাইন {line} নেই',
  '{differing} for {line}': '{line}-এর {differing}',
  'an item {number}': 'একটি আইটেম {number}',
  'no item {number}': 'আইটেম {number} নেই',
  '{differing} for item {number}': 'আইটেম {number}-এর {differing}',
  '(not certified yet)': '(এখনও প্রত্যয়িত নয়)',
  // EXP
  'EXP {exp} was found: {status}.': 'EXP {exp} পাওয়া গেছে: {status}।',
  'EXP {exp} is on the portal: {status}.': 'EXP {exp} পোর্টালে আছে: {status}।',
  'The portal has EXP {exp} of this invoice with {figures}.':
    'পোর্টালে এই ইনভয়েসের EXP {exp} আছে, তবে: {figures}।',
  'Filed. Your AD has to certify it before the portal shows its number: run the row again then.':
    'জমা হয়েছে। আপনার AD প্রত্যয়ন করলে পোর্টালে নম্বর দেখাবে: তখন সারিটি আবার চালান।',
  'The portal lists EXP {exp}, but: {words}': 'পোর্টালের তালিকায় EXP {exp} আছে, কিন্তু: {words}',
  'The portal shows invoice {invoice} for this EXP.': 'পোর্টালে এই EXP-এর ইনভয়েস {invoice}।',
  'The portal shows {shown} as {field}, not {old}.': 'পোর্টালে {field}-এর ঘরে {shown} আছে, {old} নয়।',
  'EXP {exp} is corrected: revision {revision}.': 'EXP {exp} সংশোধন হয়েছে: রিভিশন {revision}।',
  'The duplicate was reported on {day} with {facts}.': 'ডুপ্লিকেট রিপোর্ট হয়েছে {day} তারিখে: {facts}।',
  'The duplicate of EXP {exp} is reported: {reference}.': 'EXP {exp}-এর ডুপ্লিকেট রিপোর্ট হয়েছে: {reference}।',
  // Export zones
  'Permit {permit} was found: {status}.': 'পারমিট {permit} পাওয়া গেছে: {status}।',
  '{#count} permits were found.': '{#count}টি পারমিট পাওয়া গেছে।',
  'The portal has no such permit.': 'পোর্টালে এমন কোনো পারমিট নেই।',
  'The portal has no such application.': 'পোর্টালে এমন কোনো আবেদন নেই।',
  'Application {number} has not been submitted yet.': 'আবেদন {number} এখনও জমা দেওয়া হয়নি।',
  'PENDING_APPROVAL: application {number} is with the zone officer.':
    'অনুমোদনের অপেক্ষায়: আবেদন {number} জোন কর্মকর্তার কাছে আছে।',
  'RETURNED_WITH_QUERY: {words}': 'প্রশ্নসহ ফেরত এসেছে: {words}',
  'Application {number} is of invoice {invoice}.': 'আবেদন {number} ইনভয়েস {invoice}-এর।',
  'Invoice {invoice} has several applications: {numbers}. Name the one that is meant.':
    'ইনভয়েস {invoice}-এর একাধিক আবেদন আছে: {numbers}। কোনটি, তা লিখুন।',
  'The portal has application {number} of this invoice with {figures}.':
    'পোর্টালে এই ইনভয়েসের আবেদন {number} আছে, তবে: {figures}।',
  'Application {number} is on the portal: {status}.': 'আবেদন {number} পোর্টালে আছে: {status}।',
  'Application {number} is with the zone officer: {status}, receipt {receipt}.':
    'আবেদন {number} জোন কর্মকর্তার কাছে: {status}, রসিদ {receipt}।',
  'The portal asks a fee of BDT {fee} for {number}, not {expected}.':
    '{number}-এর জন্য পোর্টাল ফি চাইছে BDT {fee}, {expected} নয়।',
  'The portal still needs the {paper}: name it.': 'পোর্টালে এখনও {paper} লাগবে: সারিতে উল্লেখ করুন।',
  'The portal still needs the {paper}: name it in {column}.':
    'পোর্টালে এখনও {paper} লাগবে: {column} ঘরে উল্লেখ করুন।',
  // Cash incentive
  'The bank has claim {claim} of this EXP with {figures}.':
    'ব্যাংকে এই EXP-এর দাবি {claim} আছে, তবে: {figures}।',
  'No rate of this scheme is announced for shipments of {day}. Nothing was filed.':
    '{day} তারিখের রপ্তানির জন্য এই স্কিমের হার ঘোষণা হয়নি। কিছু জমা দেওয়া হয়নি।',
  'The bank calculates {theirs}, we {ours}. Nothing was submitted.':
    'ব্যাংকের হিসাবে {theirs}, আমাদের হিসাবে {ours}। কিছু জমা দেওয়া হয়নি।',
  'BDT {claim} (net FOB {netFob}, {rate} %)': 'BDT {claim} (নিট FOB {netFob}, {rate}%)',
  'Claim {claim} of BDT {amount} is at the bank: {status}.':
    'BDT {amount}-এর দাবি {claim} ব্যাংকে আছে: {status}।',
  'The bank answered: {words}': 'ব্যাংকের উত্তর: {words}',
  'The bank answered the search with: {words}': 'খুঁজতে গেলে ব্যাংকের উত্তর: {words}',
  'The bank shows the unknown status "{status}".': 'ব্যাংক অজানা অবস্থা "{status}" দেখাচ্ছে।',
  'The bank shows "{text}" as a date.': 'ব্যাংক তারিখের ঘরে "{text}" দেখাচ্ছে।',
  'The bank listed claims of another EXP than was asked for.':
    'যে EXP চাওয়া হয়েছিল, ব্যাংক তার বদলে অন্য EXP-এর দাবি দেখিয়েছে।',
  'The bank\'s page has no "{label}".': 'ব্যাংকের পাতায় "{label}" নেই।',
  'The bank\'s page shows "{text}" as "{label}".': 'ব্যাংকের পাতায় "{label}"-এর ঘরে "{text}" আছে।',
  // Tracking
  'NO CONTAINER FOUND': 'কনটেইনার পাওয়া যায়নি',
  'The port shows the container "{shown}" instead of {container}.':
    'বন্দর {container}-এর বদলে "{shown}" কনটেইনার দেখাচ্ছে।',
  'Your sheet says {wanted}, the port shows {shown}.': 'আপনার শিটে {wanted}, বন্দর দেখাচ্ছে {shown}।',
  'This visit began {#days} days ago and may not be the one you mean.':
    'এই যাত্রা শুরু হয়েছে {#days} দিন আগে, আপনি যেটি চান সেটি না-ও হতে পারে।',
  'No record for given parameters': 'এই তথ্যে কোনো রেকর্ড নেই',
  'The bill is: {status}.': 'বিলের অবস্থা: {status}।',
  'The status page of the portal has no "{label}".': 'পোর্টালের অবস্থার পাতায় "{label}" নেই।',
  'Manifest {number}.': 'ম্যানিফেস্ট {number}।',
  'EGM_NOT_YET_FILED: the manifest of this bill is not filed yet. Please try again later.':
    'এই বিলের EGM এখনও জমা হয়নি। পরে আবার চেষ্টা করুন।',
  'Your sheet has {what} {wanted}, customs has {shown}.': '{what}: আপনার শিটে {wanted}, কাস্টমসে {shown}।',
  rotation: 'রোটেশন',
  '{status}: {event}, {place}.': '{status}: {event}, {place}।',
  Found: 'পাওয়া গেছে',
  'no event yet': 'এখনও কোনো ঘটনা নেই',
  'place unknown': 'স্থান অজানা',
  'Maersk tracking has no results for {number}.': 'Maersk ট্র্যাকিংয়ে {number}-এর কোনো ফলাফল নেই।',
  'The answer of the carrier does not look as expected.': 'ক্যারিয়ারের উত্তর যেমন হওয়ার কথা তেমন নয়।',
  'No shipment found.': 'কোনো শিপমেন্ট পাওয়া যায়নি।',
  'No milestone yet.': 'এখনও কোনো মাইলফলক নেই।',
  '{#count} shipments; all of them are on the next sheets.': '{#count}টি শিপমেন্ট; সবগুলো পরের শিটগুলোতে আছে।',
  'The shipment page of the portal has no "{label}".': 'পোর্টালের শিপমেন্টের পাতায় "{label}" নেই।',
  // Forwarder
  'The portal has no such booking.': 'পোর্টালে এমন কোনো বুকিং নেই।',
  'EXP {exp} cannot be found.': 'EXP {exp} পাওয়া যায়নি।',
  'More than {#most} bookings fit; name one.': '{#most}টির বেশি বুকিং মিলেছে; একটির উল্লেখ করুন।',
  'The portal lost booking {so} between two searches.': 'দুবার খোঁজার মাঝে পোর্টালে বুকিং {so} হারিয়ে গেছে।',
  'There is no confirmation yet: {states}.': 'এখনও কনফার্মেশন নেই: {states}।',
  'Booking {so} was found: {status}.': 'বুকিং {so} পাওয়া গেছে: {status}।',
  '{#count} bookings were found, {#confirmed} with a confirmation; the sheet Bookings has each of them.':
    '{#count}টি বুকিং পাওয়া গেছে, {#confirmed}টির কনফার্মেশনসহ; প্রতিটি Bookings শিটে আছে।',
  'The portal has shipping order {so} for this order with {figures}.':
    'পোর্টালে এই অর্ডারের শিপিং অর্ডার {so} আছে, তবে: {figures}।',
  'The order {order} has no lines.': 'অর্ডার {order}-এ কোনো লাইন নেই।',
  'The order {order} has no line {line}.': 'অর্ডার {order}-এ লাইন {line} নেই।',
  'The portal has style {styles}, not {style}.': 'পোর্টালে স্টাইল {styles}, {style} নয়।',
  'Shipping order {so} is on the portal: {status}.': 'শিপিং অর্ডার {so} পোর্টালে আছে: {status}।',
  'The list does not have the uploaded document yet.': 'আপলোড করা ডকুমেন্টটি এখনও তালিকায় আসেনি।',
  '{name} is on the portal as {type} of shipping order {so}.':
    '{name} পোর্টালে শিপিং অর্ডার {so}-এর {type} হিসেবে আছে।',
  'Client {client} is not in the list of the portal.': 'ক্লায়েন্ট {client} পোর্টালের তালিকায় নেই।',
  'Document type {type} is not in the list of the portal.': '{type} ধরনের ডকুমেন্ট পোর্টালের তালিকায় নেই।',
  'The portal has FCR {receipt} of this invoice with {figures}.':
    'পোর্টালে এই ইনভয়েসের FCR {receipt} আছে, তবে: {figures}।',
  '{receipt} is on the portal: {status}.': '{receipt} পোর্টালে আছে: {status}।',
  'No FCR of {key} in the mails from {from} to {to}.': '{from} থেকে {to} পর্যন্ত মেইলে {key}-এর কোনো FCR নেই।',
  '{#count} more mails were not looked into; narrow the dates or the sender.':
    'আরও {#count}টি মেইল দেখা হয়নি; তারিখ বা প্রেরক কমিয়ে দিন।',
  'An FCR was found, but its number could not be read.': 'একটি FCR পাওয়া গেছে, কিন্তু নম্বর পড়া যায়নি।',
  'Found {numbers}.': 'পাওয়া গেছে: {numbers}।',
  '{#count} more could not be read.': 'আরও {#count}টি পড়া যায়নি।',
  'Low confidence: please compare with the PDF.': 'নিশ্চিত নয়: PDF-এর সঙ্গে মিলিয়ে দেখুন।',
  'The {field} could not be read.': '{field} পড়া যায়নি।',
  'No {field} was found.': '{field} পাওয়া যায়নি।',
  'The FCR has more than one {field}.': 'FCR-এ একাধিক {field} আছে।',
  'The {field} is not certain.': '{field} নিশ্চিত নয়।',
  'fcr no': 'FCR নম্বর',
  'fcr date': 'FCR-এর তারিখ',
  'so no': 'SO নম্বর',
  shipper: 'প্রেরক',
  consignee: 'প্রাপক',
  'po no': 'PO নম্বর',
  'invoice no': 'ইনভয়েস নম্বর',
  'exp no': 'EXP নম্বর',
  pieces: 'পিসের সংখ্যা',
  cartons: 'কার্টনের সংখ্যা',
  'gross weight kg': 'মোট ওজন (কেজি)',
  cbm: 'CBM',
  pol: 'লোডিং বন্দর',
  pod: 'খালাসের বন্দর',
  vessel: 'জাহাজ',
  'container no': 'কনটেইনার নম্বর',
  'seal no': 'সিল নম্বর',
  'The layout of this FCR is not known; nothing was read from it.': 'এই FCR-এর ধরন অজানা; কিছু পড়া যায়নি।',
  'NO_TEXT_LAYER: the PDF is a scan without text, so nothing was read from it.':
    'PDF-টি লেখা ছাড়া স্ক্যান, তাই কিছু পড়া যায়নি।',
  'The number stands in the mail, not in the PDF.': 'নম্বরটি মেইলে আছে, PDF-এ নেই।',
  '1 earlier version was left out.': 'আগের ১টি সংস্করণ বাদ দেওয়া হয়েছে।',
  '{#count} earlier versions were left out.': 'আগের {#count}টি সংস্করণ বাদ দেওয়া হয়েছে।',
  // Buyer
  'No invoices found.': 'কোনো ইনভয়েস পাওয়া যায়নি।',
  'The portal has no such invoice.': 'পোর্টালে এমন কোনো ইনভয়েস নেই।',
  'Invoice {invoice} was found: {status}.': 'ইনভয়েস {invoice} পাওয়া গেছে: {status}।',
  '{#count} invoices were found; the sheet Invoices has each of them.':
    '{#count}টি ইনভয়েস পাওয়া গেছে; প্রতিটি Invoices শিটে আছে।',
  'More than {#most} invoices fit; choose fewer days or an order.':
    '{#most}টির বেশি ইনভয়েস মিলেছে; দিন কমান বা একটি অর্ডার দিন।',
  'The portal has a draft of this invoice number for order {order}.':
    'পোর্টালে অর্ডার {order}-এর জন্য এই ইনভয়েস নম্বরের খসড়া আছে।',
  'The portal has this invoice as a draft that was never submitted.':
    'পোর্টালে এই ইনভয়েস খসড়া হিসেবে আছে, জমা দেওয়া হয়নি।',
  'The portal has invoice {invoice} with {figures}.': 'পোর্টালে ইনভয়েস {invoice} আছে, তবে: {figures}।',
  'Invoice {invoice} has {#lines} lines that the row may mean.':
    'ইনভয়েস {invoice}-এ সারির সঙ্গে মেলে এমন {#lines}টি লাইন আছে।',
  'Invoice {invoice} is corrected: version {version}.': 'ইনভয়েস {invoice} সংশোধন হয়েছে: সংস্করণ {version}।',
  'Invoice {invoice} is on the portal: {status}.': 'ইনভয়েস {invoice} পোর্টালে আছে: {status}।',
  'Order {order} has no line {line}.': 'অর্ডার {order}-এ লাইন {line} নেই।',
  'Line {line}: {#pieces} pieces are more than {#percent} % off the {#ordered} ordered.':
    'লাইন {line}: {#pieces} পিস, যা অর্ডারের {#ordered} পিস থেকে {#percent}%-এর বেশি আলাদা।',
  'Not released yet: {markets} of order {order}.': 'অর্ডার {order}-এর {markets} এখনও ছাড়া হয়নি।',
  'Not released yet: {markets}.': 'এখনও ছাড়া হয়নি: {markets}।',
  'Packing lists of order {order} were found for {markets}.':
    'অর্ডার {order}-এর প্যাকিং লিস্ট পাওয়া গেছে: {markets}।',
  // REX
  'The portal has record {number} of this invoice with {figures}.':
    'পোর্টালে এই ইনভয়েসের রেকর্ড {number} আছে, তবে: {figures}।',
  'The record on the portal has no "{label}".': 'পোর্টালের রেকর্ডে "{label}" নেই।',
  'The importer {importer} is not saved in the portal account.':
    'আমদানিকারক {importer} পোর্টালের অ্যাকাউন্টে সংরক্ষিত নেই।',
  'The portal does not offer the country {country}.': 'পোর্টালে {country} দেশটি নেই।',
  'Recorded at EPB as {number}.': 'EPB-তে রেকর্ড হয়েছে: {number}।',
  // PDF tables
  '{#tables} table{s_tables} with {#rows} row{s_rows} on {#pages} page{s_pages}.':
    '{#pages} পাতায় {#tables}টি টেবিল, {#rows}টি সারি।',
  'This PDF is locked with a password. Upload it again and enter the password.':
    'এই PDF পাসওয়ার্ড দিয়ে বন্ধ। আবার আপলোড করে পাসওয়ার্ড দিন।',
  'This PDF is a scan, and no text could be recognised on its pages. Upload the original file or a better scan.':
    'এই PDF স্ক্যান করা, পাতায় কোনো লেখা চেনা যায়নি। মূল ফাইলটি বা ভালো স্ক্যান আপলোড করুন।',
  'Read from pictures by OCR, page (confidence): {list}. Check the figures against the scan.':
    'ছবি থেকে OCR দিয়ে পড়া পাতা (নিশ্চয়তা): {list}। সংখ্যাগুলো স্ক্যানের সঙ্গে মিলিয়ে দেখুন।',
  'Hard to read, so expect mistakes, page (confidence): {list}.':
    'পড়া কঠিন, ভুল থাকতে পারে, পাতা (নিশ্চয়তা): {list}।',
  'No table was found in this PDF.': 'এই PDF-এ কোনো টেবিল পাওয়া যায়নি।',
  'This file is damaged or is not a PDF. Open it on your computer, save it again as PDF and upload that.':
    'ফাইলটি নষ্ট বা PDF নয়। কম্পিউটারে খুলে আবার PDF হিসেবে সংরক্ষণ করে আপলোড করুন।',
  'This PDF has more than {#most} pages. Split it into smaller files.':
    'এই PDF-এ {#most} পাতার বেশি আছে। ছোট ফাইলে ভাগ করুন।',
  'This PDF took too long to read. Split it into smaller files.':
    'এই PDF পড়তে বেশি সময় লাগছে। ছোট ফাইলে ভাগ করুন।',
  'This PDF needs too much memory to read. Split it into smaller files.':
    'এই PDF পড়তে বেশি মেমরি লাগে। ছোট ফাইলে ভাগ করুন।',
  'Damaged pages were left out: {pages}.': 'নষ্ট পাতা বাদ দেওয়া হয়েছে: {pages}।',
  'Page {#page}': 'পাতা {#page}',
  'Pages {list}': 'পাতা {list}',
  '{#first} and {#second}': '{#first} ও {#second}',
  '{#list}, and {#last}': '{#list} ও {#last}',
  '{#count} more': 'আরও {#count}টি',
  '{words}: no text layer (a scan or a picture), so nothing was read from here.':
    '{words}: লেখা নেই (স্ক্যান বা ছবি), তাই কিছু পড়া যায়নি।',
  '{words}: the fonts do not say which letters they show; check the text.':
    '{words}: ফন্ট থেকে অক্ষর নিশ্চিত হওয়া যায় না; লেখা মিলিয়ে দেখুন।',
  '{words}: the Bengali text is stored in a wrong way; check its letters.':
    '{words}: বাংলা লেখা ভুলভাবে রাখা; অক্ষরগুলো মিলিয়ে দেখুন।',
  // Rows that are not run
  '{column}: {words}': '{column}: {words}',
  '{words}; {more}': '{words}; {more}',
  'This row is not valid.': 'এই সারিটি সঠিক নয়।',
  'No rate of "{scheme}" is announced for shipments of {day}.':
    '{day} তারিখের রপ্তানির জন্য "{scheme}"-এর হার ঘোষণা হয়নি।',
  'The date of the bill of lading decides. Write to us if a circular has a rate for this day.':
    'বিল অব লেডিং-এর তারিখ ধরা হয়। কোনো সার্কুলারে এই দিনের হার থাকলে আমাদের লিখুন।',
  'You have filed this on {day}.': 'আপনি এটি {day} তারিখে জমা দিয়েছেন।',
  'It is looked up first and never filed twice, but it is charged.':
    'আগে খুঁজে দেখা হয়, দুবার জমা হয় না; তবে ক্রেডিট লাগে।',
  'The portal may have taken this row.': 'পোর্টাল এই সারি নিয়ে থাকতে পারে।',
  'Run it as it is first: it is looked up before anything else.':
    'আগে যেমন আছে তেমনই চালান: সবার আগে পোর্টালে খুঁজে দেখা হয়।',
  'Duplicate of row {#row}, which is done.': 'সারি {#row}-এর মতোই, যেটির কাজ শেষ।',
  'Leave this row out, or correct what makes it the same.': 'এই সারি বাদ দিন, অথবা যে কারণে একই রকম, তা ঠিক করুন।',
});
