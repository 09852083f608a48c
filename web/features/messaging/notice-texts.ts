/** Defines the notifications' texts in Bengali. A missing kind is a compile error. */
import { approvalNames } from '#contracts/accounts/approval-rules.ts';
import type { NoticeTexts } from '#contracts/messaging/notices.ts';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';

const approvals = approvalNames.bn;

export const bengaliNotices: NoticeTexts = {
  approval_asked: ({ what, who }) => ({
    title: 'একজন প্রশাসক আপনার নিশ্চিতকরণ চান',
    message: `${approvals[what]}: ${who} অনুরোধ করেছেন। আপনি ২৪ ঘণ্টার মধ্যে নিশ্চিত করলে কার্যকর হবে।`,
    action: 'অনুমোদন খুলুন',
  }),
  approval_confirmed: ({ what, who }) => ({
    title: 'আপনার অনুরোধ নিশ্চিত হয়েছে',
    message: `${approvals[what]}: ${who} নিশ্চিত করেছেন।`,
    action: 'অনুমোদন খুলুন',
  }),
  approval_refused: ({ what, who }) => ({
    title: 'আপনার অনুরোধ প্রত্যাখ্যান হয়েছে',
    message: `${approvals[what]}: ${who} প্রত্যাখ্যান করেছেন। কিছু বদলায়নি।`,
    action: 'অনুমোদন খুলুন',
  }),
  administrator_suspended: ({ name, who }) => ({
    title: 'একজন প্রশাসককে স্থগিত করা হয়েছে',
    message: `${who} প্রশাসক ${name}-কে স্থগিত করেছেন। অপ্রত্যাশিত হলে অ্যাকাউন্টটি আবার সক্রিয় করুন এবং ${who}-এর সঙ্গে কথা বলুন।`,
    action: 'ব্যবহারকারী খুলুন',
  }),
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
  login_managed: ({ portal }) => ({
    title: 'আপনার জন্য পোর্টাল লগইন দেওয়া হয়েছে',
    message: `আপনার সঙ্গে কথা অনুযায়ী আমাদের দল ${portal}-এ আপনার প্রতিষ্ঠানের লগইন দিয়েছে। আপনি রাজি না হয়ে থাকলে আমাদের জানান।`,
    action: 'পোর্টাল অ্যাক্সেস দেখুন',
  }),
  login_unmanaged: ({ portal }) => ({
    title: 'পোর্টাল লগইন সরানো হয়েছে',
    message: `আমাদের দল আপনার প্রতিষ্ঠানের জন্য দেওয়া ${portal}-এর লগইন সরিয়ে দিয়েছে।`,
    action: 'পোর্টাল অ্যাক্সেস দেখুন',
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
  payment_held: ({ bdt }) => ({
    title: 'পেমেন্ট যাচাই করা হচ্ছে',
    message: `আপনার ৳${formatDecimals(bdt)} পেমেন্টে bKash যে অঙ্ক জানিয়েছে তা ঠিক করা অঙ্কের সঙ্গে মেলেনি। আমাদের দল দেখছে; আবার টাকা দেবেন না।`,
    action: 'লেনদেন দেখুন',
  }),
  payment_unconfirmed: ({ bdt }) => ({
    title: 'পেমেন্ট এখনো নিশ্চিত হয়নি',
    message: `bKash এখনো আপনার ৳${formatDecimals(bdt)} পেমেন্ট নিশ্চিত করেনি। আমরা bKash থেকে জানতে থাকব; আমরা না জানানো পর্যন্ত আবার টাকা দেবেন না।`,
    action: 'লেনদেন দেখুন',
  }),
  payment_not_taken: ({ bdt }) => ({
    title: 'পেমেন্টের টাকা নেওয়া হয়নি',
    message: `bKash আপনার ৳${formatDecimals(bdt)} পেমেন্টের টাকা নেয়নি। আপনি আবার ক্রেডিট কিনতে পারেন।`,
    action: 'লেনদেন দেখুন',
  }),
  payment_closed: ({ bdt }) => ({
    title: 'পেমেন্ট বন্ধ করা হয়েছে',
    message: `আমাদের দল আপনার ৳${formatDecimals(bdt)} পেমেন্ট বন্ধ করেছে। টাকা বা ক্রেডিট কম পেলে আমাদের জানান।`,
    action: 'লেনদেন দেখুন',
  }),
  refund_delayed: ({ bdt }) => ({
    title: 'টাকা ফেরতে দেরি হচ্ছে',
    message: `৳${formatDecimals(bdt)} আপনার ওয়ালেটে ফেরত গেছে কি না, bKash তা এখনো নিশ্চিত করেনি। আমাদের দল দেখছে।`,
    action: 'লেনদেন দেখুন',
  }),
  refund_not_made: ({ bdt, credits }) => ({
    title: 'টাকা ফেরত দেওয়া হয়নি',
    message: `bKash ৳${formatDecimals(bdt)} আপনার ওয়ালেটে ফেরত পাঠায়নি।${credits > 0 ? ` আপনার অ্যাকাউন্টে ${formatDecimals(credits)} ক্রেডিট ফেরত এসেছে।` : ''}`,
    action: 'লেনদেন দেখুন',
  }),
  refund_repeated: ({ bdt, trxId }) => ({
    title: 'একাধিকবার টাকা ফেরত গেছে',
    message: `আমরা যা ফেরত দিতে বলেছি তার বাইরে bKash আপনার ওয়ালেটে ৳${formatDecimals(bdt)} পাঠিয়েছে (${trxId})। আমাদের দল দেখছে।`,
    action: 'লেনদেন দেখুন',
  }),
  payment_decision: ({ bdt }) => ({
    title: 'একটি পেমেন্টে সিদ্ধান্ত লাগবে',
    message: `৳${formatDecimals(bdt)} টাকার একটি পেমেন্ট বা ফেরত কারও সিদ্ধান্ত ছাড়া শেষ করা যাচ্ছে না।`,
    action: 'পেমেন্টগুলো খুলুন',
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
  job_stopped: ({ service, file, reason }) => ({
    title: 'কাজ বন্ধ করা হয়েছে',
    message: `${service}: ${file} আমাদের দল বন্ধ করেছে: ${reason} বাকি সারির ক্রেডিট ফেরত এসেছে।`,
    action: 'কাজটি দেখুন',
  }),
  filing_repeated: ({ portal, service, row, times }) => ({
    title: `${portal}-এ একটি জমা আবার পাঠানো হয়েছে`,
    message: `${service}, সারি ${formatNumber(row)}: প্রথমটির কোনো চিহ্ন না থাকায় ${formatNumber(times)} বার পাঠানো হয়েছে। পোর্টালে একবারই আছে কি না দেখে নিন।`,
    action: 'কাজটি খুলুন',
  }),
  filing_twins: ({ portal, service, row, references, clicks }) => ({
    title: `${portal}-এ একই জমা একাধিকবার আছে`,
    message: `${service}, সারি ${formatNumber(row)}: পোর্টালে ${references}-ও আছে। আমরা ${formatNumber(clicks)} বার ক্লিক করেছি। বাড়তিটি বাতিল করান।`,
    action: 'কাজটি খুলুন',
  }),
  workflow_failing: ({ service, file }) => ({
    title: 'একটি কাজ আবার শুরু হয়েছে',
    message: `${service}: ${file}-এর ওয়ার্কফ্লো এগোতে পারছিল না। কাজটি নতুন করে চলছে; পুরোনোটিতে কারণ দেখা যাবে।`,
    action: 'কাজটি খুলুন',
  }),
  filing_gone: ({ portal, service, row, reference }) => ({
    title: `${portal}-এ একটি জমা আর নেই`,
    message: `${service}, সারি ${formatNumber(row)}: ${reference || 'জমাটি'} পোর্টালে ছিল, এখন আর পাওয়া যাচ্ছে না।`,
    action: 'কাজটি খুলুন',
  }),
  portal_changed: ({ portal, what }) => ({
    title: `${portal} বদলে গেছে`,
    message: `${what} পোর্টালটি থামানো হয়েছে; এর কাজগুলো অপেক্ষা করছে।`,
    action: 'পোর্টাল বোর্ড খুলুন',
  }),
};
