/** Texts of mails, in both languages. A missing mail or translation is a compile error. */
import { formatCredits } from '#contracts/credits/credits.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { bengaliOutcomes } from '#contracts/jobs/outcome-names.ts';
import type { Preferences } from '#contracts/calls/account-answers.ts';
import type { Message } from '#contracts/messages/message.ts';
import { bengaliDigits, english, messageText } from '#contracts/messages/render.ts';
import { findService, services } from '#services/catalogue.ts';
import { plural } from '#api/domain/jobs/job-record.ts';

export type MailLanguage = NonNullable<Preferences['language']>;
export type Link = { label: string; url: string };
export type MailText = { subject: string; parts: (string | Link)[] };

export type InBoth<Values> = Record<MailLanguage, (values: Values) => MailText>;

export type EndedJob = {
  ending: 'completed' | 'failed';
  serviceId: string;
  serviceName: string;
  fileName: string;
  /** Why it failed, in English; null if there is nothing to say. */
  reason: Message | null;
  rows: number;
  succeeded: number;
  /** Rows with other outcomes; null for rows without an outcome. */
  others: { outcome: RowOutcome | null; rows: number }[];
  creditsUsed: number;
  url: string;
};

/**
 * Begins and ends every mail. Names are omitted: otherwise, anyone registering someone else's address could send them
 * a text of their choice.
 */
export const letterTexts: Record<MailLanguage, { greeting: string; sender: string }> = {
  en: { greeting: 'Hello,', sender: 'Chalan' },
  bn: { greeting: 'প্রিয় গ্রাহক,', sender: 'চালান' },
};

export const verificationTexts: InBoth<{ url: string }> = {
  en: ({ url }) => ({
    subject: 'Verify your email address',
    parts: [
      'Thank you for registering with Chalan. Please confirm that this email address is yours:',
      { label: 'Verify email address', url },
      'The link is valid for 24 hours. If you did not register, please ignore this mail.',
    ],
  }),
  bn: ({ url }) => ({
    subject: 'আপনার ইমেইল ঠিকানা যাচাই করুন',
    parts: [
      'চালানে নিবন্ধন করার জন্য ধন্যবাদ। এই ইমেইল ঠিকানা যে আপনার, তা নিশ্চিত করুন:',
      { label: 'ইমেইল ঠিকানা যাচাই করুন', url },
      'লিংকটি ২৪ ঘণ্টা কাজ করবে। আপনি নিবন্ধন না করে থাকলে এই মেইলে কিছু করতে হবে না।',
    ],
  }),
};

export const alreadyRegisteredTexts: InBoth<{ url: string }> = {
  en: ({ url }) => ({
    subject: 'You already have a Chalan account',
    parts: [
      'Someone, probably you, tried to register with this email address, which already has an account. You can sign in with your password:',
      { label: 'Open Chalan', url },
      'If you do not remember the password, choose "Forgot password?" when signing in. If this was not you, nothing has changed and there is nothing to do.',
    ],
  }),
  bn: ({ url }) => ({
    subject: 'চালানে আপনার অ্যাকাউন্ট আগে থেকেই আছে',
    parts: [
      'কেউ, সম্ভবত আপনিই, এই ইমেইল ঠিকানা দিয়ে নিবন্ধন করতে চেয়েছেন। এই ঠিকানায় আগে থেকেই অ্যাকাউন্ট আছে। আপনার পাসওয়ার্ড দিয়ে সাইন ইন করুন:',
      { label: 'চালান খুলুন', url },
      'পাসওয়ার্ড মনে না থাকলে সাইন ইনের সময় "পাসওয়ার্ড ভুলে গেছেন?" বেছে নিন। আপনি না হলে কিছুই বদলায়নি, কিছু করতেও হবে না।',
    ],
  }),
};

export const passwordResetTexts: InBoth<{ url: string }> = {
  en: ({ url }) => ({
    subject: 'Reset your password',
    parts: [
      'You asked for a new password for your Chalan account. Choose it here:',
      { label: 'Choose a new password', url },
      'The link is valid for 1 hour and works once. If you did not ask for it, please ignore this mail: your password stays as it is.',
    ],
  }),
  bn: ({ url }) => ({
    subject: 'নতুন পাসওয়ার্ড ঠিক করুন',
    parts: [
      'আপনি চালান অ্যাকাউন্টের জন্য নতুন পাসওয়ার্ড চেয়েছেন। এখানে ঠিক করুন:',
      { label: 'নতুন পাসওয়ার্ড ঠিক করুন', url },
      'লিংকটি ১ ঘণ্টা কাজ করবে, একবারই। আপনি না চেয়ে থাকলে কিছু করতে হবে না: পাসওয়ার্ড আগের মতোই থাকবে।',
    ],
  }),
};

