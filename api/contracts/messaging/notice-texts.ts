/**
 * Texts of notifications in both languages. The English ones are stored with a notification; the client renders the
 * Bengali ones from its values. A missing kind is a compile error.
 */
import { formatCredits } from '#contracts/credits/credits.ts';
import { approvalNames } from '#contracts/accounts/approval-rules.ts';
import { bengaliCreditNotices, englishCreditNotices } from './credit-notice-texts.ts';
import {
  bengaliDecimals,
  bengaliEnds,
  bengaliNumber,
  bengaliRows,
  bengaliStopped,
  completedEnd,
  englishEnds,
  englishRows,
  englishStopped,
  stoppedEnd,
} from './notice-ends.ts';
import type { NoticeTexts } from './notices.ts';

/** A notification about a portal's question: what the service does until it is answered, and the question. */
const asked =
  (title: string, does: string, action: string) =>
  ({ service, prompt }: { service: string; prompt: string }) => ({
    title,
    message: `${service} ${does}: ${prompt}`,
    action,
  });

/** Returns the file's name, with the bank of its claims if the customer has several. */
const named = (file: string, bank: string | undefined): string =>
  bank === undefined ? file : `${file}, ${bank}`;

export const englishNotices: NoticeTexts = {
  approval_asked: ({ what, who }) => ({
    title: 'An administrator asks for your confirmation',
    message: `${approvalNames.en[what]}: ${who} asks for it. It takes effect when you confirm it, within 24 hours.`,
    action: 'Open approvals',
  }),
  approval_confirmed: ({ what, who }) => ({
    title: 'Your request was confirmed',
    message: `${approvalNames.en[what]}: ${who} has confirmed it.`,
    action: 'Open approvals',
  }),
  approval_refused: ({ what, who }) => ({
    title: 'Your request was refused',
    message: `${approvalNames.en[what]}: ${who} has refused it. Nothing was changed.`,
    action: 'Open approvals',
  }),
  administrator_suspended: ({ name, who }) => ({
    title: 'An administrator was suspended',
    message: `${who} has suspended the administrator ${name}. If you did not expect this, activate the account again, and ask ${who}.`,
    action: 'Open users',
  }),
  job_completed: ({ service, file, bank, ...ended }) => ({
    title: englishEnds[completedEnd(ended)],
    message: `${service}: ${named(file, bank?.en)}: ${englishRows(ended)}.`,
    action: 'View job',
  }),
  job_failed: ({ service, file, bank, reason, ...stopped }) => ({
    title: englishEnds[stoppedEnd(stopped)],
    message: `${service}: ${named(file, bank?.en)}: ${englishStopped(stopped)}${reason}`,
    action: 'View job',
  }),
  practice_ended: ({ service, file, ...ended }) => ({
    title: 'Practice run finished',
    message: `${service}: ${file}: ${englishRows(ended)}, for practice.`,
    action: 'View results',
  }),
  login_refused: ({ service, file, bank, reason }) => ({
    title: 'Portal login refused',
    message: `${reason} ${service}: ${named(file, bank?.en)} was stopped and the credits of its open rows came back.`,
    action: 'Update Portal Access',
  }),
  login_managed: ({ portal }) => ({
    title: 'Portal login entered for you',
    message: `Our team has entered your company's login for ${portal}, as agreed with you. Tell us if you did not agree to it.`,
    action: 'View Portal Access',
  }),
  login_unmanaged: ({ portal }) => ({
    title: 'Portal login removed',
    message: `Our team has removed the login for ${portal} that it had entered for your company.`,
    action: 'View Portal Access',
  }),
  captcha_asked: asked('The portal asks for a CAPTCHA', 'waits for your answer', 'Answer'),
  code_asked: asked('The portal asks for a code', 'waits for your answer', 'Answer'),
  page_asked: asked('The portal asks for a person', 'waits for you', 'Open the page'),
  page_waits: asked(
    'The portal still waits for you',
    'ends in a few minutes unless you open the page',
    'Open the page',
  ),
  portal_back: ({ portal, jobs }) => ({
    title: `${portal} works again`,
    message:
      jobs === 1
        ? 'Your job that waited for it continues automatically.'
        : `Your ${jobs} jobs that waited for it continue automatically.`,
    action: jobs === 1 ? 'View job' : 'View jobs',
  }),
  ...englishCreditNotices,
  payment_received: ({ credits }) => ({
    title: 'Payment received',
    message: `Payment received: ${formatCredits(credits)} credits added.`,
  }),
  payment_repeated: ({ trxId }) => ({
    title: 'Payment is sent back',
    message: `Your order was paid twice. The second payment, ${trxId}, goes back to your bKash wallet.`,
  }),
  payment_refunded: ({ bdt, creditsTaken }) => ({
    title: 'Payment refunded',
    message: `${bdt.toFixed(2)} BDT went back to your bKash wallet.${creditsTaken > 0 ? ` ${formatCredits(creditsTaken)} credits were taken back.` : ''}`,
  }),
  payment_held: ({ bdt }) => ({
    title: 'Payment is being checked',
    message: `For your payment of ${bdt.toFixed(2)} BDT, bKash reported figures that differ from those agreed. Our team is looking into it; please do not pay again.`,
    action: 'View transactions',
  }),
  payment_unconfirmed: ({ bdt }) => ({
    title: 'Payment not confirmed yet',
    message: `bKash has not confirmed your payment of ${bdt.toFixed(2)} BDT yet. We keep checking with bKash; please do not pay again before you hear from us.`,
    action: 'View transactions',
  }),
  payment_not_taken: ({ bdt }) => ({
    title: 'Payment was not taken',
    message: `bKash has not taken your payment of ${bdt.toFixed(2)} BDT. You can buy the credits again.`,
    action: 'View transactions',
  }),
  payment_closed: ({ bdt }) => ({
    title: 'Payment closed',
    message: `Our team has closed your payment of ${bdt.toFixed(2)} BDT. If money or credits are missing, please contact us.`,
    action: 'View transactions',
  }),
  refund_delayed: ({ bdt }) => ({
    title: 'Refund is delayed',
    message: `bKash has not confirmed that ${bdt.toFixed(2)} BDT went back to your wallet. Our team looks into it.`,
    action: 'View transactions',
  }),
  refund_not_made: ({ bdt, credits }) => ({
    title: 'Refund was not made',
    message: `bKash did not send ${bdt.toFixed(2)} BDT back to your wallet.${credits > 0 ? ` ${formatCredits(credits)} credits came back to your account.` : ''}`,
    action: 'View transactions',
  }),
  refund_repeated: ({ bdt, trxId }) => ({
    title: 'A refund was made more than once',
    message: `bKash sent ${bdt.toFixed(2)} BDT to your wallet (${trxId}) in addition to the refunds that we asked for. Our team is looking into it.`,
    action: 'View transactions',
  }),
  payment_decision: ({ bdt }) => ({
    title: 'A payment needs a decision',
    message: `A payment or refund of ${bdt.toFixed(2)} BDT needs a manual decision.`,
    action: 'Open the payments',
  }),
  token_created: ({ name }) => ({
    title: 'API token created',
    message: `The token “${name}” can now call the API in your name. If this was not you, revoke it and change your password.`,
    action: 'View tokens',
  }),
  webhook_off: ({ url }) => ({
    title: 'Webhook switched off',
    message: `Nothing could be delivered to ${url} for 3 days. Please check the address, then switch it on again.`,
    action: 'View webhooks',
  }),
  schedule_missed: ({ name, service, reason }) => ({
    title: 'Scheduled run not started',
    message: `${name} (${service}): ${reason} The schedule stays; it runs again tomorrow.`,
    action: 'View schedules',
  }),
  job_stopped: ({ service, file, bank, reason }) => ({
    title: 'Automation stopped',
    message: `${service}: ${named(file, bank?.en)} was stopped by our team: ${reason} The credits of its open rows came back.`,
    action: 'View job',
  }),
  filing_repeated: ({ portal, service, row, times }) => ({
    title: `A filing was sent to ${portal} again`,
    message: `${service}, row ${row}: the first request left no trace, so it was sent ${times} times. Please check that the portal has it once.`,
    action: 'Open the job',
  }),
  filing_twins: ({ portal, service, row, references, clicks }) => ({
    title: `A filing is on ${portal} more than once`,
    message: `${service}, row ${row}: the portal also has ${references}. We clicked ${clicks} ${clicks === 1 ? 'time' : 'times'}. Please have the twin cancelled.`,
    action: 'Open the job',
  }),
  workflow_failing: ({ service, file }) => ({
    title: 'A job was started again',
    message: `The workflow of ${service}: ${file} failed. The job continues in a new run; the old one shows why.`,
    action: 'Open the job',
  }),
  payment_workflow_failing: ({ invoice }) => ({
    title: 'A payment was started again',
    message: `The workflow of payment ${invoice} failed. It continues in a new run; the old one shows why.`,
    action: 'Open payments',
  }),
  filing_found: ({ service, file, row, reference }) => ({
    title: 'The portal has your filing',
    message: `${service}: ${file}: the portal has taken row ${row}${reference && ` as ${reference}`}. Run it again to get the result: nothing is filed twice.`,
    action: 'View job',
  }),
  filing_numbered: ({ service, file, row, reference }) => ({
    title: 'Your filing has a number now',
    message: `${service}: ${file}: the portal has given row ${row} the number ${reference}. The job's results show it.`,
    action: 'View job',
  }),
  filings_unchecked: ({ portal }) => ({
    title: `Filings on ${portal} were not checked`,
    message: `Some filings could not be read back from ${portal} before their rows were deleted. Nobody has looked whether each of them exists exactly once. The log names them.`,
    action: 'Open the portal board',
  }),
  filing_gone: ({ portal, service, row, reference }) => ({
    title: `A filing is no longer on ${portal}`,
    message: `${service}, row ${row}: ${reference || 'the filing'} was on the portal and is not found any more.`,
    action: 'Open the job',
  }),
  portal_changed: ({ portal, what }) => ({
    title: `${portal} has changed`,
    message: `${what} The portal is paused; its jobs wait.`,
    action: 'Open the portal board',
  }),
};

