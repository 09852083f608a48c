/** Texts about what a job does and why it waits or ends: its step, its timeline, its final message. */
import { defineSentences } from './sentence.ts';

export const jobSentences = defineSentences({
  'Waiting to start': 'শুরুর অপেক্ষায়',
  'Waiting for a free slot on the portal': 'পোর্টালে জায়গা খালি হওয়ার অপেক্ষায়',
  'Waiting for the portal': 'পোর্টালের অপেক্ষায়',
  'Waiting for our team': 'আমাদের দলের অপেক্ষায়',
  'Confirming with the portal': 'পোর্টালে নিশ্চিত করা হচ্ছে',
  'We are confirming {#rows} filing{s_rows} with the portal, whose answer was lost. Nothing is sent twice.':
    '{#rows}টি জমার উত্তর পাওয়া যায়নি; পোর্টালে খুঁজে নিশ্চিত করা হচ্ছে। কিছুই দুবার পাঠানো হয় না।',
  '{#rows} filing{s_rows} left no trace on the portal. Our team looks before anything is sent again.':
    '{#rows}টি জমার চিহ্ন পোর্টালে নেই। আবার কিছু পাঠানোর আগে আমাদের দল দেখছে।',
  'The account is suspended.': 'অ্যাকাউন্টটি স্থগিত করা হয়েছে।',
  'Stopped by our team: {words}': 'আমাদের দল বন্ধ করেছে: {words}',
  'Taken up again after an interruption': 'বাধার পর কাজ আবার শুরু হয়েছে',
  'Returned: nothing held them any more': 'ফেরত: এগুলো আর কোনো কাজের জন্য ধরা ছিল না',
  'Waiting for your answer': 'আপনার উত্তরের অপেক্ষায়',
  'Working the rows': 'সারির কাজ চলছে',
  'Collecting the result files': 'ফলাফলের ফাইল তৈরি হচ্ছে',
  'Credits reserved for {#rows} row{s_rows}': '{#rows}টি সারির ক্রেডিট ধরে রাখা হয়েছে',
  'Credits reserved for {#rows} failed row{s_rows}': '{#rows}টি ব্যর্থ সারির ক্রেডিট ধরে রাখা হয়েছে',
  'Our team has paused this portal.': 'আমাদের দল এই পোর্টালের কাজ থামিয়ে রেখেছে।',
  'The job could not go on by itself. Our team looks into it.': 'কাজটি নিজে থেকে এগোতে পারেনি। আমাদের দল দেখছে।',
  'The remaining rows could not be worked.': 'বাকি সারিগুলোর কাজ করা যায়নি।',
  'The job could not be finished.': 'কাজটি শেষ করা যায়নি।',
  'The job was stopped by our team.': 'আমাদের দল কাজটি বন্ধ করেছে।',
  'The portal refused the login.': 'পোর্টাল লগইন নেয়নি।',
  Cancelled: 'বাতিল',
  'Finished; credits settled': 'শেষ; ক্রেডিটের হিসাব হয়েছে',
  'Tables were changed and exported again': 'টেবিল বদলে আবার এক্সপোর্ট করা হয়েছে',
  'Cancelled; credits of open rows returned': 'বাতিল; বাকি সারির ক্রেডিট ফেরত এসেছে',
  'Stopped: {words}': 'বন্ধ হয়েছে: {words}',
  'unknown reason': 'কারণ জানা নেই',
  '{#credits} credits returned by our team': 'আমাদের দল {#credits} ক্রেডিট ফেরত দিয়েছে',
  'We told you by mail': 'আপনাকে ইমেইলে জানানো হয়েছে',
  // Tests of a saved login
  'The test took too long to start. Please try again.': 'পরীক্ষা শুরু হতে বেশি সময় লাগছে। আবার চেষ্টা করুন।',
  'The portal is busy with your running job. Please test again when it has ended.':
    'পোর্টালে আপনার একটি কাজ চলছে। শেষ হলে আবার পরীক্ষা করুন।',
  Waiting: 'অপেক্ষায়',
});
