/** Defines the administrators' texts about the portals and the rates of the cash incentive. */
import { plural } from '#web/lib/plural.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { defineWords } from '#web/lib/words.ts';

export const portalWords = defineWords({
  en: {
    portals: 'Portals',
    loading: 'Loading portals',
    failed: 'The portals could not be loaded.',
    pausedBy: (who: string, when: string, why: string) => `By ${who} since ${when}: ${why}`,
    downSince: (when: string, why: string) => `Down since ${when}: ${why}`,
    lastFault: (when: string, why: string) => `Last fault at ${when}: ${why}`,
    running: (jobs: number) => `${formatNumber(jobs)} running`,
    queued: (jobs: number) => `${formatNumber(jobs)} queued`,
    parked: (jobs: number) => `${formatNumber(jobs)} waiting for the portal or a person`,
    jobs: (parts: string) => `Jobs: ${parts}.`,
    noJobs: 'No jobs.',
    services: (names: string) => ` Services: ${names}.`,
    address: (address: string) => `Reached at ${address}`,
    hosts: (hosts: string) => `with ${hosts}`,
    pageMap: (texts: number, version: number) =>
      version === 0
        ? `Its page map has ${plural(texts, 'text')}.`
        : `Its page map has ${plural(texts, 'text')}; version ${version} is in force.`,
    ownServers: 'Every customer names the server',
    noAddress: (variable: string) =>
      `Not connected: set ${variable} for the worker. Its services are not offered.`,
    logins: (saved: number, refused: number) =>
      refused > 0
        ? `${plural(saved, 'login')} saved, ${formatNumber(refused)} refused`
        : `${plural(saved, 'login')} saved`,
    noLogin: 'open to everybody',
    probed: (when: string, tookMs: number) =>
      `Probe at ${when}: in order, in ${(tookMs / 1_000).toFixed(1)} s.`,
    probeDown: (since: string, why: string) => `Probes fail since ${since}: ${why}`,
    probeChanged: (since: string, why: string) => `Probes find another page since ${since}: ${why}`,
    notOffered: 'Its services are not offered.',
    notProbed: 'Not probed yet, or not since it was resumed.',
    unsandboxed: (when: string) => `A browser started without its isolation at ${when}`,
    unsandboxedWhy:
      'A portal page that breaks out of the browser could reach the worker or its network. docs/security.md says what the machine must allow.',
    pause: 'Pause',
    resume: 'Resume',
    pauseNamed: (portal: string) => `Pause ${portal}`,
    resumeNamed: (portal: string) => `Resume ${portal}`,
    pausePortal: 'Pause Portal',
    resumePortal: 'Resume Portal',
    pauseEffect:
      'No more jobs are started on it. Running jobs finish their current row and wait; their credits stay reserved and nothing is lost.',
    resumeEffect: 'Waiting jobs continue automatically, in the order in which they were started.',
    paused: 'The portal is paused. Its jobs wait.',
    resumed: 'The portal is open again. Its jobs continue.',
  },
  bn: {
    portals: 'পোর্টাল',
    loading: 'পোর্টাল লোড হচ্ছে',
    failed: 'পোর্টাল লোড করা যায়নি।',
    pausedBy: (who, when, why) => `${who}, ${when} থেকে: ${why}`,
    downSince: (when, why) => `${when} থেকে বন্ধ: ${why}`,
    lastFault: (when, why) => `শেষ সমস্যা ${when}: ${why}`,
    running: (jobs) => `${formatNumber(jobs)}টি চলছে`,
    queued: (jobs) => `${formatNumber(jobs)}টি সারিতে`,
    parked: (jobs) => `${formatNumber(jobs)}টি পোর্টাল বা মানুষের অপেক্ষায়`,
    jobs: (parts) => `কাজ: ${parts}।`,
    noJobs: 'কোনো কাজ নেই।',
    services: (names) => ` সেবা: ${names}।`,
    address: (address) => `ঠিকানা ${address}`,
    hosts: (hosts) => `সঙ্গে ${hosts}`,
    pageMap: (texts, version) =>
      version === 0
        ? `পাতার মানচিত্রে ${formatNumber(texts)}টি লেখা।`
        : `পাতার মানচিত্রে ${formatNumber(texts)}টি লেখা; সংস্করণ ${formatNumber(version)} চলছে।`,
    ownServers: 'প্রত্যেক গ্রাহক নিজের সার্ভার দেন',
    noAddress: (variable) => `যুক্ত নয়: ওয়ার্কারে ${variable} দিন। এর সেবাগুলো দেওয়া হচ্ছে না।`,
    logins: (saved, refused) =>
      refused > 0
        ? `${formatNumber(saved)}টি লগইন, ${formatNumber(refused)}টি প্রত্যাখ্যাত`
        : `${formatNumber(saved)}টি লগইন`,
    noLogin: 'সবার জন্য খোলা',
    probed: (when, tookMs) =>
      `${when}-এ যাচাই: ঠিক আছে, ${formatNumber(tookMs / 1_000, { maximumFractionDigits: 1 })} সেকেন্ডে।`,
    probeDown: (since, why) => `${since} থেকে যাচাই ব্যর্থ: ${why}`,
    probeChanged: (since, why) => `${since} থেকে যাচাইয়ে অন্য পাতা: ${why}`,
    notOffered: 'এর সেবাগুলো দেওয়া হচ্ছে না।',
    notProbed: 'এখনো যাচাই হয়নি, বা আবার চালুর পর থেকে হয়নি।',
    unsandboxed: (when) => `${when}-এ একটি ব্রাউজার তার সুরক্ষা-বেষ্টনী ছাড়া চালু হয়েছে`,
    unsandboxedWhy:
      'ব্রাউজার ভেদ করে বেরোনো কোনো পোর্টালের পাতা ওয়ার্কার বা তার নেটওয়ার্কে পৌঁছাতে পারে। মেশিনে কী অনুমতি লাগবে তা docs/security.md-এ আছে।',
    pause: 'থামান',
    resume: 'চালু করুন',
    pauseNamed: (portal) => `${portal} থামান`,
    resumeNamed: (portal) => `${portal} চালু করুন`,
    pausePortal: 'পোর্টাল থামান',
    resumePortal: 'পোর্টাল চালু করুন',
    pauseEffect:
      'নতুন কোনো কাজ ঢুকবে না। চলমান কাজ হাতের সারি শেষ করে থামবে ও অপেক্ষা করবে; ক্রেডিট ধরা থাকবে, কিছুই হারাবে না।',
    resumeEffect: 'অপেক্ষায় থাকা কাজ যে ক্রমে এসেছে সেই ক্রমে নিজে থেকেই চলবে।',
    paused: 'পোর্টাল থামানো হয়েছে। কাজগুলো অপেক্ষায় থাকবে।',
    resumed: 'পোর্টাল আবার চালু। কাজগুলো চলবে।',
  },
});