type SignedOut = 'every device' | 'every other device';
/** `passkeys`: how many the account still has. */
export type PasswordChange = { signedOut: SignedOut; passkeys: number };
const signedOutInBengali: Record<SignedOut, string> = {
  'every device': 'সব ডিভাইস থেকে',
  'every other device': 'অন্য সব ডিভাইস থেকে',
};

export const passwordChangedTexts: InBoth<PasswordChange> = {
  en: ({ signedOut, passkeys }) => ({
    subject: 'Your password was changed',
    parts: [
      `The password of your Chalan account was just changed, and ${signedOut} was signed out.`,
      ...(passkeys > 0
        ? [
            `The account has ${passkeys} ${plural(passkeys, 'passkey')}, which still ${passkeys === 1 ? 'signs' : 'sign'} in. Please remove any that is not yours, on the security page of your account.`,
          ]
        : []),
      'If this was not you, please reset the password at once and contact support.',
    ],
  }),
  bn: ({ signedOut, passkeys }) => ({
    subject: 'আপনার পাসওয়ার্ড বদলানো হয়েছে',
    parts: [
      `আপনার চালান অ্যাকাউন্টের পাসওয়ার্ড এইমাত্র বদলানো হয়েছে, এবং ${signedOutInBengali[signedOut]} সাইন আউট করা হয়েছে।`,
      ...(passkeys > 0
        ? [
            `অ্যাকাউন্টে ${bengaliNumber(passkeys)}টি পাসকি আছে, সেগুলো দিয়ে এখনও সাইন ইন করা যায়। যেটি আপনার নয়, অ্যাকাউন্টের নিরাপত্তা পাতায় তা সরিয়ে দিন।`,
          ]
        : []),
      'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড ঠিক করুন এবং সহায়তার সঙ্গে যোগাযোগ করুন।',
    ],
  }),
};

export type FactorChange = 'on' | 'off' | 'reset';

const factorChanges: Record<MailLanguage, Record<FactorChange, string>> = {
  en: {
    on: 'Two-step sign-in was just switched on for your Chalan account. Signing in now asks for a code of your app, and every other device was signed out.',
    off: 'Two-step sign-in was just switched off for your Chalan account. The password alone signs in.',
    reset:
      'Our team has switched off two-step sign-in for your Chalan account, and every device was signed out. The password alone signs in.',
  },
  bn: {
    on: 'আপনার চালান অ্যাকাউন্টে দুই ধাপের সাইন ইন এইমাত্র চালু হয়েছে। এখন সাইন ইনে আপনার অ্যাপের কোড লাগবে, এবং অন্য সব ডিভাইস থেকে সাইন আউট করা হয়েছে।',
    off: 'আপনার চালান অ্যাকাউন্টে দুই ধাপের সাইন ইন এইমাত্র বন্ধ করা হয়েছে। এখন শুধু পাসওয়ার্ডেই সাইন ইন হবে।',
    reset:
      'আমাদের দল আপনার চালান অ্যাকাউন্টে দুই ধাপের সাইন ইন বন্ধ করেছে, এবং সব ডিভাইস থেকে সাইন আউট করা হয়েছে। এখন শুধু পাসওয়ার্ডেই সাইন ইন হবে।',
  },
};

export const secondFactorTexts: InBoth<{ change: FactorChange }> = {
  en: ({ change }) => ({
    subject: 'Two-step sign-in was changed',
    parts: [
      factorChanges.en[change],
      'If this was not you, please reset the password at once and contact support.',
    ],
  }),
  bn: ({ change }) => ({
    subject: 'দুই ধাপের সাইন ইন বদলানো হয়েছে',
    parts: [factorChanges.bn[change], 'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড ঠিক করুন এবং সহায়তার সঙ্গে যোগাযোগ করুন।'],
  }),
};

export type NewDevice = { at: Date; address: string; browser: string | null; system: string | null };

const timeIn = (locale: string, at: Date): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'Asia/Dhaka',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);

