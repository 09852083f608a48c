/** Translates the server's messages about a payment. bKash's own words stay unchanged. */
import { clientMessages } from '#contracts/errors.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { messagesNow } from '#web/lib/messages.ts';

const inBengali: ReadonlyMap<string, string> = new Map([
  ['The payment was cancelled.', 'পেমেন্ট বাতিল করা হয়েছে।'],
  ['The payment failed in bKash.', 'bKash-এ পেমেন্ট সফল হয়নি।'],
  ['The payment was not completed in time.', 'সময়মতো পেমেন্ট শেষ করা হয়নি।'],
  [
    'This order is already paid. Nothing was taken for this payment.',
    'এই অর্ডারের টাকা আগেই দেওয়া হয়েছে। এবার কোনো টাকা নেওয়া হয়নি।',
  ],
  ['The payment page was not opened.', 'পেমেন্টের পাতা খোলা হয়নি।'],
  ['The payment was not completed in bKash.', 'bKash-এ পেমেন্ট শেষ করা হয়নি।'],
  ['bKash has not confirmed this payment yet.', 'bKash এখনো এই পেমেন্ট নিশ্চিত করেনি।'],
  [
    'bKash reported other figures than agreed. Our team looks into this payment.',
    'bKash যে অঙ্ক জানিয়েছে তা ঠিক করা অঙ্কের সঙ্গে মেলেনি। আমাদের দল এই পেমেন্ট দেখছে।',
  ],
  [
    'This order was already paid. The money goes back to the bKash wallet.',
    'এই অর্ডারের টাকা আগেই দেওয়া হয়েছিল। টাকা bKash ওয়ালেটে ফেরত যাবে।',
  ],
  ['This payment was closed by our team.', 'আমাদের দল এই পেমেন্ট বন্ধ করেছে।'],
  ['This payment was refunded.', 'এই পেমেন্টের টাকা ফেরত দেওয়া হয়েছে।'],
  ['Refunded to the bKash wallet.', 'bKash ওয়ালেটে টাকা ফেরত দেওয়া হয়েছে।'],
  ['Payment successful! Your credits have been added.', 'পেমেন্ট সফল হয়েছে! আপনার ক্রেডিট যোগ হয়েছে।'],
  ['Your payment is being confirmed.', 'আপনার পেমেন্ট নিশ্চিত করা হচ্ছে।'],
  ['bKash refused the request.', 'bKash অনুরোধটি নেয়নি।'],
  ['This payment has already been completed.', 'এই পেমেন্ট আগেই সম্পন্ন হয়েছে।'],
  ['bKash has not confirmed this yet.', 'bKash এখনো এটি নিশ্চিত করেনি।'],
  [
    'bKash is not available right now. Please try again in a moment.',
    'bKash এখন পাওয়া যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  ],
  ['bKash is not available right now. Please try again later.', 'bKash এখন পাওয়া যাচ্ছে না। পরে আবার চেষ্টা করুন।'],
  [
    'This order was tried too often. Please begin a new purchase.',
    'এই অর্ডারে অনেকবার চেষ্টা করা হয়েছে। নতুন করে কেনা শুরু করুন।',
  ],
]);

/** An empty `said` returns an empty text. */
export function remarkText(said: string): string {
  if (currentLanguage() === 'en') return said;
  return said === clientMessages.paymentCancelled
    ? messagesNow().paymentCancelled
    : (inBengali.get(said) ?? said);
}
