/** Defines the six questions of the FAQ and their answers. Figures come from the settings. */
import { defineWords } from '#web/lib/words.ts';

/** `trialCredits` is null while new accounts get none. */
type FaqFigures = { creditPrice: string; trialCredits: string | null };
type Question = { question: string; answer: (figures: FaqFigures) => string };

const english: readonly Question[] = [
  {
    question: 'How do credits work, and what does one cost?',
    answer: ({ creditPrice, trialCredits }) =>
      `1 credit = ${creditPrice} BDT. Every service states how many credits one row costs. Credits are reserved when a job starts, and those of rows that end in a technical failure are returned.${trialCredits === null ? '' : ` New accounts start with ${trialCredits} free trial credits.`}`,
  },
  {
    question: 'Do credits expire?',
    answer: () => 'No. Credits never expire; use them whenever there is work.',
  },
  {
    question: 'How long does processing take?',
    answer: () =>
      'Typically 2-5 minutes, and up to 5-10 minutes for EXP services. When a portal is down, the job waits and continues automatically; it shows since when it has been waiting and why.',
  },
  {
    question: 'How do I pay?',
    answer: () =>
      'With bKash. Choose an amount, confirm it in the bKash window, and the credits are in your account as soon as bKash has confirmed the payment.',
  },
  {
    question: 'Is my portal password safe with you?',
    answer: () =>
      'It is stored encrypted, never shown again, and used for your own jobs only. You can delete it at any time in Portal Access.',
  },
  {
    question: 'Which files can I upload?',
    answer: () =>
      'CSV and Excel files (.csv, .xlsx, .xls) with one row per document, PDF or ZIP for the PDF converter, and a ZIP of PDFs with a CSV for REX/SOO. Each file can have up to 50MB, and each service has a sample to download.',
  },
];

const bengali: readonly Question[] = [
  {
    question: 'ক্রেডিট কীভাবে কাজ করে, একটির দাম কত?',
    answer: ({ creditPrice, trialCredits }) =>
      `১ ক্রেডিট = ${creditPrice} টাকা। প্রতিটি সেবায় লেখা থাকে এক সারিতে কত ক্রেডিট লাগে। কাজ শুরু হলে ক্রেডিট ধরে রাখা হয়; কারিগরি কারণে যে সারি ব্যর্থ হয় তার ক্রেডিট ফেরত আসে।${trialCredits === null ? '' : ` নতুন অ্যাকাউন্টে ${trialCredits} ফ্রি ট্রায়াল ক্রেডিট থাকে।`}`,
  },
  {
    question: 'ক্রেডিটের কি মেয়াদ শেষ হয়?',
    answer: () => 'না। ক্রেডিটের মেয়াদ কখনো শেষ হয় না; যখন কাজ থাকবে তখন ব্যবহার করুন।',
  },
  {
    question: 'কাজ শেষ হতে কত সময় লাগে?',
    answer: () =>
      'সাধারণত ২-৫ মিনিট, EXP সেবায় ৫-১০ মিনিট পর্যন্ত। কোনো পোর্টাল বন্ধ থাকলে কাজ অপেক্ষা করে এবং নিজে থেকেই এগোয়; কখন থেকে ও কেন, তা আপনি দেখতে পান।',
  },
  {
    question: 'টাকা কীভাবে দেব?',
    answer: () =>
      'bKash দিয়ে। টাকার পরিমাণ বেছে নিন, bKash-এর উইন্ডোতে নিশ্চিত করুন; bKash পেমেন্ট নিশ্চিত করলেই ক্রেডিট আপনার অ্যাকাউন্টে জমা হয়।',
  },
  {
    question: 'আমার পোর্টালের পাসওয়ার্ড কি নিরাপদ?',
    answer: () =>
      'পাসওয়ার্ড এনক্রিপ্ট করে রাখা হয়, আর কখনো দেখানো হয় না, এবং শুধু আপনার নিজের কাজে ব্যবহার হয়। পোর্টাল অ্যাক্সেস থেকে যেকোনো সময় মুছে ফেলতে পারবেন।',
  },
  {
    question: 'কোন কোন ফাইল আপলোড করা যায়?',
    answer: () =>
      'CSV ও Excel ফাইল (.csv, .xlsx, .xls), যার প্রতি সারিতে একটি কাগজ; PDF কনভার্টারের জন্য PDF বা ZIP; REX/SOO-র জন্য PDF-এর ZIP ও একটি CSV। প্রতিটি ফাইল সর্বোচ্চ ৫০MB, আর প্রতিটি সেবার নমুনা ফাইল নামানো যায়।',
  },
];

export const faqWords = defineWords<{ questions: readonly Question[] }>({
  en: { questions: english },
  bn: { questions: bengali },
});
