/** Texts of mails to administrators, in both languages. */
import { approvalNames, type ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import type { InBoth } from './mail-texts.ts';

/** `hasFactor`: has a passkey or two-step sign-in, without which the administration is not accessible. */
export type NewAdministrator = { hasFactor: boolean };

export const newAdministratorTexts: InBoth<NewAdministrator> = {
  en: ({ hasFactor }) => ({
    subject: 'You are an administrator now',
    parts: [
      'You are an administrator of Chalan now, and every device was signed out.',
      hasFactor
        ? 'Sign in with your passkey or with a code of your app: a password alone does not open the administration.'
        : 'Sign in, then set up a passkey or two-step sign-in in the security tab of your account: a password alone does not open the administration.',
      'If you did not expect this, please contact support.',
    ],
  }),
  bn: ({ hasFactor }) => ({
    subject: 'আপনি এখন প্রশাসক',
    parts: [
      'আপনি এখন চালানের একজন প্রশাসক, এবং সব ডিভাইস থেকে সাইন আউট করা হয়েছে।',
      hasFactor
        ? 'পাসকি বা অ্যাপের কোড দিয়ে সাইন ইন করুন: শুধু পাসওয়ার্ডে প্রশাসন খোলে না।'
        : 'সাইন ইন করে আপনার অ্যাকাউন্টের নিরাপত্তা ট্যাবে একটি পাসকি বা দুই ধাপের সাইন ইন চালু করুন: শুধু পাসওয়ার্ডে প্রশাসন খোলে না।',
      'আপনার অজান্তে হয়ে থাকলে সহায়তার সঙ্গে যোগাযোগ করুন।',
    ],
  }),
};

export type AskedApproval = { what: ApprovalKind; who: string; reason: string; url: string };

export const approvalTexts: InBoth<AskedApproval> = {
  en: ({ what, who, reason, url }) => ({
    subject: 'An administrator asks for your confirmation',
    parts: [
      `${approvalNames.en[what]}: ${who} asks for it. ${reason}`.trim(),
      'It takes effect when you or another administrator confirms it within 24 hours. Please ask the person before you confirm what you did not expect.',
      { label: 'Open approvals', url },
    ],
  }),
  bn: ({ what, who, reason, url }) => ({
    subject: 'একজন প্রশাসক আপনার নিশ্চিতকরণ চান',
    parts: [
      `${approvalNames.bn[what]}: ${who} অনুরোধ করেছেন। ${reason}`.trim(),
      'আপনি বা অন্য একজন প্রশাসক ২৪ ঘণ্টার মধ্যে নিশ্চিত করলে কার্যকর হবে। অপ্রত্যাশিত হলে নিশ্চিত করার আগে তাঁর সঙ্গে কথা বলুন।',
      { label: 'অনুমোদন খুলুন', url },
    ],
  }),
};

export type SuspendedAdministrator = { name: string; who: string; reason: string };

export const suspendedAdministratorTexts: InBoth<SuspendedAdministrator> = {
  en: ({ name, who, reason }) => ({
    subject: 'An administrator was suspended',
    parts: [
      `${who} has suspended the administrator ${name}. ${reason}`.trim(),
      'The account is signed out everywhere. Any administrator can activate it again, and nobody can remove its rights or delete it alone during the next 7 days.',
      'If you did not expect this, please contact the other administrators, or whoever runs the platform, at once.',
    ],
  }),
  bn: ({ name, who, reason }) => ({
    subject: 'একজন প্রশাসককে স্থগিত করা হয়েছে',
    parts: [
      `${who} প্রশাসক ${name}-কে স্থগিত করেছেন। ${reason}`.trim(),
      'অ্যাকাউন্টটি সব জায়গা থেকে সাইন আউট করা হয়েছে। যেকোনো প্রশাসক এটি আবার সক্রিয় করতে পারেন; আগামী ৭ দিন কেউ একা এর অধিকার সরাতে বা এটি মুছতে পারবেন না।',
      'অপ্রত্যাশিত হলে এখনই অন্য প্রশাসকদের বা প্ল্যাটফর্ম যাঁরা চালান তাঁদের সঙ্গে যোগাযোগ করুন।',
    ],
  }),
};
