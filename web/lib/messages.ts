/**
 * Returns the catalogue's messages in the chosen language: English verbatim from the specification, with a Bengali
 * translation.
 */
import { bengaliErrors } from '#contracts/error-texts.ts';
import { clientMessages } from '#contracts/client-messages.ts';
import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
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
    queuedPrefix: 'কাজটি অপেক্ষার তালিকায় আছে, অবস্থান ',
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

export function messagesNow() {
  return wordsNow(messages);
}

/** Returns the server's sentence for a refusal that the client detects before sending. */
export function refusalText(code: ErrorCode): string {
  return currentLanguage() === 'en' ? errorCatalogue[code].message : bengaliErrors[code];
}

const hasCode = (code: string): code is ErrorCode => code in bengaliErrors;

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
  return message === errorCatalogue[error.code].message
    ? bengaliErrors[error.code]
    : saidNow(message, error.messageData);
}
