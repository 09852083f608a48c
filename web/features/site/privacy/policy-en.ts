/** The privacy policy in English, a translation of policy-bn.ts section by section. */
import type { PolicySection } from './policy.ts';

export const englishPolicy: readonly PolicySection[] = [
  {
    id: 'collected',
    title: 'What data we collect',
    paragraphs: [
      'Chalan does the paperwork of exporters and importers on their behalf. We take only the data that this work needs.',
    ],
    items: [
      'Account data: your name, company, mobile number and email. We cannot read your password; only a one-way hash of it is kept.',
      'Job data: the files you upload, each of their rows, what the portals answer and the resulting documents.',
      'Portal logins: username and password of a portal, if you save them.',
      'Payment data: the amount, the credits bought, bKash’s transaction number and the time. We never see your bKash PIN or one-time password.',
      'Usage logs: what was done and when, and the IP address and browser from which you signed in.',
      'Messages of the contact form: your name, email, company and what you write.',
    ],
  },
  {
    id: 'use',
    title: 'What the data is used for',
    paragraphs: [
      'Your data is used to provide the service and for nothing else. We do not sell data, and we create nothing for others from your files.',
    ],
    items: [
      'To run the service you choose: reading the file, working on the portal and giving you the results.',
      'To keep the books of credits and payments, and to give back money or credits where due.',
      'To tell you when a job is done, a portal login does not work or your credits run low.',
      'To prevent abuse, to find and fix faults, and to answer your questions.',
      'To count how often a blog post is read. Nothing that could identify a reader is kept.',
    ],
  },
  {
    id: 'security',
    title: 'How the data is protected',
    paragraphs: [],
    items: [
      'Portal passwords are stored encrypted and never shown again; they are opened only while your own jobs run.',
      'Account passwords are stored as hashes. Changing yours signs out all other devices.',
      'Everything between your browser and our servers is encrypted.',
      'Each customer sees only their own jobs, files and accounts. Every change by an administrator is logged with who, what and why.',
      'We use only the cookies that are needed: one that keeps your session; one that tells us a device you have signed in on before, so that we can mail you about others; one with the language that you have chosen, for a year; after you have registered, one by which the link in our mail signs you in, for 24 hours; and one for a few minutes while you use a passkey. The theme stays in your browser.',
    ],
  },
  {
    id: 'retention',
    title: 'How long data is kept',
    paragraphs: ['When the time is over, data is deleted without a request.'],
    items: [
      'Uploaded files: deleted within 24 hours, or when the job that needs them has ended.',
      'The sheet of a schedule: as long as the schedule exists; deleting the schedule deletes the sheet.',
      'Results and downloaded documents: 7 days.',
      'Payment records: 7 years, as bookkeeping requires. After that only amounts and dates remain.',
      'Usage logs and notifications: 90 days.',
      'Portal logins: as long as you keep them; deleting one takes effect at once.',
      'Account data: as long as the account exists. When it is deleted, personal data is removed; the books of payments and credits stay without a name. A one-way code of the email address, from which it cannot be read, is kept for 7 years, so that free trial credits are given once; and of what was filed on a portal, the number with such a code in place of the login, so that nothing is filed twice.',
      'Messages of the contact form: until the matter is settled, and for correspondence after it; deleted on request.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    paragraphs: ['You can do all of this yourself, or write to us and we do it.'],
    items: [
      'See your data and correct it in your profile.',
      'Get a copy of everything that is kept about you.',
      'Delete saved portal logins.',
      'Delete your account.',
      'Object to a use of your data.',
    ],
  },
  {
    id: 'third-parties',
    title: 'Third parties',
    paragraphs: ['Your data goes only to those who are needed to provide the service.'],
    items: [
      'The portals of the services you choose: Bangladesh Bank, customs, ports, BEPZA, EPB, forwarders, buyers or banks. What is in the rows of your file is entered there on your behalf.',
      'bKash, to take payments and to give them back.',
      'A mail provider, to send verification, password and notification mails.',
      'Google: where an ad is switched on, that page runs the script of Google AdSense, and Google may set cookies of its own. While ads are off, nothing is loaded from Google.',
      'Authorities, where the law asks for it, and only what we are obliged to give.',
    ],
  },
  {
    id: 'transfers',
    title: 'International transfers',
    paragraphs: [
      'The portals of some services, such as those of forwarders and buyers, run outside Bangladesh. If you choose such a service, the data of your rows goes there. Providers of mail, file storage and ads may be abroad as well.',
      'There too everything is encrypted on its way, and only what the work needs is sent.',
    ],
    items: [],
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    paragraphs: [
      'When the product or the law changes, this policy is updated and so is the date above. Larger changes are announced on the site or by email beforehand.',
    ],
    items: [],
  },
  {
    id: 'contact',
    title: 'Contact',
    paragraphs: ['Write to us with any question or request about privacy. We answer within 24 hours.'],
    items: [],
  },
];