export const rateWords = defineWords({
  en: {
    rates: 'Cash incentive rates',
    intro:
      'Claims are checked against the rate of the day on their bill of lading. Rows without one are refused.',
    loading: 'Loading rates',
    failed: 'The rates could not be loaded.',
    none: 'No rates yet',
    noneHint: 'Add the rates of the current circular; until then no claim can be filed.',
    states: { current: 'Current', coming: 'Coming', ended: 'Ended' },
    shippedTo: (from: string, to: string) => `Shipped ${from} to ${to}`,
    shippedFrom: (from: string) => `Shipped ${from} or later`,
    change: 'Change',
    changeNamed: (scheme: string, from: string) => `Change the rate of ${scheme} from ${from}`,
    add: 'Add Rate',
    addTitle: 'Add rate',
    changeTitle: 'Change rate',
    added: 'The rate is added.',
    changed: 'The rate is changed.',
    removed: 'The rate is removed.',
    remove: 'Remove',
    goBack: 'Go Back',
    save: 'Save Rate',
    scheme: 'Scheme',
    percent: 'Rate, in % of net FOB',
    firstDay: 'First day of shipment',
    lastDay: 'Last day of shipment',
    untilFurther: 'Empty: until further notice.',
    reason: 'Reason',
    reasonHint: 'For example, the circular and its date. Kept in the audit log.',
    effect: 'It applies to claims filed from now on. Claims already filed stay as they are.',
    percentWrong: (most: number) => `A rate above 0 and up to ${most}, with at most three decimals.`,
    firstDayNeeded: 'The first day is needed.',
    beforeFirst: 'This is before the first day.',
    reasonNeeded: 'A reason is needed, such as the circular.',
  },
  bn: {
    rates: 'নগদ সহায়তার হার',
    intro: 'বিল অব লেডিংয়ের দিনের হার দিয়ে দাবি যাচাই হয়। হার না থাকলে সারি নেওয়া হয় না।',
    loading: 'হার লোড হচ্ছে',
    failed: 'হার লোড করা যায়নি।',
    none: 'এখনো কোনো হার নেই',
    noneHint: 'চলতি সার্কুলারের হারগুলো দিন; তার আগে কোনো দাবি দাখিল করা যাবে না।',
    states: { current: 'চলতি', coming: 'আসছে', ended: 'শেষ' },
    shippedTo: (from, to) => `জাহাজীকরণ ${from} থেকে ${to}`,
    shippedFrom: (from) => `জাহাজীকরণ ${from} বা পরে`,
    change: 'বদলান',
    changeNamed: (scheme, from) => `${scheme}-এর ${from} থেকে হার বদলান`,
    add: 'হার যোগ করুন',
    addTitle: 'হার যোগ',
    changeTitle: 'হার বদল',
    added: 'হার যোগ হয়েছে।',
    changed: 'হার বদলানো হয়েছে।',
    removed: 'হার সরানো হয়েছে।',
    remove: 'সরান',
    goBack: 'ফিরে যান',
    save: 'হার সংরক্ষণ',
    scheme: 'স্কিম',
    percent: 'হার, নিট FOB-এর %',
    firstDay: 'জাহাজীকরণের প্রথম দিন',
    lastDay: 'জাহাজীকরণের শেষ দিন',
    untilFurther: 'খালি: পরবর্তী ঘোষণা পর্যন্ত।',
    reason: 'কারণ',
    reasonHint: 'যেমন সার্কুলার ও তার তারিখ; লগে থাকে।',
    effect: 'এখন থেকে দাখিল করা দাবিতে এটি লাগবে। যা দাখিল হয়েছে তা যেমন আছে তেমনই থাকবে।',
    percentWrong: (most) => `শূন্যের বেশি, সর্বোচ্চ ${formatNumber(most)}, দশমিকের পর সর্বোচ্চ তিন ঘর।`,
    firstDayNeeded: 'প্রথম দিন লাগবে।',
    beforeFirst: 'এটি প্রথম দিনের আগে।',
    reasonNeeded: 'একটি কারণ লাগবে, যেমন সার্কুলার।',
  },
});
