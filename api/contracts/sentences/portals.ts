/** Texts about what a portal or a mailbox did and asks: the standard sentences of their adapters. */
import { defineSentences } from './sentence.ts';

export const portalSentences = defineSentences({
  // Any portal
  'The portal answered: {words}': 'পোর্টালের উত্তর: {words}',
  'The portal answered the list with: {words}': 'তালিকা চাইলে পোর্টালের উত্তর: {words}',
  'The portal answered the search with: {words}': 'খুঁজতে গেলে পোর্টালের উত্তর: {words}',
  'The portal answered {status}.': 'পোর্টাল {status} উত্তর দিয়েছে।',
  'The place on the portal was lost; the login is done again.': 'পোর্টালে জায়গাটি হারিয়ে গেছে; আবার লগইন করা হচ্ছে।',
  'The portal asked for the login again.': 'পোর্টাল আবার লগইন চেয়েছে।',
  'The portal is under maintenance (503).': 'পোর্টালের রক্ষণাবেক্ষণ চলছে (503)।',
  'The portal led to another website, which was not opened.': 'পোর্টাল অন্য ওয়েবসাইটে নিয়ে গেছে, যা খোলা হয়নি।',
  'The portal did not answer in time.': 'পোর্টাল সময়মতো উত্তর দেয়নি।',
  'The portal is very slow.': 'পোর্টাল খুব ধীরে চলছে।',
  'The portal closed the connection without an answer.': 'উত্তর না দিয়েই পোর্টাল সংযোগ কেটে দিয়েছে।',
  'The portal cannot be reached.': 'পোর্টালে পৌঁছানো যাচ্ছে না।',
  'The portal sent an empty page.': 'পোর্টাল খালি পাতা পাঠিয়েছে।',
  'The portal sent an empty file.': 'পোর্টাল খালি ফাইল পাঠিয়েছে।',
  'The portal sent something else than {name}.': 'পোর্টাল {name}-এর বদলে অন্য কিছু পাঠিয়েছে।',
  'an XML document': 'একটি XML ডকুমেন্ট',
  'The portal is out of order.': 'পোর্টাল কাজ করছে না।',
  'The page of the portal does not look as expected.': 'পোর্টালের পাতা যেমন হওয়ার কথা তেমন নয়।',
  'The page of the portal {words}.': 'পোর্টালের পাতা বদলে গেছে: {words}।',
  'The page of the portal has no "{label}".': 'পোর্টালের পাতায় "{label}" নেই।',
  'The page of the portal shows "{text}" as "{label}".': 'পোর্টালের পাতায় "{label}"-এর ঘরে "{text}" আছে।',
  'The page of the portal shows EXP "{shown}" instead of {exp}.':
    'পোর্টালের পাতায় EXP {exp}-এর বদলে "{shown}" আছে।',
  '{label} {text} is not in the list of the portal.': '{label} {text} পোর্টালের তালিকায় নেই।',
  'The list of the portal does not offer permit {permit}.': 'পোর্টালের তালিকায় পারমিট {permit} নেই।',
  'The portal shows "{status}" as the status of {number}.': 'পোর্টালে {number}-এর অবস্থা "{status}" দেখাচ্ছে।',
  // Logins and questions
  'There is no saved login for this portal. Please save it in Portal Access.':
    'এই পোর্টালের কোনো লগইন সংরক্ষিত নেই। পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  'Your password on the portal has expired. Change it on the portal, then save the new one in Portal Access.':
    'পোর্টালে আপনার পাসওয়ার্ডের মেয়াদ শেষ। পোর্টালে বদলে নতুনটি পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  'Your password on the Bangladesh Bank EXP portal has expired. Change it on the portal, then save the new one in Portal Access.':
    'বাংলাদেশ ব্যাংকের EXP পোর্টালে আপনার পাসওয়ার্ডের মেয়াদ শেষ। পোর্টালে বদলে নতুনটি পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  'This login has no permission for "{entry}" on the portal. Ask your bank to allow it, or save another login in Portal Access.':
    'পোর্টালে এই লগইনের "{entry}" ব্যবহারের অনুমতি নেই। ব্যাংককে অনুমতি দিতে বলুন, অথবা পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  'This login has no permission for "{entry}" at the bank. Save another login in Portal Access.':
    'ব্যাংকে এই লগইনের "{entry}" ব্যবহারের অনুমতি নেই। পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  'This login has no permission for "{entry}" on the BEPZA portal. Save another login in Portal Access.':
    'বেপজা পোর্টালে এই লগইনের "{entry}" ব্যবহারের অনুমতি নেই। পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  'This login has no permission for "{entry}" on the portal. Ask the forwarder to allow it, or save another login in Portal Access.':
    'পোর্টালে এই লগইনের "{entry}" ব্যবহারের অনুমতি নেই। ফরোয়ার্ডারকে অনুমতি দিতে বলুন, অথবা পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  'This login has no permission for "{entry}" on the portal. Ask H&M to allow it, or save another login in Portal Access.':
    'পোর্টালে এই লগইনের "{entry}" ব্যবহারের অনুমতি নেই। H&M-কে অনুমতি দিতে বলুন, অথবা পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  'This login has no permission for "{entry}" on the EPB Export Tracker. Save another login in Portal Access.':
    'EPB Export Tracker-এ এই লগইনের "{entry}" ব্যবহারের অনুমতি নেই। পোর্টাল অ্যাক্সেসে অন্য লগইন দিন।',
  'This login has no permission to track on MyShipment.': 'MyShipment-এ এই লগইনের ট্র্যাক করার অনুমতি নেই।',
  'The portal shows a CAPTCHA that cannot be passed on to a person.':
    'পোর্টাল এমন CAPTCHA দেখাচ্ছে যা কাউকে দেখিয়ে উত্তর নেওয়া যায় না।',
  'The Bangladesh Bank EXP portal asks for the one-time password that it sent to your mobile.':
    'বাংলাদেশ ব্যাংকের EXP পোর্টাল আপনার মোবাইলে পাঠানো ওয়ান-টাইম পাসওয়ার্ড চাইছে।',
  'The Bangladesh Bank EXP portal shows a picture. Type the characters that you see in it.':
    'বাংলাদেশ ব্যাংকের EXP পোর্টাল একটি ছবি দেখাচ্ছে। ছবিতে যে অক্ষরগুলো দেখছেন, লিখুন।',
  'Bangladesh Customs shows a picture. Type the characters in it.':
    'বাংলাদেশ কাস্টমস একটি ছবি দেখাচ্ছে। ছবির অক্ষরগুলো লিখুন।',
  "The bank's cash incentive desk asks for the one-time code that it sent to you.":
    'ব্যাংকের নগদ সহায়তা ডেস্ক আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  'The BEPZA permit system asks for the one-time code that it sent to you.':
    'বেপজার পারমিট সিস্টেম আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  'The EPB Export Tracker asks for the one-time code that it sent to you.':
    'EPB Export Tracker আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  'The H&M supplier portal asks for the one-time code that it sent to you.':
    'H&M-এর সাপ্লায়ার পোর্টাল আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  'The MyShipment portal asks for the one-time code that it sent to you.':
    'MyShipment পোর্টাল আপনাকে পাঠানো ওয়ান-টাইম কোড চাইছে।',
  'myDamco asks for a passcode: your PIN, and behind it the code that your token shows.':
    'myDamco পাসকোড চাইছে: আপনার PIN, তার পরে টোকেনে দেখানো কোড।',
  'Nobody answered in time: {words}': 'সময়মতো কেউ উত্তর দেননি: {words}',
  'The answer was wrong {#times} times.': 'উত্তর {#times} বার ভুল হয়েছে।',
  // Mailbox
  'This login may not read the mailbox: {words}': 'এই লগইন দিয়ে মেইলবক্স পড়া যায় না: {words}',
  'the server does not say why.': 'সার্ভার কারণ জানায়নি।',
  'The mail server takes no logins at the moment.': 'মেইল সার্ভার এখন লগইন নিচ্ছে না।',
  'This mailbox takes an app password only. Make one in its settings and save it in Portal Access.':
    'এই মেইলবক্সে শুধু অ্যাপ পাসওয়ার্ড চলে। মেইলবক্সের সেটিংসে একটি বানিয়ে পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  'The password of this mailbox has expired. Change it, then save the new one in Portal Access.':
    'এই মেইলবক্সের পাসওয়ার্ডের মেয়াদ শেষ। বদলে নতুনটি পোর্টাল অ্যাক্সেসে সংরক্ষণ করুন।',
  'The mail server offers no login by password.': 'মেইল সার্ভারে পাসওয়ার্ড দিয়ে লগইন করা যায় না।',
  'The mail server refused the login.': 'মেইল সার্ভার লগইন নেয়নি।',
  'The mail server ended the session: {words}': 'মেইল সার্ভার সেশন শেষ করেছে: {words}',
  'A mail is too large to be read. Narrow the dates or the sender.':
    'একটি মেইল পড়ার জন্য বেশি বড়। তারিখ বা প্রেরক কমিয়ে দিন।',
  'The mail server does not answer as expected.': 'মেইল সার্ভার যেমন উত্তর দেওয়ার কথা তেমন দিচ্ছে না।',
  'The mail server is busy.': 'মেইল সার্ভার ব্যস্ত।',
  'The mail server did not answer in time.': 'মেইল সার্ভার সময়মতো উত্তর দেয়নি।',
  'The mail server is out of reach.': 'মেইল সার্ভারে পৌঁছানো যাচ্ছে না।',
  'The mail server ended the connection.': 'মেইল সার্ভার সংযোগ বন্ধ করেছে।',
  'The mail server refused the search.': 'মেইল সার্ভার খুঁজতে দেয়নি।',
  'The mail server sent an empty mail.': 'মেইল সার্ভার খালি মেইল পাঠিয়েছে।',
  'A mail was deleted while it was read.': 'পড়ার সময় একটি মেইল মুছে ফেলা হয়েছে।',
  'A mail is damaged and could not be read.': 'একটি মেইল নষ্ট, পড়া যায়নি।',
  'Only {#read} of {#all} PDFs of a mail were read.': 'একটি মেইলের {#all}টি PDF-এর মধ্যে {#read}টি পড়া হয়েছে।',
  'The portal has refused this login {#times} times. Test it in Portal Access before a job uses it again.':
    'পোর্টাল এই লগইন {#times} বার ফিরিয়ে দিয়েছে। আবার কাজে ব্যবহারের আগে পোর্টাল অ্যাক্সেসে পরীক্ষা করুন।',
  'The portal has refused this login {#times} times, and would lock the account. Sign in on the portal itself, and test again tomorrow.':
    'পোর্টাল এই লগইন {#times} বার ফিরিয়ে দিয়েছে, আরেকবারে অ্যাকাউন্ট লক হতে পারে। পোর্টালেই সাইন ইন করে দেখুন, এখানে কাল আবার পরীক্ষা করুন।',
});
