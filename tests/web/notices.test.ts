/** Notifications in the reader's language: each kind in Bengali, and older ones in their stored English. */
import { describe, expect, it } from 'vitest';
import { englishNotices } from '#contracts/messaging/notice-texts.ts';
import { oneNotification, type Notification } from '#contracts/calls/messaging-answers.ts';
import { renderNotice, type Notice } from '#contracts/messaging/notices.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { english, messageText } from '#contracts/messages/render.ts';
import { messageOf } from '#contracts/messages/refusal.ts';
import { DomainError } from '#contracts/errors.ts';
import { epbPortalMessages } from '#activities/portals/epb/messages.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { accountMessages } from '#contracts/accounts/messages.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { noticeText } from '#web/features/messaging/notice-text.ts';
import { useBengali } from './bengali.ts';

const render = (message: Message): string => messageText(message, 'bn');

const job = { service: 'EXP Search', file: 'october.csv' };
const aboutClaims = { ...job, bank: { en: 'Delta Bank', bn: 'ডেল্টা ব্যাংক' } };
const filing = { portal: 'EPB', service: job.service, row: 4 };
const notices: Notice[] = [
  { kind: 'job_completed', values: { ...job, done: 12, rows: 15 } },
  { kind: 'job_failed', values: { ...job, reason: portalMessages.unreachable() } },
  { kind: 'practice_ended', values: { ...job, done: 7, rows: 8 } },
  { kind: 'job_stopped', values: { ...job, reason: accountMessages.suspended() } },
  { kind: 'login_refused', values: { ...job, reason: jobMessages.loginRefused() } },
  { kind: 'login_managed', values: { portal: 'EPB' } },
  { kind: 'login_unmanaged', values: { portal: 'EPB' } },
  { kind: 'captcha_asked', values: { service: job.service, prompt: quote('Type it.') } },
  { kind: 'page_asked', values: { service: job.service, prompt: quote('Do it.') } },
  { kind: 'page_waits', values: { service: job.service, prompt: quote('Do it.') } },
  {
    kind: 'code_asked',
    values: {
      service: job.service,
      prompt: epbPortalMessages.asksForCode(),
    },
  },
  { kind: 'credits_low', values: { balance: 12.5, threshold: 50 } },
  { kind: 'credits_returned', values: { ...job, credits: 4, reason: 'Sorry for the trouble.' } },
  { kind: 'credits_changed', values: { credits: -10.5, balance: 89.5, reason: 'Asked for by phone' } },
  { kind: 'credits_changed', values: { credits: 5, balance: 105, reason: '' } },
  { kind: 'payment_received', values: { credits: 500 } },
  { kind: 'payment_repeated', values: { trxId: 'CK250NROQ5' } },
  { kind: 'payment_refunded', values: { bdt: 250, creditsTaken: 500 } },
  { kind: 'payment_held', values: { bdt: 250 } },
  { kind: 'payment_unconfirmed', values: { bdt: 250 } },
  { kind: 'payment_not_taken', values: { bdt: 250 } },
  { kind: 'payment_closed', values: { bdt: 250 } },
  { kind: 'refund_delayed', values: { bdt: 250 } },
  { kind: 'refund_not_made', values: { bdt: 250, credits: 500 } },
  { kind: 'refund_repeated', values: { bdt: 250, trxId: 'CK250NROQ5' } },
  { kind: 'payment_decision', values: { bdt: 250 } },
  { kind: 'token_created', values: { name: 'ERP' } },
  { kind: 'webhook_off', values: { url: 'https://example.test/hook' } },
  {
    kind: 'schedule_missed',
    values: {
      name: 'Boxes',
      service: job.service,
      reason: messageOf(new DomainError('INSUFFICIENT_CREDITS')),
    },
  },
  { kind: 'portal_changed', values: { portal: 'EPB', what: portalMessages.noLabel({ label: 'Status' }) } },
  { kind: 'filing_twins', values: { ...filing, references: 'EP-1, EP-2', clicks: 2 } },
  { kind: 'filing_repeated', values: { ...filing, times: 2 } },
  { kind: 'filing_found', values: { ...job, row: 4, reference: 'EP-1' } },
  { kind: 'filing_found', values: { ...job, row: 4, reference: '' } },
  { kind: 'filing_numbered', values: { ...job, row: 4, reference: 'EP-1' } },
  { kind: 'filings_unchecked', values: { portal: 'EPB' } },
  { kind: 'filing_gone', values: { ...filing, reference: 'EP-1' } },
  { kind: 'approval_asked', values: { what: 'credits', who: 'Ana' } },
  { kind: 'approval_confirmed', values: { what: 'user', who: 'Ana' } },
  { kind: 'approval_refused', values: { what: 'payment_refund', who: 'Ana' } },
  { kind: 'administrator_suspended', values: { name: 'Bela', who: 'Ana' } },
  { kind: 'workflow_failing', values: job },
  { kind: 'payment_workflow_failing', values: { invoice: 'CHAB12CD34' } },
  { kind: 'portal_back', values: { portal: 'EPB', jobs: 2 } },
];