export const bengaliNotices: NoticeTexts = {
  approval_asked: ({ what, who }) => ({
    title: 'একজন প্রশাসক আপনার নিশ্চিতকরণ চান',
    message: `${approvalNames.bn[what]}: ${who} অনুরোধ করেছেন। আপনি ২৪ ঘণ্টার মধ্যে নিশ্চিত করলে কার্যকর হবে।`,
    action: 'অনুমোদন খুলুন',
  }),
  approval_confirmed: ({ what, who }) => ({
    title: 'আপনার অনুরোধ নিশ্চিত হয়েছে',
    message: `${approvalNames.bn[what]}: ${who} নিশ্চিত করেছেন।`,
    action: 'অনুমোদন খুলুন',
  }),
  approval_refused: ({ what, who }) => ({
    title: 'আপনার অনুরোধ প্রত্যাখ্যান হয়েছে',
    message: `${approvalNames.bn[what]}: ${who} প্রত্যাখ্যান করেছেন। কিছু বদলায়নি।`,
    action: 'অনুমোদন খুলুন',
  }),
  administrator_suspended: ({ name, who }) => ({
    title: 'একজন প্রশাসককে স্থগিত করা হয়েছে',
    message: `${who} প্রশাসক ${name}-কে স্থগিত করেছেন। অপ্রত্যাশিত হলে অ্যাকাউন্টটি আবার সক্রিয় করুন এবং ${who}-এর সঙ্গে কথা বলুন।`,
    action: 'ব্যবহারকারী খুলুন',
  }),
  job_completed: ({ service, file, bank, ...ended }) => ({
    title: bengaliEnds[completedEnd(ended)],
    message: `${service}: ${named(file, bank?.bn)}: ${bengaliRows(ended)}।`,
    action: 'কাজটি দেখুন',
  }),
  job_failed: ({ service, file, bank, reason, ...stopped }) => ({
    title: bengaliEnds[stoppedEnd(stopped)],
    message: `${service}: ${named(file, bank?.bn)}: ${bengaliStopped(stopped)}${reason}`,
    action: 'কাজটি দেখুন',
  }),
  practice_ended: ({ service, file, ...ended }) => ({
    title: 'অনুশীলন শেষ হয়েছে',
    message: `${service}: ${file}: অনুশীলনে ${bengaliRows(ended)}।`,
    action: 'ফলাফল দেখুন',
  }),
  login_refused: ({ service, file, bank, reason }) => ({
    title: 'পোর্টাল লগইন নেয়নি',
    message: `${reason} ${service}: ${named(file, bank?.bn)} বন্ধ করা হয়েছে, বাকি সারির ক্রেডিট ফেরত এসেছে।`,
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
  captcha_asked: asked('পোর্টাল CAPTCHA চাইছে', 'আপনার উত্তরের অপেক্ষায়', 'উত্তর দিন'),
  code_asked: asked('পোর্টাল একটি কোড চাইছে', 'আপনার উত্তরের অপেক্ষায়', 'উত্তর দিন'),
  page_asked: asked('পোর্টাল একজন মানুষকে চাইছে', 'আপনার অপেক্ষায়', 'পাতাটি খুলুন'),
  page_waits: asked('পোর্টাল এখনো আপনার অপেক্ষায়', 'পাতাটি না খুললে কয়েক মিনিটে থেমে যাবে', 'পাতাটি খুলুন'),
  portal_back: ({ portal, jobs }) => ({
    title: `${portal} আবার চলছে`,
    message: `এর অপেক্ষায় থাকা আপনার ${bengaliNumber(jobs)}টি কাজ নিজে থেকেই আবার চলছে।`,
    action: jobs === 1 ? 'কাজটি দেখুন' : 'কাজগুলো দেখুন',
  }),
  ...bengaliCreditNotices,
  payment_received: ({ credits }) => ({
    title: 'পেমেন্ট পাওয়া গেছে',
    message: `পেমেন্ট পাওয়া গেছে: ${bengaliDecimals(credits)} ক্রেডিট যোগ হয়েছে।`,
  }),
  payment_repeated: ({ trxId }) => ({
    title: 'পেমেন্ট ফেরত যাচ্ছে',
    message: `আপনার অর্ডারের টাকা দুবার দেওয়া হয়েছে। দ্বিতীয় পেমেন্ট ${trxId} আপনার bKash ওয়ালেটে ফেরত যাচ্ছে।`,
  }),
  payment_refunded: ({ bdt, creditsTaken }) => ({
    title: 'পেমেন্টের টাকা ফেরত',
    message: `৳${bengaliDecimals(bdt)} আপনার bKash ওয়ালেটে ফেরত গেছে।${creditsTaken > 0 ? ` ${bengaliDecimals(creditsTaken)} ক্রেডিট ফিরিয়ে নেওয়া হয়েছে।` : ''}`,
  }),
  payment_held: ({ bdt }) => ({
    title: 'পেমেন্ট যাচাই করা হচ্ছে',
    message: `আপনার ৳${bengaliDecimals(bdt)} পেমেন্টে bKash যে অঙ্ক জানিয়েছে তা ঠিক করা অঙ্কের সঙ্গে মেলেনি। আমাদের দল দেখছে; আবার টাকা দেবেন না।`,
    action: 'লেনদেন দেখুন',
  }),
  payment_unconfirmed: ({ bdt }) => ({
    title: 'পেমেন্ট এখনো নিশ্চিত হয়নি',
    message: `bKash এখনো আপনার ৳${bengaliDecimals(bdt)} পেমেন্ট নিশ্চিত করেনি। আমরা bKash থেকে জানতে থাকব; আমরা না জানানো পর্যন্ত আবার টাকা দেবেন না।`,
    action: 'লেনদেন দেখুন',
  }),
  payment_not_taken: ({ bdt }) => ({
    title: 'পেমেন্টের টাকা নেওয়া হয়নি',
    message: `bKash আপনার ৳${bengaliDecimals(bdt)} পেমেন্টের টাকা নেয়নি। আপনি আবার ক্রেডিট কিনতে পারেন।`,
    action: 'লেনদেন দেখুন',
  }),
  payment_closed: ({ bdt }) => ({
    title: 'পেমেন্ট বন্ধ করা হয়েছে',
    message: `আমাদের দল আপনার ৳${bengaliDecimals(bdt)} পেমেন্ট বন্ধ করেছে। টাকা বা ক্রেডিট কম পেলে আমাদের জানান।`,
    action: 'লেনদেন দেখুন',
  }),
  refund_delayed: ({ bdt }) => ({
    title: 'টাকা ফেরতে দেরি হচ্ছে',
    message: `৳${bengaliDecimals(bdt)} আপনার ওয়ালেটে ফেরত গেছে কি না, bKash তা এখনো নিশ্চিত করেনি। আমাদের দল দেখছে।`,
    action: 'লেনদেন দেখুন',
  }),
  refund_not_made: ({ bdt, credits }) => ({
    title: 'টাকা ফেরত দেওয়া হয়নি',
    message: `bKash ৳${bengaliDecimals(bdt)} আপনার ওয়ালেটে ফেরত পাঠায়নি।${credits > 0 ? ` আপনার অ্যাকাউন্টে ${bengaliDecimals(credits)} ক্রেডিট ফেরত এসেছে।` : ''}`,
    action: 'লেনদেন দেখুন',
  }),
  refund_repeated: ({ bdt, trxId }) => ({
    title: 'একাধিকবার টাকা ফেরত গেছে',
    message: `আমরা যা ফেরত দিতে বলেছি তার বাইরে bKash আপনার ওয়ালেটে ৳${bengaliDecimals(bdt)} পাঠিয়েছে (${trxId})। আমাদের দল দেখছে।`,
    action: 'লেনদেন দেখুন',
  }),
  payment_decision: ({ bdt }) => ({
    title: 'একটি পেমেন্টে সিদ্ধান্ত লাগবে',
    message: `৳${bengaliDecimals(bdt)}-এর একটি পেমেন্ট বা ফেরত কারও সিদ্ধান্ত ছাড়া শেষ করা যাচ্ছে না।`,
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
  job_stopped: ({ service, file, bank, reason }) => ({
    title: 'কাজ বন্ধ করা হয়েছে',
    message: `${service}: ${named(file, bank?.bn)} আমাদের দল বন্ধ করেছে: ${reason} বাকি সারির ক্রেডিট ফেরত এসেছে।`,
    action: 'কাজটি দেখুন',
  }),
  filing_repeated: ({ portal, service, row, times }) => ({
    title: `${portal}-এ একটি জমা আবার পাঠানো হয়েছে`,
    message: `${service}, সারি ${bengaliNumber(row)}: প্রথমটির কোনো চিহ্ন না থাকায় ${bengaliNumber(times)} বার পাঠানো হয়েছে। পোর্টালে একবারই আছে কি না দেখে নিন।`,
    action: 'কাজটি খুলুন',
  }),
  filing_twins: ({ portal, service, row, references, clicks }) => ({
    title: `${portal}-এ একই জমা একাধিকবার আছে`,
    message: `${service}, সারি ${bengaliNumber(row)}: পোর্টালে ${references}-ও আছে। আমরা ${bengaliNumber(clicks)} বার ক্লিক করেছি। বাড়তিটি বাতিল করান।`,
    action: 'কাজটি খুলুন',
  }),
  workflow_failing: ({ service, file }) => ({
    title: 'একটি কাজ আবার শুরু হয়েছে',
    message: `${service}: ${file}-এর ওয়ার্কফ্লো এগোতে পারছিল না। কাজটি নতুন করে চলছে; পুরোনোটিতে কারণ দেখা যাবে।`,
    action: 'কাজটি খুলুন',
  }),
  payment_workflow_failing: ({ invoice }) => ({
    title: 'একটি পেমেন্ট আবার শুরু হয়েছে',
    message: `পেমেন্ট ${invoice}-এর ওয়ার্কফ্লো এগোতে পারছিল না। এটি নতুন করে চলছে; পুরোনোটিতে কারণ দেখা যাবে।`,
    action: 'পেমেন্ট খুলুন',
  }),
  filing_found: ({ service, file, row, reference }) => ({
    title: 'আপনার জমা পোর্টালে পাওয়া গেছে',
    message: `${service}: ${file}: পোর্টাল সারি ${bengaliNumber(row)} নিয়েছে${reference && `, নম্বর ${reference}`}। ফলাফল পেতে আবার চালান: কিছুই দুবার জমা হবে না।`,
    action: 'কাজটি দেখুন',
  }),
  filing_numbered: ({ service, file, row, reference }) => ({
    title: 'আপনার জমা এখন নম্বর পেয়েছে',
    message: `${service}: ${file}: পোর্টাল সারি ${bengaliNumber(row)}-এর নম্বর দিয়েছে: ${reference}। কাজের ফলাফলে নম্বরটি দেখা যাবে।`,
    action: 'কাজটি দেখুন',
  }),
  filings_unchecked: ({ portal }) => ({
    title: `${portal}-এর কিছু জমা যাচাই হয়নি`,
    message: `সারি মুছে যাওয়ার আগে ${portal} থেকে কিছু জমা আবার দেখে নেওয়া যায়নি। প্রতিটি ঠিক একবার আছে কি না, কেউ দেখেনি। কোনগুলো, তা লগে আছে।`,
    action: 'পোর্টাল বোর্ড খুলুন',
  }),
  filing_gone: ({ portal, service, row, reference }) => ({
    title: `${portal}-এ একটি জমা আর নেই`,
    message: `${service}, সারি ${bengaliNumber(row)}: ${reference || 'জমাটি'} পোর্টালে ছিল, এখন আর পাওয়া যাচ্ছে না।`,
    action: 'কাজটি খুলুন',
  }),
  portal_changed: ({ portal, what }) => ({
    title: `${portal} বদলে গেছে`,
    message: `${what} পোর্টালটি থামানো হয়েছে; এর কাজগুলো অপেক্ষা করছে।`,
    action: 'পোর্টাল বোর্ড খুলুন',
  }),
};
