/** Texts of mails about an account: its address, sign-in and rights. */
import { defineMessages } from '../messages/define.ts';

export const accountMailMessages = defineMessages('account-mail', {
  verify: { en: 'Verify your email address', bn: 'আপনার ইমেইল ঠিকানা যাচাই করুন' },
  confirmAddress: {
    en: 'Thank you for registering with Chalan. Please confirm that this email address is yours:',
    bn: 'চালানে নিবন্ধন করার জন্য ধন্যবাদ। এই ইমেইল ঠিকানা যে আপনার, তা নিশ্চিত করুন:',
  },
  verifyLink: { en: 'Verify email address', bn: 'ইমেইল ঠিকানা যাচাই করুন' },
  verifyValidity: {
    en: 'The link is valid for 24 hours. If you did not register, please ignore this mail.',
    bn: 'লিংকটি ২৪ ঘণ্টা কাজ করবে। আপনি নিবন্ধন না করে থাকলে এই মেইলে কিছু করতে হবে না।',
  },
  alreadyRegistered: { en: 'You already have a Chalan account', bn: 'চালানে আপনার অ্যাকাউন্ট আগে থেকেই আছে' },
  triedToRegister: {
    en: 'Someone, probably you, tried to register with this email address, which already has an account. You can sign in with your password:',
    bn: 'কেউ, সম্ভবত আপনিই, এই ইমেইল ঠিকানা দিয়ে নিবন্ধন করতে চেয়েছেন। এই ঠিকানায় আগে থেকেই অ্যাকাউন্ট আছে। আপনার পাসওয়ার্ড দিয়ে সাইন ইন করুন:',
  },
  openChalan: { en: 'Open Chalan', bn: 'চালান খুলুন' },
  forgottenPassword: {
    en: 'If you do not remember the password, choose "Forgot password?" when signing in. If this was not you, nothing has changed and there is nothing to do.',
    bn: 'পাসওয়ার্ড মনে না থাকলে সাইন ইনের সময় "পাসওয়ার্ড ভুলে গেছেন?" বেছে নিন। আপনি না হলে কিছুই বদলায়নি, কিছু করতেও হবে না।',
  },
  reset: { en: 'Reset your password', bn: 'নতুন পাসওয়ার্ড ঠিক করুন' },
  askedForPassword: {
    en: 'You asked for a new password for your Chalan account. Choose it here:',
    bn: 'আপনি চালান অ্যাকাউন্টের জন্য নতুন পাসওয়ার্ড চেয়েছেন। এখানে ঠিক করুন:',
  },
  choosePassword: { en: 'Choose a new password', bn: 'নতুন পাসওয়ার্ড ঠিক করুন' },
  resetValidity: {
    en: 'The link is valid for 1 hour and works once. If you did not ask for it, please ignore this mail: your password stays as it is.',
    bn: 'লিংকটি ১ ঘণ্টা কাজ করবে, একবারই। আপনি না চেয়ে থাকলে কিছু করতে হবে না: পাসওয়ার্ড আগের মতোই থাকবে।',
  },
  passwordChanged: { en: 'Your password was changed', bn: 'আপনার পাসওয়ার্ড বদলানো হয়েছে' },
  signedOutEverywhere: {
    en: 'The password of your Chalan account was just changed, and every device was signed out.',
    bn: 'আপনার চালান অ্যাকাউন্টের পাসওয়ার্ড এইমাত্র বদলানো হয়েছে, এবং সব ডিভাইস থেকে সাইন আউট করা হয়েছে।',
  },
  signedOutElsewhere: {
    en: 'The password of your Chalan account was just changed, and every other device was signed out.',
    bn: 'আপনার চালান অ্যাকাউন্টের পাসওয়ার্ড এইমাত্র বদলানো হয়েছে, এবং অন্য সব ডিভাইস থেকে সাইন আউট করা হয়েছে।',
  },
  onePasskey: {
    en: 'The account has {#passkeys} passkey, which still signs in. If it is not yours, please remove it in the security tab of your account.',
    bn: 'অ্যাকাউন্টে {#passkeys}টি পাসকি আছে, সেটি দিয়ে এখনো সাইন ইন করা যায়। সেটি আপনার না হলে অ্যাকাউন্টের নিরাপত্তা ট্যাবে সরিয়ে দিন।',
  },
  severalPasskeys: {
    en: 'The account has {#passkeys} passkeys, which still sign in. Please remove any that is not yours in the security tab of your account.',
    bn: 'অ্যাকাউন্টে {#passkeys}টি পাসকি আছে, সেগুলো দিয়ে এখনো সাইন ইন করা যায়। যেটি আপনার নয়, অ্যাকাউন্টের নিরাপত্তা ট্যাবে তা সরিয়ে দিন।',
  },
  wasNotYou: {
    en: 'If this was not you, please reset the password at once and contact support.',
    bn: 'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড ঠিক করুন এবং সহায়তার সঙ্গে যোগাযোগ করুন।',
  },
  factorChanged: { en: 'Two-step sign-in was changed', bn: 'দুই ধাপের সাইন ইন বদলানো হয়েছে' },
  factorOn: {
    en: 'Two-step sign-in was just switched on for your Chalan account. Signing in now asks for a code of your app, and every other device was signed out.',
    bn: 'আপনার চালান অ্যাকাউন্টে দুই ধাপের সাইন ইন এইমাত্র চালু হয়েছে। এখন সাইন ইনে আপনার অ্যাপের কোড লাগবে, এবং অন্য সব ডিভাইস থেকে সাইন আউট করা হয়েছে।',
  },
  factorOff: {
    en: 'Two-step sign-in was just switched off for your Chalan account. The password alone signs in.',
    bn: 'আপনার চালান অ্যাকাউন্টে দুই ধাপের সাইন ইন এইমাত্র বন্ধ করা হয়েছে। এখন শুধু পাসওয়ার্ডেই সাইন ইন হবে।',
  },
  factorReset: {
    en: 'Our team has switched off two-step sign-in for your Chalan account, and every device was signed out. The password alone signs in.',
    bn: 'আমাদের দল আপনার চালান অ্যাকাউন্টে দুই ধাপের সাইন ইন বন্ধ করেছে, এবং সব ডিভাইস থেকে সাইন আউট করা হয়েছে। এখন শুধু পাসওয়ার্ডেই সাইন ইন হবে।',
  },
  newSignIn: { en: 'New sign-in to your account', bn: 'আপনার অ্যাকাউন্টে নতুন সাইন ইন' },
  onNewDevice: {
    en: 'Somebody, probably you, signed in to your Chalan account on a device that it was not used on before:',
    bn: 'কেউ, সম্ভবত আপনিই, এমন একটি ডিভাইস থেকে আপনার চালান অ্যাকাউন্টে সাইন ইন করেছেন, যেখান থেকে আগে করা হয়নি:',
  },
  device: {
    en: 'Time: {@at} (Dhaka). Browser: {>browser}. Address: {address}',
    bn: 'সময়: {@at} (ঢাকা)। ব্রাউজার: {>browser}। ঠিকানা: {address}',
  },
  browserAndSystem: { en: '{browser} on {system}', bn: '{browser}, {system}' },
  unknownBrowser: { en: 'unknown', bn: 'অজানা' },
  deviceNotYours: {
    en: 'If this was not you, please reset the password at once, which signs out every device, and contact support.',
    bn: 'আপনি না হলে এখনই নতুন পাসওয়ার্ড ঠিক করুন, তাতে সব ডিভাইস থেকে সাইন আউট হবে, এবং সহায়তার সঙ্গে যোগাযোগ করুন।',
  },
  passkeysRemoved: { en: 'Your passkeys were removed', bn: 'আপনার পাসকি সরানো হয়েছে' },
  removedToBeSafe: {
    en: 'The password of your Chalan account was just reset. To be safe, we also removed {#passkeys} passkey{s_passkeys}: somebody who had the account may have added one.',
    bn: 'আপনার চালান অ্যাকাউন্টের জন্য এইমাত্র নতুন পাসওয়ার্ড ঠিক করা হয়েছে। নিরাপত্তার জন্য {#passkeys}টি পাসকিও সরানো হয়েছে: অ্যাকাউন্টে অন্য কেউ ঢুকে থাকলে সে পাসকি যোগ করে থাকতে পারে।',
  },
  addPasskeysAgain: {
    en: 'Sign in with the new password, and add your passkeys again in the security tab of your account.',
    bn: 'নতুন পাসওয়ার্ড দিয়ে সাইন ইন করুন, এবং অ্যাকাউন্টের নিরাপত্তা ট্যাবে আপনার পাসকি আবার যোগ করুন।',
  },
  passkeysChanged: { en: 'Your passkeys were changed', bn: 'আপনার পাসকি বদলানো হয়েছে' },
  passkeyAdded: {
    en: 'A passkey was just added to your Chalan account. It signs in without the password.',
    bn: 'আপনার চালান অ্যাকাউন্টে এইমাত্র একটি পাসকি যোগ করা হয়েছে। এটি দিয়ে পাসওয়ার্ড ছাড়াই সাইন ইন করা যায়।',
  },
  passkeyRemoved: {
    en: 'A passkey of your Chalan account was just removed. It does not sign in any more.',
    bn: 'আপনার চালান অ্যাকাউন্টের একটি পাসকি এইমাত্র সরানো হয়েছে। এটি দিয়ে আর সাইন ইন করা যাবে না।',
  },
  passkeyNotYours: {
    en: 'If this was not you, please reset the password at once, which removes every passkey, and contact support.',
    bn: 'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড ঠিক করুন, তাতে সব পাসকি সরে যাবে, এবং সহায়তার সঙ্গে যোগাযোগ করুন।',
  },
  administratorsPasskeyNotYours: {
    en: 'If this was not you, please remove passkeys that are not yours in the security tab of your account at once, and tell another administrator.',
    bn: 'আপনি না করে থাকলে এখনই আপনার অ্যাকাউন্টের নিরাপত্তা ট্যাবে অচেনা পাসকি সরিয়ে দিন, এবং অন্য একজন প্রশাসককে জানান।',
  },
  waysClosed: {
    en: 'API tokens, webhooks and schedules were stopped',
    bn: 'API টোকেন, ওয়েবহুক ও সময়সূচি থামানো হয়েছে',
  },
  stoppedToBeSafe: {
    en: 'The password, the two-step sign-in or the rights of your Chalan account were just changed. To be safe, we also stopped what works without signing in:',
    bn: 'আপনার চালান অ্যাকাউন্টের পাসওয়ার্ড, দুই ধাপের সাইন ইন বা অধিকার এইমাত্র বদলানো হয়েছে। নিরাপত্তার জন্য, সাইন ইন ছাড়াই যা চলে তা-ও থামানো হয়েছে:',
  },
  stoppedWays: {
    en: 'Revoked API tokens: {#tokens}. Paused webhooks: {#webhooks}. Paused schedules: {#schedules}.',
    bn: 'বাতিল করা API টোকেন: {#tokens}টি। থামানো ওয়েবহুক: {#webhooks}টি। থামানো সময়সূচি: {#schedules}টি।',
  },
  switchOnAgain: {
    en: 'Make new tokens, and switch webhooks and schedules on again, when you have seen that they are yours.',
    bn: 'এগুলো আপনার কি না দেখে নতুন টোকেন বানান, এবং ওয়েবহুক ও সময়সূচি আবার চালু করুন।',
  },
  accountSuspended: { en: 'Your account was suspended', bn: 'আপনার অ্যাকাউন্ট স্থগিত করা হয়েছে' },
  teamSuspended: {
    en: 'Our team has suspended your Chalan account, and every device was signed out. You cannot sign in until it is activated again.',
    bn: 'আমাদের দল আপনার চালান অ্যাকাউন্ট স্থগিত করেছে, এবং সব ডিভাইস থেকে সাইন আউট করা হয়েছে। আবার সক্রিয় না হওয়া পর্যন্ত সাইন ইন করা যাবে না।',
  },
  suspensionStops: {
    en: 'Running jobs are stopped and the credits of their open rows come back. API tokens are revoked, and webhooks and schedules are paused.',
    bn: 'চলমান কাজগুলো থামানো হয়েছে, এবং তাদের বাকি সারির ক্রেডিট ফেরত আসবে। API টোকেনগুলো বাতিল, এবং ওয়েবহুক ও সময়সূচিগুলো বন্ধ রাখা হয়েছে।',
  },
  askSupport: {
    en: 'Please contact support if you want to know why, or did not expect this.',
    bn: 'কারণ জানতে চাইলে, বা এটি আপনার কাছে অপ্রত্যাশিত হলে, সহায়তার সঙ্গে যোগাযোগ করুন।',
  },
  accountActivated: { en: 'Your account is active again', bn: 'আপনার অ্যাকাউন্ট আবার সক্রিয়' },
  teamActivated: {
    en: 'Our team has activated your Chalan account again. You can sign in.',
    bn: 'আমাদের দল আপনার চালান অ্যাকাউন্ট আবার সক্রিয় করেছে। এখন সাইন ইন করতে পারেন।',
  },
  stayPaused: {
    en: 'Webhooks and schedules stay paused until you switch them on again, and API tokens that were revoked have to be created again.',
    bn: 'ওয়েবহুক ও সময়সূচিগুলো আপনি আবার চালু না করা পর্যন্ত বন্ধ থাকবে, এবং বাতিল হওয়া API টোকেন নতুন করে তৈরি করতে হবে।',
  },
  accountDeleted: { en: 'Your account was deleted', bn: 'আপনার অ্যাকাউন্ট মুছে ফেলা হয়েছে' },
  teamDeleted: {
    en: 'Our team has deleted your Chalan account with your data and files. Unused credits are lost. Records of payments are kept as the law requires.',
    bn: 'আমাদের দল আপনার চালান অ্যাকাউন্ট, আপনার তথ্য ও ফাইলসহ মুছে ফেলেছে। অব্যবহৃত ক্রেডিট আর পাওয়া যাবে না। আইন অনুযায়ী পেমেন্টের হিসাব রাখা হয়।',
  },
});
