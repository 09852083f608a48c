/** What the schemas of requests say about wrong input, with the translations; see api/middleware/schema-sentences.ts. */
import { defineMessages } from './messages/define.ts';

export const validationMessages = defineMessages('validation', {
  required: { en: '{>field} is required', bn: '{>field} দিন' },
  tooLong: {
    en: '{>field} can have {#most} characters at most',
    bn: '{>field} সর্বোচ্চ {#most} অক্ষরের হতে পারে',
  },
  singleLine: { en: '{>field} must be a single line of text', bn: '{>field} এক লাইনে লিখুন' },
  badCharacters: {
    en: "{>field} has characters that can't be used",
    bn: '{>field}: এমন অক্ষর আছে যা নেওয়া যায় না',
  },
  notNumber: { en: '{>field} must be a number.', bn: '{>field} একটি সংখ্যা হতে হবে।' },
  aboveZero: { en: '{>field} must be above zero.', bn: '{>field} শূন্যের চেয়ে বেশি হতে হবে।' },
  above0: { en: '{>field} must be above 0.', bn: '{>field} ০-র চেয়ে বেশি হতে হবে।' },
  belowZero: { en: '{>field} cannot be below zero.', bn: '{>field} শূন্যের কম হতে পারে না।' },
  atLeast: { en: '{>field} must be at least {#least}.', bn: '{>field} কমপক্ষে {#least} হতে হবে।' },
  atMost: { en: '{>field} must be at most {#most}.', bn: '{>field} সর্বোচ্চ {#most} হতে পারে।' },
  canBeAtMost: { en: '{>field} can be {#most} at most.', bn: '{>field} {#most}-এর বেশি হতে পারে না।' },
  percentAtMost: { en: '{>field} must be at most {#most} %.', bn: '{>field} সর্বোচ্চ {#most}% হতে পারে।' },
  twoDecimals: {
    en: '{>field} can have two decimals at most.',
    bn: '{>field}: দশমিকের পরে সর্বোচ্চ দুই ঘর দেওয়া যায়।',
  },
  threeDecimals: {
    en: '{>field} can have three decimals at most.',
    bn: '{>field}: দশমিকের পরে সর্বোচ্চ তিন ঘর দেওয়া যায়।',
  },
  newPasswordTooShort: {
    en: '{>field} must be at least {#least} characters long',
    bn: '{>field} অন্তত {#least} অক্ষরের হতে হবে',
  },
  passwordTooShort: {
    en: '{>field} must be at least {#least} characters long.',
    bn: '{>field} অন্তত {#least} অক্ষরের হতে হবে।',
  },
  passwordTooLong: {
    en: '{>field} must be at most {#most} characters long.',
    bn: '{>field} সর্বোচ্চ {#most} অক্ষরের হতে পারে।',
  },
  passwordSame: {
    en: 'New password must be different from current password',
    bn: 'নতুন পাসওয়ার্ড আগেরটির থেকে আলাদা হতে হবে',
  },
  allFields: { en: 'All fields are required', bn: 'সব ঘর পূরণ করতে হবে' },
  reason: { en: 'Please give a reason.', bn: 'একটি কারণ লিখুন।' },
  sayWhy: { en: 'Please say why.', bn: 'কেন, তা লিখুন।' },
  singleTextLine: { en: 'Please use a single line of text.', bn: 'এক লাইনে লিখুন।' },
  plainCharacters: {
    en: 'Please use letters, digits and punctuation only.',
    bn: 'শুধু অক্ষর, অঙ্ক ও যতিচিহ্ন ব্যবহার করুন।',
  },
  mailHost: {
    en: 'Please enter the name of the mail server, such as imap.example.com.',
    bn: 'মেইল সার্ভারের নাম দিন, যেমন imap.example.com।',
  },
  emailAddress: { en: 'Please enter a valid email address.', bn: 'একটি সঠিক ইমেইল ঠিকানা দিন।' },
  ownEmail: { en: 'Please type your email address.', bn: 'আপনার ইমেইল ঠিকানা লিখুন।' },
  code: { en: 'Please enter the code.', bn: 'কোডটি দিন।' },
  resetToken: {
    en: 'Invalid or missing reset token',
    bn: 'পাসওয়ার্ড বদলানোর টোকেন নেই বা ঠিক নয়',
  },
  verificationToken: {
    en: 'Invalid verification link. No token provided.',
    bn: 'যাচাইয়ের লিংকটি ঠিক নয়। টোকেন নেই।',
  },
  passkeyName: { en: 'Please give the passkey a name.', bn: 'পাসকির একটি নাম দিন।' },
  userId: { en: 'This is no user id.', bn: 'এটি কোনো ব্যবহারকারীর আইডি নয়।' },
  userUnnamed: { en: 'A user has neither id nor email.', bn: 'একজন ব্যবহারকারীর আইডি বা ইমেইল কোনোটিই নেই।' },
  usersAbsent: { en: 'The file has no list of users.', bn: 'ফাইলে ব্যবহারকারীদের তালিকা নেই।' },
  usersTooMany: {
    en: 'A file can have {#most} users at most.',
    bn: 'একটি ফাইলে সর্বোচ্চ {#most} জন ব্যবহারকারী থাকতে পারে।',
  },
  companyAgreed: { en: 'The company must have agreed to it.', bn: 'এতে কোম্পানির সম্মতি থাকতে হবে।' },
  tokenName: { en: 'Please give the token a name.', bn: 'টোকেনের একটি নাম দিন।' },
  tokenScopes: {
    en: 'Please choose at least one thing that the token may do.',
    bn: 'টোকেন যা করতে পারবে, তার অন্তত একটি বাছুন।',
  },
  tokenServices: { en: 'Please choose at least one service.', bn: 'অন্তত একটি সেবা বাছুন।' },
  tokenCredits: {
    en: 'Please write credits with two decimals at most.',
    bn: 'ক্রেডিটে দশমিকের পরে সর্বোচ্চ দুই ঘর দিন।',
  },
  tokenAddresses: {
    en: 'Please write addresses as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.',
    bn: 'ঠিকানা 203.0.113.7, 203.0.113.0/24 বা 2001:db8::/32-এর মতো করে লিখুন।',
  },
  scheduleName: { en: 'Please give the schedule a name.', bn: 'সময়সূচির একটি নাম দিন।' },
  scheduleTime: { en: 'Please enter a time such as 09:30.', bn: '09:30-এর মতো করে সময় দিন।' },
  webhookEvents: { en: 'Please choose at least one event.', bn: 'অন্তত একটি ঘটনা বাছুন।' },
  webhookAddress: {
    en: 'Please enter an address that begins with https://.',
    bn: 'https:// দিয়ে শুরু হয় এমন ঠিকানা দিন।',
  },
  subject: { en: 'Please choose a subject.', bn: 'একটি বিষয় বাছুন।' },
  slugCharacters: {
    en: 'The slug can have lowercase letters, digits and single hyphens only.',
    bn: 'স্লাগে শুধু ইংরেজি ছোট হাতের অক্ষর, অঙ্ক ও একটি করে হাইফেন থাকতে পারে।',
  },
  contentTooLong: { en: 'The content is too long.', bn: 'মূল লেখা বেশি বড়।' },
  featuredImage: { en: 'Please upload the featured image.', bn: 'মূল ছবিটি আপলোড করুন।' },
  tagsTooMany: {
    en: 'A post can have {#most} tags at most.',
    bn: 'একটি পোস্টে সর্বোচ্চ {#most}টি ট্যাগ দেওয়া যায়।',
  },
  notice: { en: 'The notice must be a single line of text.', bn: 'ঘোষণাটি এক লাইনে লিখুন।' },
  servicesTooMany: { en: 'There are too many services.', bn: 'সেবার সংখ্যা বেশি।' },
  figure: { en: 'A figure is needed.', bn: 'একটি অঙ্ক দিন।' },
  phone: {
    en: 'A phone number has digits, spaces, hyphens and a plus sign only.',
    bn: 'ফোন নম্বরে শুধু অঙ্ক, ফাঁকা জায়গা, হাইফেন ও যোগ চিহ্ন থাকতে পারে।',
  },
  secureAddress: { en: 'The address must begin with https://', bn: 'ঠিকানাটি https:// দিয়ে শুরু হতে হবে' },
  adClient: {
    en: 'A client id looks like ca-pub-1234567890123456.',
    bn: 'ক্লায়েন্ট আইডি ca-pub-1234567890123456-এর মতো হয়।',
  },
  adSlot: { en: 'A slot id has digits only.', bn: 'স্লট আইডিতে শুধু অঙ্ক থাকে।' },
  adPlacement: { en: 'This ad placement does not exist.', bn: 'বিজ্ঞাপনের এই জায়গাটি নেই।' },
  scheme: { en: 'This scheme does not exist.', bn: 'এই স্কিমটি নেই।' },
  firstDay: { en: 'The first day is not a date.', bn: 'প্রথম দিনটি কোনো তারিখ নয়।' },
  lastDay: { en: 'The last day is not a date.', bn: 'শেষ দিনটি কোনো তারিখ নয়।' },
  daysReversed: { en: 'The last day is before the first.', bn: 'শেষ দিনটি প্রথম দিনের আগে।' },
  daysTooMany: { en: 'At most {#most} days can be shown.', bn: 'সর্বোচ্চ {#most} দিন দেখানো যায়।' },
  wholeNumber: { en: '{>field} must be a whole number.', bn: '{>field} একটি পূর্ণ সংখ্যা হতে হবে।' },
  openingHours: {
    en: 'Please enter opening hours such as 09:00 to 17:00.',
    bn: '09:00 থেকে 17:00-এর মতো করে খোলার সময় দিন।',
  },
  openingReversed: { en: 'A portal must close after it opens.', bn: 'পোর্টাল খোলার পরে বন্ধ হতে হবে।' },
  openingAbsent: {
    en: 'The portal must be open on at least one day of the week.',
    bn: 'সপ্তাহে অন্তত একদিন পোর্টাল খোলা থাকতে হবে।',
  },
  openingTwice: {
    en: 'Each day of the week can have one span of hours.',
    bn: 'সপ্তাহের প্রতিটি দিনে একটিই সময়সীমা দেওয়া যায়।',
  },
  holidayDate: { en: 'The holiday is not a date.', bn: 'ছুটির দিনটি কোনো তারিখ নয়।' },
  holidayName: { en: 'Please give the holiday a name.', bn: 'ছুটির দিনের একটি নাম দিন।' },
  holidayTwice: { en: 'Each holiday can be given once.', bn: 'একটি ছুটির দিন একবারই দেওয়া যায়।' },
  holidaysTooMany: {
    en: 'A portal can have {#most} holidays at most.',
    bn: 'একটি পোর্টালের সর্বোচ্চ {#most}টি ছুটির দিন থাকতে পারে।',
  },
  probeUserName: { en: 'Please enter the user name.', bn: 'ইউজার নেম লিখুন।' },
  correctionsTooLong: { en: 'The corrections are too long.', bn: 'সংশোধনগুলো বেশি লম্বা।' },
  probeTooOften: {
    en: 'Probes can sign in every {#minutes} minutes at most.',
    bn: 'পরীক্ষা সর্বোচ্চ প্রতি {#minutes} মিনিটে একবার সাইন ইন করতে পারে।',
  },
  probeTooRarely: {
    en: 'Probes sign in every {#minutes} minutes at least.',
    bn: 'পরীক্ষা অন্তত প্রতি {#minutes} মিনিটে একবার সাইন ইন করে।',
  },
  portal: { en: 'This portal does not exist.', bn: 'এই পোর্টালটি নেই।' },
  area: { en: 'The area is too small.', bn: 'জায়গাটি বেশি ছোট।' },
  decimals: { en: 'Two decimals at most.', bn: 'দশমিকের পরে সর্বোচ্চ দুই ঘর দেওয়া যায়।' },
});