export const newDeviceTexts: InBoth<NewDevice> = {
  en: ({ at, address, browser, system }) => ({
    subject: 'New sign-in to your account',
    parts: [
      'Somebody, probably you, signed in to your Chalan account on a device that it was not used on before:',
      `Time: ${timeIn('en-GB', at)} (Dhaka). Browser: ${[browser, system].filter(Boolean).join(' on ') || 'unknown'}. Address: ${address}`,
      'If this was not you, please reset the password at once, which signs out every device, and contact support.',
    ],
  }),
  bn: ({ at, address, browser, system }) => ({
    subject: 'আপনার অ্যাকাউন্টে নতুন সাইন ইন',
    parts: [
      'কেউ, সম্ভবত আপনিই, এমন একটি ডিভাইস থেকে আপনার চালান অ্যাকাউন্টে সাইন ইন করেছেন, যেখান থেকে আগে করা হয়নি:',
      `সময়: ${timeIn('bn-BD', at)} (ঢাকা)। ব্রাউজার: ${[browser, system].filter(Boolean).join(', ') || 'অজানা'}। ঠিকানা: ${address}`,
      'আপনি না হলে এখনই নতুন পাসওয়ার্ড ঠিক করুন, তাতে সব ডিভাইস থেকে সাইন আউট হবে, এবং সহায়তার সঙ্গে যোগাযোগ করুন।',
    ],
  }),
};

/** `passkeys`: how many were removed when the password was reset. */
export type PasskeyChange = { change: 'added' | 'removed' } | { change: 'reset'; passkeys: number };

/** The passkeys' names are omitted, because an intruder could have chosen them. */
export const passkeyTexts: InBoth<PasskeyChange & { isAdmin: boolean }> = {
  en: (event) => ({
    subject: event.change === 'reset' ? 'Your passkeys were removed' : 'Your passkeys were changed',
    parts:
      event.change === 'reset'
        ? [
            `The password of your Chalan account was just reset. To be safe, we also removed ${event.passkeys} ${plural(event.passkeys, 'passkey')}: somebody who had the account may have added one.`,
            'Sign in with the new password, and add your passkeys again on the security page of your account.',
          ]
        : [
            event.change === 'added'
              ? 'A passkey was just added to your Chalan account. It signs in without the password.'
              : 'A passkey of your Chalan account was just removed. It does not sign in any more.',
            event.isAdmin
              ? 'If this was not you, please remove passkeys that are not yours in the security tab of your account at once, and tell another administrator.'
              : 'If this was not you, please reset the password at once, which removes every passkey, and contact support.',
          ],
  }),
  bn: (event) => ({
    subject: event.change === 'reset' ? 'আপনার পাসকি সরানো হয়েছে' : 'আপনার পাসকি বদলানো হয়েছে',
    parts:
      event.change === 'reset'
        ? [
            `আপনার চালান অ্যাকাউন্টের জন্য এইমাত্র নতুন পাসওয়ার্ড ঠিক করা হয়েছে। নিরাপত্তার জন্য ${bengaliNumber(event.passkeys)}টি পাসকিও সরানো হয়েছে: অ্যাকাউন্টে অন্য কেউ ঢুকে থাকলে সে পাসকি যোগ করে থাকতে পারে।`,
            'নতুন পাসওয়ার্ড দিয়ে সাইন ইন করুন, এবং অ্যাকাউন্টের নিরাপত্তা পাতায় আপনার পাসকি আবার যোগ করুন।',
          ]
        : [
            event.change === 'added'
              ? 'আপনার চালান অ্যাকাউন্টে এইমাত্র একটি পাসকি যোগ করা হয়েছে। এটি দিয়ে পাসওয়ার্ড ছাড়াই সাইন ইন করা যায়।'
              : 'আপনার চালান অ্যাকাউন্টের একটি পাসকি এইমাত্র সরানো হয়েছে। এটি দিয়ে আর সাইন ইন করা যাবে না।',
            event.isAdmin
              ? 'আপনি না করে থাকলে এখনই আপনার অ্যাকাউন্টের নিরাপত্তা ট্যাবে অচেনা পাসকি সরিয়ে দিন, এবং অন্য একজন প্রশাসককে জানান।'
              : 'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড ঠিক করুন, তাতে সব পাসকি সরে যাবে, এবং সহায়তার সঙ্গে যোগাযোগ করুন।',
          ],
  }),
};

