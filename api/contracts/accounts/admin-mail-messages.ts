/** Texts of mails to administrators: about their rights, approvals and each other. */
import { defineMessages } from '../messages/define.ts';

export const adminMailMessages = defineMessages('admin-mail', {
  promoted: { en: 'You are an administrator now', bn: 'আপনি এখন প্রশাসক' },
  signedOut: {
    en: 'You are an administrator of Chalan now, and every device was signed out.',
    bn: 'আপনি এখন চালানের একজন প্রশাসক, এবং সব ডিভাইস থেকে সাইন আউট করা হয়েছে।',
  },
  signInWithFactor: {
    en: 'Sign in with your passkey or with a code of your app: a password alone does not open the administration.',
    bn: 'পাসকি বা অ্যাপের কোড দিয়ে সাইন ইন করুন: শুধু পাসওয়ার্ডে প্রশাসন খোলে না।',
  },
  setUpFactor: {
    en: 'Sign in, then set up a passkey or two-step sign-in in the security tab of your account: a password alone does not open the administration.',
    bn: 'সাইন ইন করে আপনার অ্যাকাউন্টের নিরাপত্তা ট্যাবে একটি পাসকি বা দুই ধাপের সাইন ইন চালু করুন: শুধু পাসওয়ার্ডে প্রশাসন খোলে না।',
  },
  contactSupport: {
    en: 'If you did not expect this, please contact support.',
    bn: 'আপনার অজান্তে হয়ে থাকলে সহায়তার সঙ্গে যোগাযোগ করুন।',
  },
  approvalAsked: {
    en: 'An administrator asks for your confirmation',
    bn: 'একজন প্রশাসক আপনার নিশ্চিতকরণ চান',
  },
  whoAsks: { en: '{>what}: {who} asks for it.', bn: '{>what}: {who} অনুরোধ করেছেন।' },
  confirmWithin: {
    en: 'It takes effect when you or another administrator confirms it within 24 hours. Please ask the person before you confirm what you did not expect.',
    bn: 'আপনি বা অন্য একজন প্রশাসক ২৪ ঘণ্টার মধ্যে নিশ্চিত করলে কার্যকর হবে। অপ্রত্যাশিত হলে নিশ্চিত করার আগে তাঁর সঙ্গে কথা বলুন।',
  },
  openApprovals: { en: 'Open approvals', bn: 'অনুমোদন খুলুন' },
  suspended: { en: 'An administrator was suspended', bn: 'একজন প্রশাসককে স্থগিত করা হয়েছে' },
  whoSuspended: {
    en: '{who} has suspended the administrator {name}.',
    bn: '{who} প্রশাসক {name}-কে স্থগিত করেছেন।',
  },
  activateAgain: {
    en: 'The account is signed out everywhere. Any administrator can activate it again, and nobody can remove its rights or delete it alone during the next 7 days.',
    bn: 'অ্যাকাউন্টটি সব জায়গা থেকে সাইন আউট করা হয়েছে। যেকোনো প্রশাসক এটি আবার সক্রিয় করতে পারেন; আগামী ৭ দিন কেউ একা এর অধিকার সরাতে বা এটি মুছতে পারবেন না।',
  },
  contactOthers: {
    en: 'If you did not expect this, please contact the other administrators, or whoever runs the platform, at once.',
    bn: 'অপ্রত্যাশিত হলে এখনই অন্য প্রশাসকদের বা প্ল্যাটফর্ম যাঁরা চালান তাঁদের সঙ্গে যোগাযোগ করুন।',
  },
});
