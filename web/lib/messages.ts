/**
 * Returns the catalogue's messages in the chosen language: English verbatim from the specification, with a Bengali
 * translation.
 */
import { clientMessages, errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { ApiError, isNetworkError } from './client.ts';
import { currentLanguage } from './language.ts';
import { saidNow } from './said.ts';
import { defineWords, wordsNow } from './words.ts';

const messages = defineWords({
  en: {
    ...clientMessages,
    noConnection: 'We could not reach the server. Please check your connection and try again.',
  },
  bn: {
    noConnection: 'সার্ভারে পৌঁছানো যায়নি। ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন।',
    loginNetwork: 'লগইন হয়নি। ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন।',
    registrationNetwork: 'নিবন্ধন হয়নি। ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন।',
    authGeneric: 'একটি সমস্যা হয়েছে। আবার চেষ্টা করুন।',
    resendSuccess: 'যাচাইয়ের ইমেইল পাঠানো হয়েছে! ইনবক্স (ও স্প্যাম ফোল্ডার) দেখুন।',
    resendFailure: 'যাচাইয়ের ইমেইল পাঠানো যায়নি। আবার চেষ্টা করুন।',
    forgotSuccess: 'পাসওয়ার্ড বদলানোর নির্দেশনা আপনার ইমেইলে পাঠানো হয়েছে।',
    verifyNoToken: 'যাচাইয়ের লিংকটি ঠিক নয়। টোকেন নেই।',
    verifyNetwork: 'ইমেইল যাচাই করতে সমস্যা হয়েছে। আবার চেষ্টা করুন।',
    verifyNoEmail: 'যাচাইয়ের ইমেইল আবার পাঠানো যাচ্ছে না। আবার নিবন্ধন করুন।',
    verifyResendSuccess: 'যাচাইয়ের ইমেইল পাঠানো হয়েছে! ইনবক্স দেখুন।',
    verifyResendFailure: 'যাচাইয়ের ইমেইল আবার পাঠানো যায়নি।',
    passwordsDiffer: 'পাসওয়ার্ড দুটি মেলেনি।',
    passwordTooShort: 'পাসওয়ার্ড অন্তত ৬ অক্ষরের হতে হবে।',
    currentPasswordRequired: 'বর্তমান পাসওয়ার্ড দিন',
    newPasswordRequired: 'নতুন পাসওয়ার্ড দিন',
    newPasswordTooShort: 'নতুন পাসওয়ার্ড অন্তত ৬ অক্ষরের হতে হবে',
    newPasswordsDiffer: 'পাসওয়ার্ড দুটি মেলেনি',
    newPasswordSame: 'নতুন পাসওয়ার্ড আগেরটির থেকে আলাদা হতে হবে',
    passwordChangeFailed: 'পাসওয়ার্ড বদলানো যায়নি',
    passwordChanged: 'পাসওয়ার্ড বদলানো হয়েছে!',
    profileIncomplete: 'সব ঘর পূরণ করতে হবে',
    profileUpdateFailed: 'প্রোফাইল হালনাগাদ করা যায়নি',
    profileUpdated: 'প্রোফাইল হালনাগাদ হয়েছে!',
    credentialsTestError: 'পোর্টাল লগইন পরীক্ষা করা যায়নি',
    credentialsSaveError: 'পোর্টাল লগইন সংরক্ষণ করা যায়নি',
    credentialsDeleteError: 'পোর্টাল লগইন মুছে ফেলা যায়নি',
    credentialsValid: 'পোর্টাল লগইন ঠিক আছে এবং কাজ করছে!',
    credentialsSaved: 'পোর্টাল লগইন সংরক্ষণ করা হয়েছে!',
    credentialsDeleted: 'পোর্টাল লগইন মুছে ফেলা হয়েছে!',
    startFailedPrefix: 'কাজ শুরু করা যায়নি: ',
    rexStartFailedPrefix: 'REX/SOO জমা শুরু করা যায়নি: ',
    rexZipFailed: 'ZIP ফাইল আপলোড করা যায়নি',
    rexCsvFailed: 'CSV ফাইল পড়া যায়নি',
    rexSubmitFailed: 'REX SOO তথ্য জমা দেওয়া যায়নি',
    startFailedUnknown: 'অজানা ত্রুটি',
    startNetworkPrefix: 'কাজ শুরু করতে সমস্যা: ',
    jobFailedPrefix: 'কাজ ব্যর্থ হয়েছে: ',
    jobCompleted: 'কাজ শেষ! নিচের কাজের তালিকা থেকে ফলাফল নামিয়ে নিন।',
    jobCompletedHistoryLate: 'কাজ শেষ! নামানোর বোতাম না দেখলে পাতাটি আবার লোড করুন।',
    processingStarted: 'কাজ শুরু হয়েছে!',
    queuedPrefix: 'কাজ সারিতে আছে, অবস্থান ',
    paymentCreateFailed: 'পেমেন্ট তৈরি করা যায়নি',
    paymentCreateFailedRetry: 'পেমেন্ট তৈরি করা যায়নি। আবার চেষ্টা করুন।',
    paymentCancelled: 'পেমেন্ট বাতিল হয়েছে বা সফল হয়নি',
    paymentVerificationFailed: 'পেমেন্ট যাচাই সফল হয়নি',
    paymentStatusFailed: 'পেমেন্টের অবস্থা জানা যায়নি',
    paymentPopupBlocked: 'bKash পেমেন্টের জন্য পপ-আপ চালু করুন',
    purchaseNothingChosen: 'একটি প্যাকেজ বাছুন অথবা টাকার পরিমাণ লিখুন',
    purchaseRecordFailed: 'লেনদেন নথিভুক্ত করা যায়নি',
    purchaseFailed: 'পেমেন্ট সম্পন্ন করা যায়নি',
    transactionsFetchFailed: 'লেনদেন আনা যায়নি',
    transactionsLoadFailed: 'লেনদেন লোড করা যায়নি',
    creditHistoryFetchFailed: 'ক্রেডিটের হিসাব আনা যায়নি',
    creditHistoryLoadFailed: 'ক্রেডিটের হিসাব লোড করা যায়নি। আবার চেষ্টা করুন।',
    contactFailed: 'আপনার বার্তা পাঠানো যায়নি',
    contactFailedRetry: 'আপনার বার্তা পাঠানো যায়নি। আবার চেষ্টা করুন।',
  },
});

/** The catalogue's sentences in Bengali. A code without a translation is a compile error. */
const refusals: Record<ErrorCode, string> = {
  INVALID_INPUT: 'অনুরোধটি ঠিক নয়।',
  UNAUTHENTICATED: 'চালিয়ে যেতে সাইন ইন করুন।',
  ADMIN_FACTOR_REQUIRED: 'প্রশাসকের একটি পাসকি বা দুই ধাপের সাইন ইন লাগবে। আপনার অ্যাকাউন্টের নিরাপত্তা ট্যাবে একটি চালু করুন।',
  ADMIN_FACTOR_UNPROVED: 'প্রশাসক হিসেবে চালিয়ে যেতে সাইন আউট করে পাসকি বা কোড দিয়ে আবার সাইন ইন করুন।',
  FORBIDDEN: 'এই কাজের অনুমতি আপনার নেই।',
  CROSS_SITE_REQUEST: 'অনুরোধটি অন্য সাইট থেকে এসেছে, তাই নেওয়া হয়নি।',
  NOT_FOUND: 'পাওয়া যায়নি।',
  TOO_MANY_REQUESTS: 'অনেকবার চেষ্টা করা হয়েছে। কয়েক মিনিট পরে আবার চেষ্টা করুন।',
  REQUEST_TOO_LARGE: 'অনুরোধটি বেশি বড়।',
  INTERNAL: 'একটি সমস্যা হয়েছে। আবার চেষ্টা করুন।',
  UNAVAILABLE: 'সেবাটি এখন পাওয়া যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  LOGIN_FAILED: 'ইমেইল বা পাসওয়ার্ড ভুল।',
  EMAIL_NOT_VERIFIED: 'ইমেইল যাচাই করা হয়নি। ইনবক্সে যাচাইয়ের লিংক দেখুন।',
  ACCOUNT_SUSPENDED: 'আপনার অ্যাকাউন্ট স্থগিত আছে। সহায়তার সঙ্গে যোগাযোগ করুন।',
  INVALID_VERIFICATION_LINK: 'যাচাইয়ের লিংকটি ঠিক নয়।',
  VERIFICATION_LINK_EXPIRED: 'যাচাইয়ের লিংকের মেয়াদ শেষ। লিংক ২৪ ঘণ্টা কাজ করে।',
  INVALID_RESET_TOKEN: 'পাসওয়ার্ড বদলানোর টোকেন নেই বা ঠিক নয়',
  FILE_TOO_LARGE: 'ফাইল ৫০ MB-র কম হতে হবে',
  TOO_MANY_DOWNLOADS: 'আপনার অনেকগুলো ডাউনলোড একসঙ্গে চলছে। একটি শেষ হলে আবার চেষ্টা করুন।',
  UPLOAD_QUOTA: 'একটি অ্যাকাউন্ট থেকে এক দিনে যতটুকু আপলোড করা যায়, আপনি ততটুকুই করেছেন। পরে আবার চেষ্টা করুন।',
  TOO_MANY_UPLOADS: 'আপনার অনেকগুলো ফাইল একসঙ্গে আপলোড হচ্ছে। একটি শেষ হলে আবার চেষ্টা করুন।',
  TOO_MANY_READINGS: 'আপনার অনেকগুলো ফাইল পড়ার অপেক্ষায় আছে। কিছুক্ষণ পরে আবার চেষ্টা করুন।',
  UPLOAD_BROKEN_OFF: 'আপলোড পুরোপুরি পৌঁছায়নি। সংযোগ দেখে ফাইলটি আবার আপলোড করুন।',
  INVALID_FILE_TYPE: 'এই ধরনের ফাইল নেওয়া যায় না।',
  FILE_UNREADABLE: 'ফাইলটি পড়া যায়নি।',
  PDF_PASSWORD_REQUIRED: 'এই PDF-এ তালা দেওয়া। এর পাসওয়ার্ড দিন।',
  PDF_PASSWORD_WRONG: 'এই পাসওয়ার্ডে PDF খোলে না। অন্য পাসওয়ার্ড দিন।',
  TOO_MANY_ROWS: 'ফাইলে সারির সংখ্যা বেশি।',
  NO_BILLABLE_ROWS: 'এই ফাইলের কোনো সারির কাজ করা যাবে না। দেখানো ভুলগুলো ঠিক করে আবার আপলোড করুন।',
  REX_FILES_REQUIRED: 'REX/SOO জমার জন্য ZIP ও CSV দুটি ফাইলই লাগবে।',
  SERVICE_NOT_FOUND: 'এই সেবাটি নেই।',
  SERVICE_DISABLED: 'এই সেবাটি এখন বন্ধ আছে।',
  SERVICE_NOT_CONNECTED: 'এই সেবাটি এখন পাওয়া যাচ্ছে না, কারণ এর পোর্টাল এখনো যুক্ত হয়নি।',
  INSUFFICIENT_CREDITS: 'যথেষ্ট ক্রেডিট নেই। আরও ক্রেডিট কিনুন।',
  PRICE_CHANGED: 'দাম বদলেছে। নতুন দাম দেখে নিশ্চিত করুন।',
  CONSENT_REQUIRED: 'অনুমতি দিন, নইলে লগইনটি ব্যবহার করা যাবে না।',
  CREDENTIALS_REQUIRED: 'পোর্টালের লগইন লাগবে। আগে পোর্টাল অ্যাক্সেসে লগইন সংরক্ষণ করুন।',
  IDEMPOTENCY_KEY_REUSED: 'এই অনুরোধের কী আগে অন্য অনুরোধে ব্যবহার হয়েছে।',
  JOB_NOT_CANCELLABLE: 'এই কাজ আগেই শেষ হয়েছে।',
  CHALLENGE_OVER: 'এই প্রশ্নের সময় শেষ। দরকার হলে কাজটি আবার জিজ্ঞাসা করবে।',
  JOB_NOT_RETRYABLE: 'এই কাজে আবার চালানোর মতো ব্যর্থ সারি নেই।',
  JOB_NOT_STUCK: 'এই কাজ আর কোনো সিদ্ধান্তের অপেক্ষায় নেই।',
  JOB_NOT_REFUNDABLE: 'এই কাজে যত ক্রেডিট খরচ হয়েছে, ফেরত তার চেয়ে বেশি হয়ে যাচ্ছে।',
  BULK_RETRY_OVER: 'একসঙ্গে চালানো এই কাজগুলো আগেই শেষ হয়েছে।',
  BULK_RETRY_OUTDATED: 'কাজগুলো অনেক আগে গোনা হয়েছে। আবার গুনে নিন।',
  FILE_EXPIRED: 'ফাইলগুলো মুছে ফেলা হয়েছে: ফলাফল ৭ দিন রাখা হয়।',
  UPLOAD_EXPIRED: 'PDF-টি ২৪ ঘণ্টা পর মুছে ফেলা হয়েছে, তাই এর টেবিল আর বদলানো যাবে না।',
  TABLES_CLOSED: 'কাজ শেষ হলে শুধু রূপান্তরিত PDF-এর টেবিল দেখা যায়।',
  TABLES_NOT_READY: 'PDF-এর পাতাগুলো এখনো পড়া হচ্ছে। একটু পরে আবার চেষ্টা করুন।',
  TABLES_LEFT_OUT: 'কোনো টেবিল বাকি নেই। একটি ফেরত আনুন বা আঁকুন, তারপর আবার এক্সপোর্ট করুন।',
  CREDENTIALS_TEST_FAILED: 'পোর্টাল লগইন পরীক্ষা সফল হয়নি',
  CREDENTIALS_TEST_UNAVAILABLE: 'পোর্টাল লগইন পরীক্ষা করা যায়নি',
  PAYMENT_REFUSED: 'পেমেন্ট তৈরি করা যায়নি',
  PAYMENT_NOT_CREATED: 'পেমেন্ট তৈরি করা যায়নি। আবার চেষ্টা করুন।',
  PURCHASE_AMOUNT: 'একটি প্যাকেজ বাছুন অথবা টাকার পরিমাণ লিখুন',
  ORDER_PAID: 'এই অর্ডারের টাকা আগেই দেওয়া হয়েছে।',
  TRANSACTION_NOT_RECORDED: 'লেনদেন নথিভুক্ত করা যায়নি',
  REFUND_NOT_POSSIBLE: 'এই পেমেন্ট ফেরত দেওয়া যাবে না।',
  CREDITS_SPENT: 'কিছু ক্রেডিট খরচ হয়ে গেছে। যা বাকি আছে শুধু তা ফেরত নিতে নিশ্চিত করুন।',
  PASSWORD_GUESSABLE:
    'এই পাসওয়ার্ড সহজেই অনুমান করা যায়: এটি বহুল ব্যবহৃত, অথবা আপনার নাম, প্রতিষ্ঠান বা ইমেইল ঠিকানা দিয়ে তৈরি। অন্য পাসওয়ার্ড দিন।',
  WRONG_PASSWORD: 'বর্তমান পাসওয়ার্ড ঠিক নয়',
  SECOND_FACTOR_REQUIRED: 'আপনার অথেনটিকেটর অ্যাপের কোড দিন।',
  SECOND_FACTOR_WRONG: 'কোডটি ঠিক নয়, অথবা আগে ব্যবহার হয়েছে। অ্যাপে দেখানো পরের কোডটি দিন।',
  SECOND_FACTOR_ON: 'দুই ধাপের সাইন ইন আগে থেকেই চালু আছে।',
  SECOND_FACTOR_OFF: 'দুই ধাপের সাইন ইন চালু নেই।',
  PASSKEY_REFUSED: 'এই পাসকি গ্রহণ করা হয়নি। আবার চেষ্টা করুন, অথবা পাসওয়ার্ড দিয়ে সাইন ইন করুন।',
  PASSKEY_NOT_ADDED: 'পাসকি যোগ করা যায়নি। আবার চেষ্টা করুন।',
  EMAIL_DIFFERS: 'এটি আপনার অ্যাকাউন্টের ইমেইল ঠিকানা নয়।',
  JOBS_RUNNING: 'কিছু কাজ এখনও চলছে। সেগুলো বাতিল করুন বা শেষ হওয়া পর্যন্ত অপেক্ষা করে আবার চেষ্টা করুন।',
  ADMIN_KEEPS_ACCOUNT: 'প্রশাসকের অ্যাকাউন্ট শুধু অন্য একজন প্রশাসক মুছে ফেলতে পারেন।',
  ADMIN_KEEPS_FACTOR: 'প্রশাসকের অন্তত একটি পাসকি বা দুই ধাপের সাইন ইন থাকতে হবে। আগে অন্য একটি চালু করুন।',
  APPROVAL_NEEDED:
    'এতে প্রশাসক বদলায়, অথবা একজন প্রশাসক একা যত সরাতে পারেন তার চেয়ে বেশি সরে। পরিবর্তনগুলো একটি একটি করে করুন: দ্বিতীয় একজন প্রশাসক সেগুলো নিশ্চিত করবেন।',
  APPROVAL_OWN: 'এই অনুরোধে অন্য একজন প্রশাসককে সিদ্ধান্ত নিতে হবে।',
  APPROVAL_OVER: 'অনুরোধটি শেষ: সিদ্ধান্ত হয়ে গেছে, তুলে নেওয়া হয়েছে বা মেয়াদ শেষ।',
  APPROVAL_OUTDATED: 'অনুরোধের পর বিষয়টি বদলে গেছে। এটি প্রত্যাখ্যান করুন, এখনও দরকার হলে আবার অনুরোধ করুন।',
  RATE_OVERLAPS: 'এই স্কিমের কিছু দিনের জন্য আগে থেকেই হার আছে।',
  OWN_ACCOUNT: 'নিজের অ্যাকাউন্ট স্থগিত করা, পদ নামানো বা মুছে ফেলা যায় না।',
  PAYMENT_UNDER_WAY: 'এই অ্যাকাউন্টের একটি পেমেন্ট এখনও চলছে। শেষ হওয়া পর্যন্ত অপেক্ষা করুন।',
  BALANCE_CHANGED: 'আপনি খোলার পর ব্যালেন্স বদলেছে। দেখে আবার সংরক্ষণ করুন।',
  IMPORT_CHANGED: 'প্রিভিউর পর ব্যবহারকারীদের তথ্য বদলেছে। নতুন প্রিভিউ দেখুন।',
  SLUG_TAKEN: 'অন্য একটি পোস্টে এই স্লাগ আছে।',
  INVALID_IMAGE: 'PNG, JPEG, WebP বা AVIF ছবি দিন।',
  IMAGE_TOO_LARGE: 'ছবি সর্বোচ্চ ৫ MB হতে পারে।',
  MESSAGE_TRANSITION: 'এই অবস্থা থেকে ওই অবস্থায় নেওয়া যায় না।',
  API_TOKEN_INVALID: 'এই API টোকেন ঠিক নয়: অজানা, মেয়াদোত্তীর্ণ বা বাতিল।',
  API_TOKEN_SCOPE: 'এই API টোকেন দিয়ে এই কাজ করা যায় না।',
  API_TOKEN_ADDRESS: 'এই API টোকেন এই ঠিকানা থেকে ব্যবহার করা যায় না।',
  API_TOKEN_SERVICE: 'এই API টোকেন অন্য সেবার জন্য।',
  API_TOKEN_CREDITS: 'এই API টোকেন যত ক্রেডিট ব্যবহার করতে পারে, তার বাকিটায় এই কাজ হবে না।',
  LIMIT_REACHED: 'এক অ্যাকাউন্টে যতগুলো রাখা যায় ততগুলো আছে।',
  WEBHOOK_ADDRESS_REFUSED: 'এই ঠিকানায় ওয়েবহুক পাঠানো যায় না।',
  WEBHOOK_OFF: 'এই ওয়েবহুক বন্ধ আছে। আগে চালু করুন।',
  DELIVERY_UNDER_WAY: 'এই ডেলিভারি এখনো চলছে।',
  SERVICE_NOT_SCHEDULABLE: 'শুধু ট্র্যাকিং সেবা সময়সূচিতে চালানো যায়।',
  PORTAL_UNKNOWN: 'এই পোর্টালটি নেই।',
};

export function messagesNow() {
  return wordsNow(messages);
}

/** Returns the server's sentence for a refusal that the client detects before sending. */
export function refusalText(code: ErrorCode): string {
  return currentLanguage() === 'en' ? errorCatalogue[code].message : refusals[code];
}

const hasCode = (code: string): code is ErrorCode => code in refusals;

/** Translates a sentence from the server that may be one of the catalogue's refusals. */
export function refusedText(said: string, read: (text: string) => string = saidNow): string {
  const code = Object.keys(refusals)
    .filter(hasCode)
    .find((known) => errorCatalogue[known].message === said);
  return code ? refusalText(code) : read(said);
}

/** Returns the message for a list of payments or credits that could not be read, with or without a server answer. */
export function transactionsFailure(error: unknown): string {
  const { transactionsLoadFailed, transactionsFetchFailed } = messagesNow();
  return isNetworkError(error) ? transactionsLoadFailed : transactionsFetchFailed;
}
export function creditHistoryFailure(error: unknown): string {
  const { creditHistoryLoadFailed, creditHistoryFetchFailed } = messagesNow();
  return isNetworkError(error) ? creditHistoryLoadFailed : creditHistoryFetchFailed;
}

/** Returns the server's sentence, or our own when there was no answer. */
export function errorText(error: unknown): string {
  if (isNetworkError(error)) return messagesNow().noConnection;
  if (!(error instanceof Error)) return messagesNow().authGeneric;
  const { message } = error;
  if (currentLanguage() === 'en' || !(error instanceof ApiError) || !hasCode(error.code)) return message;
  return message === errorCatalogue[error.code].message ? refusals[error.code] : saidNow(message);
}
