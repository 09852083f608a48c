/**
 * Mails are written in their reader's language: Bengali for those who chose it, and the unchanged English text for all
 * others.
 */
import { describe, expect, test } from 'vitest';
import { bepzaPortalMessages } from '#activities/portals/bepza/messages.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { noticeMailMessages } from '#contracts/messaging/notice-mail-messages.ts';
import type { KeptMail } from '#api/adapters/mailer.ts';
import {
  passwordChangedMail,
  passwordResetMail,
  secondFactorMail,
  verificationMail,
  waysClosedMail,
} from '#api/domain/accounts/account-mails.ts';
import { jobEndedMail } from '#api/domain/jobs/job-mail.ts';
import { mailTo } from '#api/domain/messaging/mails.ts';
import { reserve } from '#api/domain/credits/ledger.ts';
import { endJob } from '#activities/job-end.ts';
import { newAddress, startTestApp } from '#tests/harness/app.ts';
import { newJob } from '#tests/api/accounts/account-jobs.ts';

const app = await startTestApp();
const { db } = app.deps;

const person = { name: 'Ana', company: 'Ana Ltd.', mobile: '01700000000', password: 'open-sesame-7' };
const bengali = /\p{Script=Bengali}/u;

async function registered(given: { language?: string }, acceptLanguage?: string) {
  const email = newAddress();
  const answer = await app.request('/api/auth/register', {
    method: 'POST',
    json: { ...person, email, ...given },
    ...(acceptLanguage ? { headers: { 'accept-language': acceptLanguage } } : {}),
  });
  expect(answer.status).toBe(200);
  const [mail] = await app.mailsTo(email);
  const { language } = await db.user.findUniqueOrThrow({ where: { email } });
  return { email, mail, language };
}

function expectEnglishVerification(mail: KeptMail | undefined): void {
  const link = mail?.links[0] ?? '';
  expect(mail?.subject).toBe('Verify your email address');
  expect(mail?.text).toBe(
    [
      'Hello,',
      'Thank you for registering with Chalan. Please confirm that this email address is yours:',
      link,
      'The link is valid for 24 hours. If you did not register, please ignore this mail.',
      'Chalan',
    ].join('\n\n'),
  );
  expect(mail?.html).toContain('<html lang="en">');
}

function expectBengali(mail: KeptMail | undefined): void {
  expect(mail?.subject).toMatch(bengali);
  expect(mail?.text.startsWith('শুভেচ্ছা নেবেন,\n\n')).toBe(true);
  expect(mail?.html).toContain('<html lang="bn">');
  expect(mail?.html).toContain('<meta charset="utf-8">');
}

describe('the first mail of an account', () => {
  test('the first mail is in English for a reader without a preference, with another language or with English first', async () => {
    for (const asked of [undefined, 'fr', 'en-US,en;q=0.9,bn;q=0.8', ';;;,q=', 'bn;q=0'])
      expectEnglishVerification((await registered({}, asked)).mail);
    expectEnglishVerification((await registered({ language: 'en' }, 'bn')).mail);
  });

  test('the first and later mails are in Bengali for those who signed up in Bengali or whose browser asks for it', async () => {
    for (const one of [
      await registered({ language: 'bn' }, 'en-US'),
      await registered({}, 'bn-BD,en;q=0.7'),
    ]) {
      expectBengali(one.mail);
      expect(one.language).toBe('bn');
      expect(one.mail?.links[0]).toContain('/verify-email?token=');
      await app.post('/api/auth/forgot-password', { email: one.email });
      const reset = (await app.mailsTo(one.email, 2))[0];
      expectBengali(reset);
      expect(reset?.subject).toBe('নতুন পাসওয়ার্ড ঠিক করুন');
    }
  });

  test('a registration with an unknown language is rejected', async () => {
    const answer = await app.post('/api/auth/register', { ...person, email: newAddress(), language: 'hi' });
    expect(answer.status).toBe(400);
  });
});

