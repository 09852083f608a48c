/** Defines the texts of the choices for mail and push. */
import { formatNumber } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const noticeChoiceWords = defineWords({
  en: {
    title: 'Tell me outside Chalan when',
    email: 'Email',
    push: 'Push',
    events: {
      completion: 'A job finishes',
      question: 'A portal asks something',
      portalBack: 'A portal works again',
    },
    hints: {
      completion: 'With its row counts and a link.',
      question: 'A CAPTCHA or a code. The portal waits only a few minutes for the answer.',
      portalBack: 'If one of your jobs waited for it.',
    },
    by: (channel: string, event: string) => `${channel}: ${event}`,
    notSaved: 'This could not be saved.',
    loading: 'Loading the choices',
    loadFailed: 'Whether push is on could not be loaded.',

    devices: 'Push on your devices',
    devicesText:
      'A browser in which push is on shows these notifications even when Chalan is not open in it. Push ends when you sign out.',
    turnOn: 'Turn On for This Device',
    turnOff: 'Turn Off',
    turnOffNamed: (device: string) => `Turn off push: ${device}`,
    test: 'Send a Test Message',
    thisDevice: 'This device',
    since: (day: string) => `On since ${day}`,
    turnedOn: 'Push is on for this device.',
    turnedOff: 'Push is off for the device.',
    tested: 'Sent. The message appears in a few seconds.',
    denied:
      'This browser blocks notifications from Chalan. Allow them in the browser’s settings for this site (the icon beside the address), then reload the page.',
    dismissed: 'The browser’s question was closed. Push is still off.',
    unavailable:
      'The browser could not reach its push service. Please try again later, or in another browser.',
    notPossible: 'This browser cannot show pushed notifications.',
    full: (most: number) => `Push can be on for ${most} devices. Turn one off first.`,
  },
  bn: {
    title: 'চালানের বাইরেও জানান যখন',
    email: 'ইমেইল',
    push: 'পুশ',
    events: {
      completion: 'কাজ শেষ হয়',
      question: 'পোর্টাল কিছু জানতে চায়',
      portalBack: 'পোর্টাল আবার চলে',
    },
    hints: {
      completion: 'সারির হিসাব ও লিংকসহ।',
      question: 'CAPTCHA বা কোড। পোর্টাল উত্তরের জন্য মাত্র কয়েক মিনিট অপেক্ষা করে।',
      portalBack: 'আপনার কোনো কাজ তার অপেক্ষায় থাকলে।',
    },
    by: (channel, event) => `${channel}: ${event}`,
    notSaved: 'এটি সংরক্ষণ করা যায়নি।',
    loading: 'পছন্দগুলো লোড হচ্ছে',
    loadFailed: 'পুশ চালু আছে কি না জানা যায়নি।',

    devices: 'আপনার ডিভাইসে পুশ বিজ্ঞপ্তি',
    devicesText: 'যে ব্রাউজারে পুশ চালু, সেখানে চালান খোলা না থাকলেও এসব বিজ্ঞপ্তি দেখা যায়। সাইন আউট করলে পুশ বন্ধ হয়ে যায়।',
    turnOn: 'এই ডিভাইসে চালু করুন',
    turnOff: 'বন্ধ করুন',
    turnOffNamed: (device) => `পুশ বন্ধ করুন: ${device}`,
    test: 'পরীক্ষামূলক বার্তা পাঠান',
    thisDevice: 'এই ডিভাইস',
    since: (day) => `${day} থেকে চালু`,
    turnedOn: 'এই ডিভাইসে পুশ চালু হয়েছে।',
    turnedOff: 'ডিভাইসটিতে পুশ বন্ধ হয়েছে।',
    tested: 'পাঠানো হয়েছে। কয়েক সেকেন্ডের মধ্যে বার্তাটি দেখা যাবে।',
    denied:
      'এই ব্রাউজার চালানের বিজ্ঞপ্তি আটকে রেখেছে। ব্রাউজারে এই সাইটের সেটিংসে (ঠিকানার পাশের চিহ্ন) অনুমতি দিন, তারপর পাতাটি আবার লোড করুন।',
    dismissed: 'ব্রাউজারের প্রশ্নটি বন্ধ করা হয়েছে। পুশ এখনো বন্ধ।',
    unavailable: 'ব্রাউজার তার পুশ সেবার সঙ্গে যোগাযোগ করতে পারেনি। পরে আবার, বা অন্য ব্রাউজারে চেষ্টা করুন।',
    notPossible: 'এই ব্রাউজার পুশ বিজ্ঞপ্তি দেখাতে পারে না।',
    full: (most) => `${formatNumber(most)}টি ডিভাইসে পুশ চালু রাখা যায়। আগে একটি বন্ধ করুন।`,
  },
});