const endsOfClaims: Notice[] = [
  { kind: 'job_completed', values: { ...aboutClaims, done: 4, rows: 4 } },
  { kind: 'job_failed', values: { ...aboutClaims, reason: portalMessages.unreachable() } },
  { kind: 'login_refused', values: { ...aboutClaims, reason: portalMessages.unreachable() } },
  { kind: 'job_stopped', values: { ...aboutClaims, reason: portalMessages.unreachable() } },
];

function stored(words: Notice | null, text = { title: 'Old', message: 'As it was.' }): Notification {
  const shown: { title: string; message: string; action?: string } = words
    ? renderNotice(englishNotices, words, english)
    : text;
  return {
    id: '1',
    type: 'other',
    is_read: false,
    created_at: '2026-11-21T06:00:00Z',
    action_url: null,
    title: shown.title,
    message: shown.message,
    action_label: shown.action ?? null,
    words,
  };
}

describe('a notification', () => {
  useBengali();

  it('a notification of every kind has a Bengali text', () => {
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(Object.keys(englishNotices)));
    for (const notice of notices) {
      const { title, message, action } = noticeText(stored(notice), 'bn', render);
      for (const text of [title, message, ...(action ? [action] : [])])
        expect(text, notice.kind).toMatch(/\p{Script=Bengali}/u);
    }
  });

  it('the API describes the values of every notification as they are stored', () => {
    const { words } = oneNotification.shape;
    for (const notice of [...notices, ...endsOfClaims]) expect(words.parse(notice)).toEqual(notice);
  });

  it('a notification has its numbers, service and reason in Bengali, and a name as its owner wrote it', () => {
    const [completed, failed] = notices.map((notice) => noticeText(stored(notice), 'bn', render).message);
    expect(completed).toBe('EXP অনুসন্ধান: october.csv: ১৫টি সারির মধ্যে ১২টি হয়েছে, ৩টি ব্যর্থ।');
    expect(failed).toBe('EXP অনুসন্ধান: october.csv: পোর্টালে পৌঁছানো যাচ্ছে না।');
  });

  it('a notification about claims names their bank in the language of the reader, where there are several', () => {
    for (const notice of endsOfClaims) {
      expect(noticeText(stored(notice), 'en', english).message).toContain('october.csv, Delta Bank');
      expect(noticeText(stored(notice), 'bn', render).message).toContain('october.csv, ডেল্টা ব্যাংক');
    }
  });

  it('a notification about an ended job names its state by the rows that are done', () => {
    const reason = portalMessages.unreachable();
    const titles = ([15, 12, 0] as const).map((done) => {
      const completed: Notice = { kind: 'job_completed', values: { ...job, done, rows: 15 } };
      const failed: Notice = { kind: 'job_failed', values: { ...job, done, rows: 15, reason } };
      return [completed, failed].flatMap((notice) => [
        noticeText(stored(notice), 'en', render).title,
        noticeText(stored(notice), 'bn', render).title,
      ]);
    });
    const partly = ['Automation partly done', 'কাজের একাংশ হয়েছে'];
    const failed = ['Automation failed', 'কাজ ব্যর্থ হয়েছে'];
    expect(titles).toEqual([
      ['Automation complete', 'কাজ শেষ হয়েছে', ...partly],
      [...partly, ...partly],
      [...failed, ...failed],
    ]);
  });

  it('a notification about a look-up that found nothing does not call it a failure', () => {
    const told = (kind: 'job_completed' | 'practice_ended', rows: number, notFound: number) => {
      const values = { ...job, done: rows - notFound, rows, notFound };
      const notice: Notice = { kind, values };
      return [noticeText(stored(notice), 'en', render), noticeText(stored(notice), 'bn', render)] as const;
    };
    const [english, bengali] = told('job_completed', 5, 5);
    expect(english).toMatchObject({
      title: 'Automation complete',
      message: 'EXP Search: october.csv: All 5 rows were looked up; none was found.',
    });
    expect(bengali).toMatchObject({
      title: 'কাজ শেষ হয়েছে',
      message: 'EXP অনুসন্ধান: october.csv: ৫টি সারিই খোঁজা হয়েছে; একটিও পাওয়া যায়নি।',
    });
    expect(told('job_completed', 1, 1)[0].message).toContain('The row was looked up; it was not found.');
    expect(told('job_completed', 5, 2)[0]).toMatchObject({
      title: 'Automation complete',
      message: 'EXP Search: october.csv: 3 of 5 rows done, 2 not found.',
    });
    expect(told('practice_ended', 5, 5)[0].message).toContain('none was found, for practice.');
  });

  it('a notification about an ended job counts the rows that failed beside those that were not found', () => {
    const told = (done: number, rows: number, notFound = 0) => {
      const notice: Notice = { kind: 'job_completed', values: { ...job, done, rows, notFound } };
      const shown = (language: 'en' | 'bn') => noticeText(stored(notice), language, render).message;
      return [shown('en'), shown('bn')].map((text) => text.replace(/^.*october\.csv: /, ''));
    };
    expect(told(4, 6, 1)).toEqual([
      '4 of 6 rows done, 1 not found, 1 failed.',
      '৬টি সারির মধ্যে ৪টি হয়েছে, ১টি পাওয়া যায়নি, ১টি ব্যর্থ।',
    ]);
    expect(told(0, 6)).toEqual(['0 of 6 rows done, 6 failed.', '৬টি সারির মধ্যে ০টি হয়েছে, ৬টি ব্যর্থ।']);
    expect(told(6, 6)).toEqual(['6 of 6 rows done.', '৬টি সারির মধ্যে ৬টি হয়েছে।']);
  });

  it('a notification about a job that stopped early counts the rows that were not found', () => {
    const reason = portalMessages.unreachable();
    const values = { ...job, done: 0, rows: 6, notFound: 2, reason };
    const notice: Notice = { kind: 'job_failed', values };
    const { message } = noticeText(stored(notice), 'en', render);
    expect(message).toContain('october.csv: 0 of 6 rows done, 2 not found. ');
    expect(noticeText(stored(notice), 'bn', render).message).toContain(
      'october.csv: ৬টি সারির মধ্যে ০টি হয়েছে, ২টি পাওয়া যায়নি। ',
    );
  });

  it('a notification without data, or of a kind that this client does not know, is shown in English', () => {
    expect(noticeText(stored(null), 'bn', render)).toEqual({
      title: 'Old',
      message: 'As it was.',
      action: null,
    });
    const newer = stored(null);
    Object.assign(newer, { words: { kind: 'toString', values: {} } });
    expect(noticeText(newer, 'bn', render).title).toBe('Old');
  });

  it('a notification in an English interface is the stored English', () => {
    for (const notice of notices) {
      const { title, message } = renderNotice(englishNotices, notice, english);
      expect(noticeText(stored(notice), 'en', render)).toMatchObject({ title, message });
    }
  });
});