describe('a customer who has chosen a language', () => {
  test('a customer gets mails in the chosen language, and in the other one after another choice', async () => {
    const ana = await app.signUpAndVerify();
    const choose = (language: 'en' | 'bn' | null) =>
      app.request(`/api/users/${ana.id}/preferences`, {
        method: 'PUT',
        json: { language },
        cookie: ana.cookie,
      });
    const newest = async (count: number) => {
      await app.post('/api/auth/forgot-password', { email: ana.email });
      return (await app.mailsTo(ana.email, count))[0];
    };
    expect((await choose('bn')).status).toBe(200);
    expectBengali(await newest(2));
    await choose('en');
    expect((await newest(3))?.subject).toBe('Reset your password');
    await choose('bn');
    expectBengali(await newest(4));
    await choose(null);
    expect((await newest(5))?.subject).toBe('Reset your password');
  });

  test('a customer whose address is registered again is notified in the language of the account', async () => {
    const ana = await app.signUpAndVerify();
    await db.user.update({ where: { id: ana.id }, data: { language: 'bn' } });
    await app.post('/api/auth/register', { ...person, email: ana.email, language: 'en' });
    const mail = (await app.mailsTo(ana.email, 2))[0];
    expectBengali(mail);
    expect(mail?.subject).toBe('চালানে আপনার অ্যাকাউন্ট আগে থেকেই আছে');
  });

  test("the mail about an ended job is in the customer's language: service, counts, credits and reason", async () => {
    const ana = await app.signUpAndVerify();
    await db.user.update({ where: { id: ana.id }, data: { language: 'bn', mailOnCompletion: true } });
    const job = await newJob(app, ana, { rows: ['SUCCESS', 'NOT_FOUND', 'PORTAL_DOWN'] });
    await reserve(db, {
      jobId: job.id,
      attempt: 1,
      userId: ana.id,
      amountHundredths: 300n,
      description: quote('PDF to Excel Converter: boxes.pdf'),
    });
    await endJob(app.deps, {
      jobId: job.id,
      attempt: 1,
      state: 'failed',
      errorCode: 'PORTAL_DOWN',
      errorMessage: portalMessages.unreachable(),
    });
    const mail = (await app.mailsTo(ana.email, 2))[0];
    expectBengali(mail);
    expect(mail?.subject).toMatch(/^কাজের একাংশ হয়েছে: PDF/);
    expect(mail?.text).toContain('boxes.pdf। পোর্টালে পৌঁছানো যাচ্ছে না।');
    expect(mail?.text).toContain('৩টি সারি: হয়েছে ১টি, পাওয়া যায়নি ১টি, পোর্টাল সাড়া দেয়নি ১টি।');
    expect(mail?.text).toContain('খরচ হওয়া ক্রেডিট: ২.০০।');
    expect(mail?.links).toEqual([`${app.deps.env.APP_URL}/dashboard/jobs/${job.id}`]);
  });
});

