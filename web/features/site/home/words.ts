/** Defines the texts of the home page. */
import { defineWords } from '#web/lib/words.ts';

export const homeWords = defineWords({
  en: {
    headline: 'Export paperwork, done row by row',
    lead: 'Chalan looks up, downloads and files what an exporter in Bangladesh does by hand on the portals. Upload a sheet, and know what happened to every row: what was sent, what came back, the document and the credits.',
    explore: 'Explore Services',
    bookDemo: 'Book Demo',
    createAccount: 'Create Account',
    toDashboard: 'Go to Dashboard',
    figuresTitle: 'Chalan in figures',
    featuresTitle: 'What you can count on',
    features: [
      {
        title: 'Every row accounted for',
        text: 'Not one percentage for a whole file: each row says what was sent, what the portal answered and which document resulted.',
      },
      {
        title: 'You pay for what was done',
        text: 'Credits are reserved when a job starts. The credits of rows that fail for technical reasons are returned. Credits never expire.',
      },
      {
        title: 'When a portal is down, we wait',
        text: 'The job shows since when it has been waiting and continues automatically. You can close the browser without losing anything.',
      },
      {
        title: 'Your portal login stays yours',
        text: 'Passwords are stored encrypted, are never shown again, and are used for your own jobs only.',
      },
    ],
    checklistTitle: 'Export automation, from the EXP to the incentive',
    checklistLead: 'One place for the documents that a shipment needs, in the order in which it needs them.',
    checklist: [
      'EXP issue, correction and duplicate reporting at Bangladesh Bank',
      'EXP search for a whole month of numbers at once',
      'Forwarder bookings, FCR submission and e-documents',
      'Buyer e-invoices and packing lists',
      'BEPZA export and import permits',
      'Container, shipment, EGM and customs tracking',
      'REX/SOO submission with matched documents',
      'Cash incentive claims at the rate of the shipment’s day',
    ],
    stepsTitle: 'How it works',
    steps: [
      {
        title: 'Upload your files',
        text: 'A sheet with one row per EXP, booking or invoice, or a PDF. Each service has a sample to fill in.',
      },
      {
        title: 'Choose a service and buy credits',
        text: 'Every row is read first. You see what is wrong in which cell and what it costs; credits are bought with bKash.',
      },
      {
        title: 'Automate and download',
        text: 'Follow the progress in real time, or do something else. Results and documents wait for you here.',
      },
    ],
    ctaTitle: 'Try it with your own file',
    ctaText: (credits: string) =>
      `New accounts start with ${credits} free trial credits. No card, no contract; credits never expire.`,
    ctaTextWithoutTrial: 'No card, no contract; credits never expire.',
    startTrial: 'Start Free Trial',
    contactSales: 'Contact Sales',
    preview: {
      service: 'EXP Search',
      progress: (rows: string, seconds: string) => `${rows} rows in ${seconds} s`,
      progressLabel: 'Progress of the recorded run',
      exp: 'EXP',
      outcome: 'Outcome',
      cameBack: 'Came back',
      after: 'After',
      at: (seconds: string) => `${seconds} s`,
      caption: (shown: string, rows: string) =>
        `A practice run of the sample, recorded as it went: the first ${shown} of its ${rows} rows.`,
    },
  },
  bn: {
    headline: 'রপ্তানির কাগজপত্র, সারি ধরে ধরে',
    lead: 'রপ্তানিকারক পোর্টালে যা হাতে করেন, চালান তা খুঁজে দেখে, নামিয়ে আনে এবং জমা দেয়। একটি শিট আপলোড করুন, আর প্রতিটি সারির কী হলো জানুন: কী পাঠানো হলো, কী উত্তর এলো, কোন কাগজ পাওয়া গেল, কত ক্রেডিট লাগল।',
    explore: 'সেবাগুলো দেখুন',
    bookDemo: 'ডেমো বুক করুন',
    createAccount: 'অ্যাকাউন্ট খুলুন',
    toDashboard: 'ড্যাশবোর্ডে যান',
    figuresTitle: 'সংখ্যায় চালান',
    featuresTitle: 'যে ভরসা আমরা দিই',
    features: [
      {
        title: 'প্রতিটি সারির হিসাব',
        text: 'পুরো ফাইলের জন্য একটি শতাংশ নয়: কী পাঠানো হলো, পোর্টাল কী বলল, কোন কাগজ এলো, প্রতিটি সারিতেই লেখা থাকে।',
      },
      {
        title: 'যেটুকু কাজ, সেটুকুর দাম',
        text: 'কাজ শুরু হলে ক্রেডিট ধরে রাখা হয়। কারিগরি কারণে ব্যর্থ সারির ক্রেডিট ফেরত আসে। ক্রেডিটের মেয়াদ শেষ হয় না।',
      },
      {
        title: 'পোর্টাল বন্ধ থাকলে অপেক্ষা',
        text: 'কখন থেকে অপেক্ষা করছে তা কাজেই লেখা থাকে, চালু হলে নিজে থেকেই এগোয়। ব্রাউজার বন্ধ করলেও কিছু হারায় না।',
      },
      {
        title: 'আপনার পোর্টাল লগইন আপনারই',
        text: 'পাসওয়ার্ড এনক্রিপ্ট করে রাখা হয়, আর কখনো দেখানো হয় না, শুধু আপনার নিজের কাজে ব্যবহার হয়।',
      },
    ],
    checklistTitle: 'EXP থেকে নগদ সহায়তা পর্যন্ত, রপ্তানির সব কাগজ',
    checklistLead: 'একটি শিপমেন্টে যে কাগজগুলো লাগে, যে ক্রমে লাগে, সবই এক জায়গায়।',
    checklist: [
      'বাংলাদেশ ব্যাংকে EXP ইস্যু, সংশোধন ও ডুপ্লিকেট রিপোর্টিং',
      'পুরো মাসের EXP নম্বর একসঙ্গে খোঁজা',
      'ফরোয়ার্ডার বুকিং, FCR জমা ও ই-ডকুমেন্ট',
      'বায়ারের ই-ইনভয়েস ও প্যাকিং লিস্ট',
      'BEPZA রপ্তানি ও আমদানি পারমিট',
      'কনটেইনার, শিপমেন্ট, EGM ও কাস্টমস ট্র্যাকিং',
      'কাগজ মিলিয়ে REX/SOO জমা',
      'শিপমেন্টের দিনের হারে নগদ সহায়তার আবেদন',
    ],
    stepsTitle: 'যেভাবে কাজ করে',
    steps: [
      {
        title: 'ফাইল আপলোড করুন',
        text: 'EXP, বুকিং বা ইনভয়েস প্রতি একটি সারির শিট, অথবা একটি PDF। প্রতিটি সেবার জন্য পূরণযোগ্য নমুনা আছে।',
      },
      {
        title: 'সেবা বেছে নিন, ক্রেডিট কিনুন',
        text: 'আগে প্রতিটি সারি পড়া হয়। কোন ঘরে কী ভুল আর কত খরচ, আগেই দেখা যায়; ক্রেডিট কেনা যায় bKash দিয়ে।',
      },
      {
        title: 'চালু করুন, ফল নামিয়ে নিন',
        text: 'অগ্রগতি সরাসরি দেখুন, কিংবা অন্য কাজ করুন। ফলাফল ও কাগজপত্র এখানেই থাকবে।',
      },
    ],
    ctaTitle: 'নিজের ফাইল দিয়েই দেখুন',
    ctaText: (credits) =>
      `নতুন অ্যাকাউন্টে ${credits} ফ্রি ট্রায়াল ক্রেডিট থাকে। কার্ড লাগে না, চুক্তি লাগে না; ক্রেডিটের মেয়াদ শেষ হয় না।`,
    ctaTextWithoutTrial: 'কার্ড লাগে না, চুক্তি লাগে না; ক্রেডিটের মেয়াদ শেষ হয় না।',
    startTrial: 'ফ্রি ট্রায়াল শুরু করুন',
    contactSales: 'বিক্রয় বিভাগে যোগাযোগ',
    preview: {
      service: 'EXP অনুসন্ধান',
      progress: (rows, seconds) => `${seconds} সেকেন্ডে ${rows}টি সারি`,
      progressLabel: 'ধারণ করা কাজের অগ্রগতি',
      exp: 'EXP',
      outcome: 'ফলাফল',
      cameBack: 'যা ফেরত এলো',
      after: 'কত পরে',
      at: (seconds) => `${seconds} সে.`,
      caption: (shown, rows) => `নমুনার একটি অনুশীলন, যেমন চলেছিল তেমনই ধারণ করা: ${rows}টি সারির প্রথম ${shown}টি।`,
    },
  },
});