/** What was closed when the account was secured; see secure-account.ts. */
export const waysClosedTexts: InBoth<{ tokens: number; webhooks: number; schedules: number }> = {
  en: ({ tokens, webhooks, schedules }) => ({
    subject: 'API tokens, webhooks and schedules were stopped',
    parts: [
      'The password, the two-step sign-in or the rights of your Chalan account were just changed. To be safe, we also stopped what works without signing in:',
      `${tokens} API ${plural(tokens, 'token')} revoked, ${webhooks} ${plural(webhooks, 'webhook')} and ${schedules} ${plural(schedules, 'schedule')} paused.`,
      'Make new tokens, and switch webhooks and schedules on again, when you have seen that they are yours.',
    ],
  }),
  bn: ({ tokens, webhooks, schedules }) => ({
    subject: 'API টোকেন, ওয়েবহুক ও শিডিউল থামানো হয়েছে',
    parts: [
      'আপনার চালান অ্যাকাউন্টের পাসওয়ার্ড, দুই ধাপের সাইন ইন বা অধিকার এইমাত্র বদলানো হয়েছে। নিরাপত্তার জন্য, সাইন ইন ছাড়াই যা চলে তা-ও থামানো হয়েছে:',
      `${bengaliNumber(tokens)}টি API টোকেন বাতিল, ${bengaliNumber(webhooks)}টি ওয়েবহুক ও ${bengaliNumber(schedules)}টি শিডিউল থামানো হয়েছে।`,
      'এগুলো আপনার কি না দেখে নতুন টোকেন বানান, এবং ওয়েবহুক ও শিডিউল আবার চালু করুন।',
    ],
  }),
};

const endings = {
  en: { completed: 'Automation complete', failed: 'Automation failed' },
  bn: { completed: 'কাজ শেষ হয়েছে', failed: 'কাজ ব্যর্থ হয়েছে' },
} as const satisfies Record<MailLanguage, Record<EndedJob['ending'], string>>;

const englishOutcome = (outcome: RowOutcome | null): string =>
  (outcome ?? 'open').toLowerCase().replaceAll('_', ' ');

const bengaliNumber = (count: number): string => count.toLocaleString('bn-BD');

const serviceNames = new Map(services.map(({ name, bengali }) => [name, bengali.name]));

export const jobEndedTexts: InBoth<EndedJob> = {
  /** "5 rows: 3 done, 1 not found, 1 rejected. Credits used: 4.00." */
  en: ({ ending, serviceName, fileName, reason, rows, succeeded, others, creditsUsed, url }) => ({
    subject: `${endings.en[ending]}: ${serviceName}`,
    parts: [
      `${serviceName}: ${fileName}. ${reason ? english(reason) : ''}`.trim(),
      `${rows} ${plural(rows, 'row')}: ${[
        `${succeeded} done`,
        ...others.map((each) => `${each.rows} ${englishOutcome(each.outcome)}`),
      ].join(', ')}. Credits used: ${formatCredits(creditsUsed)}.`,
      { label: 'See every row', url },
      'You get this mail because you asked for it in the settings of your account, where you can also switch it off.',
    ],
  }),
  bn: ({ ending, serviceId, serviceName, fileName, reason, rows, succeeded, others, creditsUsed, url }) => {
    const service = findService(serviceId)?.bengali.name ?? serviceName;
    return {
      subject: `${endings.bn[ending]}: ${service}`,
      parts: [
        `${service}: ${fileName}। ${reason ? messageText(reason, 'bn', serviceNames) : ''}`.trim(),
        `${bengaliNumber(rows)}টি সারি: ${[
          `${bengaliNumber(succeeded)}টি হয়েছে`,
          ...others.map(
            (each) => `${bengaliNumber(each.rows)}টি ${bengaliOutcomes[each.outcome ?? 'PENDING']}`,
          ),
        ].join(', ')}। খরচ হওয়া ক্রেডিট: ${bengaliDigits(formatCredits(creditsUsed))}।`,
        { label: 'প্রতিটি সারি দেখুন', url },
        'আপনি অ্যাকাউন্টের সেটিংসে চেয়েছেন বলে এই মেইল পাঠানো হয়েছে; সেখানেই এটি বন্ধ করতে পারবেন।',
      ],
    };
  },
};
