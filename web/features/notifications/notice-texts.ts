/** What notifications say in Bengali. A kind that is missing here is a compile error. */
import type { NoticeTexts } from '#contracts/notices.ts';
import { formatDecimals, formatNumber } from '../../lib/numbers.ts';

export const bengaliNotices: NoticeTexts = {
  job_completed: ({ service, file, done, rows }) => ({
    title: 'কাজ শেষ হয়েছে',
    message: `${service}: ${file}: ${formatNumber(rows)}টি সারির মধ্যে ${formatNumber(done)}টি হয়েছে।`,
    action: 'কাজটি দেখুন',
  }),
  job_failed: ({ service, file, reason }) => ({
    title: 'কাজ ব্যর্থ হয়েছে',
    message: `${service}: ${file}: ${reason}`,
    action: 'কাজটি দেখুন',
  }),
  login_refused: ({ service, file, reason }) => ({
    title: 'পোর্টাল লগইন নেয়নি',
    message: `${reason} ${service}: ${file} বন্ধ করা হয়েছে, বাকি সারির ক্রেডিট ফেরত এসেছে।`,
    action: 'পোর্টাল অ্যাক্সেস হালনাগাদ করুন',
  }),
  captcha_asked: ({ service, prompt }) => ({
    title: 'পোর্টাল CAPTCHA চাইছে',
    message: `${service} আপনার উত্তরের অপেক্ষায়: ${prompt}`,
    action: 'উত্তর দিন',
  }),
  code_asked: ({ service, prompt }) => ({
    title: 'পোর্টাল একটি কোড চাইছে',
    message: `${service} আপনার উত্তরের অপেক্ষায়: ${prompt}`,
    action: 'উত্তর দিন',
  }),
  credits_low: ({ balance, threshold }) => ({
    title: 'ক্রেডিট কমে এসেছে',
    message: `${formatDecimals(balance)} ক্রেডিট বাকি আছে, আপনার ঠিক করা সীমা ${formatDecimals(threshold)}-এর চেয়ে কম।`,
    action: 'ক্রেডিট কিনুন',
  }),
  credits_returned: ({ service, file, credits, reason }) => ({
    title: 'ক্রেডিট ফেরত এসেছে',
    message: `${service}, ${file}: আপনার অ্যাকাউন্টে ${formatDecimals(credits)} ক্রেডিট ফেরত এসেছে। ${reason}`,
    action: 'কাজটি দেখুন',
  }),
  payment_received: ({ credits }) => ({
    title: 'পেমেন্ট পাওয়া গেছে',
    message: `পেমেন্ট পাওয়া গেছে: ${formatDecimals(credits)} ক্রেডিট যোগ হয়েছে।`,
  }),
  payment_repeated: ({ trxId }) => ({
    title: 'পেমেন্ট ফেরত যাচ্ছে',
    message: `আপনার অর্ডারের টাকা দুবার দেওয়া হয়েছে। দ্বিতীয় পেমেন্ট ${trxId} আপনার bKash ওয়ালেটে ফেরত যাচ্ছে।`,
  }),
  payment_refunded: ({ bdt, creditsTaken }) => ({
    title: 'পেমেন্টের টাকা ফেরত',
    message: `৳${formatDecimals(bdt)} আপনার bKash ওয়ালেটে ফেরত গেছে।${creditsTaken > 0 ? ` ${formatDecimals(creditsTaken)} ক্রেডিট ফিরিয়ে নেওয়া হয়েছে।` : ''}`,
  }),
  token_created: ({ name }) => ({
    title: 'API টোকেন তৈরি হয়েছে',
    message: `“${name}” টোকেন এখন আপনার নামে API ব্যবহার করতে পারে। আপনি না করে থাকলে টোকেনটি বাতিল করুন ও পাসওয়ার্ড বদলান।`,
    action: 'টোকেনগুলো দেখুন',
  }),
  webhook_off: ({ url }) => ({
    title: 'ওয়েবহুক বন্ধ করা হয়েছে',
    message: `${url} ঠিকানায় ৩ দিন কিছু পৌঁছানো যায়নি। ঠিকানাটি দেখে আবার চালু করুন।`,
    action: 'ওয়েবহুক দেখুন',
  }),
  schedule_missed: ({ name, service, reason }) => ({
    title: 'সময়সূচির কাজ শুরু হয়নি',
    message: `${name} (${service}): ${reason} সময়সূচি থাকছে; আগামীকাল আবার চলবে।`,
    action: 'সময়সূচি দেখুন',
  }),
  portal_changed: ({ portal, what }) => ({
    title: `${portal} বদলে গেছে`,
    message: `${what} পোর্টালটি থামানো হয়েছে; এর কাজগুলো অপেক্ষা করছে।`,
    action: 'পোর্টাল বোর্ড খুলুন',
  }),
};