describe('a mail', () => {
  const url = 'https://chalan.test/verify-email?token=a&b="c"';

  test('a mail has its link in both parts, and none of its text becomes markup', () => {
    for (const language of ['en', 'bn', 'xx', null]) {
      for (const mail of [
        mailTo({ email: 'ana@example.test', language }, verificationMail(url)),
        mailTo({ email: 'ana@example.test', language }, passwordResetMail(url)),
      ]) {
        expect(mail.text).toContain(url);
        expect(mail.html).toContain('token=a&#38;b=&#34;c&#34;');
        expect(mail.html).not.toContain('b="c"');
      }
    }
  });

  test('the mail about a job keeps markup in the names of a file and a bank out of its HTML, in both languages', () => {
    for (const language of ['en', 'bn']) {
      const mail = mailTo(
        { email: 'ana@example.test', language },
        jobEndedMail({
          ending: 'completed',
          serviceName: 'EXP Search',
          fileName: '<img src=x>.csv',
          bank: '<b>Delta</b>',
          reason: null,
          rows: 1,
          succeeded: 1,
          others: [],
          creditsUsed: 1234.5,
          url,
        }),
      );
      expect(mail.html).not.toMatch(/<img|<b>Delta/);
      expect(mail.text).toContain(language === 'en' ? 'Bank: <b>Delta</b>.' : 'ব্যাংক: <b>Delta</b>।');
      expect(mail.text).toContain(language === 'en' ? 'Credits used: 1,234.50.' : '১,২৩৪.৫০।');
    }
  });

  test('the mail about a job counts every outcome in whole words, in both languages', () => {
    const text = (language: string) =>
      mailTo(
        { email: 'ana@example.test', language },
        jobEndedMail({
          ending: 'partlyDone',
          serviceName: 'EXP Search',
          fileName: 'october.csv',
          bank: null,
          reason: null,
          rows: 40,
          succeeded: 2,
          others: [
            { outcome: 'INPUT_INVALID', rows: 1 },
            { outcome: 'HUMAN_REQUIRED', rows: 2 },
            { outcome: 'CREDENTIALS_INVALID', rows: 3 },
            { outcome: null, rows: 4 },
          ],
          creditsUsed: 2,
          url,
        }),
      ).text;
    expect(text('en')).toContain(
      '40 rows: 2 done, 1 with an error in the row, 2 in need of a person, 3 stopped by a refused login, 4 open.',
    );
    expect(text('bn')).toContain(
      '৪০টি সারি: হয়েছে ২টি, সারিতে ভুল ১টি, মানুষের সাহায্য লাগবে ২টি, লগইন নেয়নি ৩টি, অপেক্ষায় ৪টি।',
    );
  });

  test('the mail about a question of a portal says once who asks', () => {
    expect(english(noticeMailMessages.question({ prompt: bepzaPortalMessages.asksForCode() }))).toBe(
      'The BEPZA permit system asks for the one-time code that it sent to you. Please answer soon: the portal waits only a few minutes.',
    );
  });

  test('the mail about a new password speaks of one passkey as one, and names the tab where it is removed', () => {
    const change = { signedOut: 'every device', passkeys: 1 } as const;
    const text = (language: string) =>
      mailTo({ email: 'ana@example.test', language }, passwordChangedMail(change)).text;
    expect(text('en')).toContain('If it is not yours, please remove it in the security tab of your account.');
    expect(text('bn')).toContain('১টি পাসকি আছে, সেটি দিয়ে');
    expect(text('bn')).toContain('নিরাপত্তা ট্যাবে সরিয়ে দিন।');
  });

  test('the mail about stopped tokens, webhooks and schedules reads well if there are none of a kind', () => {
    const text = (language: string) =>
      mailTo(
        { email: 'ana@example.test', language },
        waysClosedMail({ tokens: 0, webhooks: 0, schedules: 1 }),
      ).text;
    expect(text('en')).toContain('Revoked API tokens: 0. Paused webhooks: 0. Paused schedules: 1.');
    expect(text('bn')).toContain('বাতিল করা API টোকেন: ০টি। থামানো ওয়েবহুক: ০টি। থামানো সময়সূচি: ১টি।');
  });

  test('the mail about two-step sign-in describes each change in both languages', () => {
    const subjects = { en: 'Two-step sign-in was changed', bn: 'দুই ধাপের সাইন ইন বদলানো হয়েছে' };
    for (const [language, subject] of Object.entries(subjects)) {
      const mails = (['on', 'off', 'reset'] as const).map((change) =>
        mailTo({ email: 'ana@example.test', language }, secondFactorMail(change)),
      );
      expect(new Set(mails.map(({ text }) => text)).size).toBe(3);
      expect(mails.map((mail) => mail.subject)).toEqual([subject, subject, subject]);
    }
  });
});
