/** A sign-in from a device that is new to an account is reported by mail: once, to its owner, and not too often. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { deleteAccount } from '#api/domain/accounts/account-deletion.ts';
import { newDeviceMail } from '#api/domain/accounts/account-mails.ts';
import { mailTo } from '#api/domain/messaging/mails.ts';
import { limits } from '#contracts/limits.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { startTestApp, type Account, type Answer } from '#tests/harness/app.ts';
import { newPasskeyDevice } from '#tests/harness/passkey-device.ts';

const app = await startTestApp({ env: { TRUSTED_PROXIES: '1' } });
const { db, env } = app.deps;
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
const office = '203.0.113.7';
const cafe = '198.51.100.20';
const subject = 'New sign-in to your account';

let ana: Account;
beforeEach(async () => {
  await db.rateLimit.deleteMany();
  ana = await app.signUpAndVerify();
});

type From = { cookie?: string; ip?: string; userAgent?: string };
const headersOf = ({ ip = office, userAgent = windows }: From) => ({
  'x-forwarded-for': ip,
  'user-agent': userAgent,
});
/** Signs in from a browser with the cookie, address and user agent in `from`. */
async function signIn(account: Account, from: From = {}): Promise<Answer> {
  const answer = await app.request('/api/auth/login', {
    json: { email: account.email, password: account.password },
    headers: headersOf(from),
    cookie: from.cookie ?? null,
    browser: 'new',
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer;
}

const deviceCookie = (answer: Answer): string =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith('chalan-device=')) ?? '';
const pair = (cookie: string): string => cookie.split(';')[0] ?? '';
/** Mails are sent outside the request: one that is requested afterwards arrives last. */
async function tellings(account: Account): Promise<string[]> {
  await db.rateLimit.deleteMany({ where: { key: { startsWith: 'mail' } } });
  const before = (await app.mailsTo(account.email)).filter((mail) => mail.subject === 'Reset your password');
  await app.post('/api/auth/forgot-password', { email: account.email });
  for (;;) {
    const mails = await app.mailsTo(account.email);
    const resets = mails.filter((mail) => mail.subject === 'Reset your password');
    if (resets.length > before.length)
      return mails.filter((mail) => mail.subject === subject).map(({ text }) => text);
  }
}

describe('the mail about a new device', () => {
  test('a sign-in from an unknown browser sends a mail with its time, address and browser', async () => {
    await signIn(ana, { ip: cafe, userAgent: iphone });
    const [text, ...others] = await tellings(ana);
    expect(others).toEqual([]);
    expect(text).toMatch(/Time: \d+ \w+ \d{4}, \d\d:\d\d \(Dhaka\)\. Browser: Safari on iPhone\./);
    expect(text).toContain(`Address: ${cafe}`);
  });

  test('a sign-in from a known network with the same kind of browser, but without the cookie, sends a mail', async () => {
    await signIn(ana);
    await signIn(ana);
    expect(await tellings(ana)).toHaveLength(2);
  });

  test('the device cookie of another account and an invalid one count as an unknown browser and send a mail', async () => {
    const eve = await app.signUpAndVerify();
    const cookie = pair(deviceCookie(await signIn(eve)));
    await signIn(ana, { cookie });
    await signIn(ana, { cookie: 'chalan-device=guessed' });
    expect(await tellings(ana)).toHaveLength(2);
  });

  test('a passkey sign-in from an unknown browser sends a mail too', async () => {
    const device = newPasskeyDevice(new URL(env.APP_URL).origin);
    const asked = async (path: string, json: object, cookie: string | null = null) => {
      const answer = await app.post(path, json, cookie);
      const cookies = answer.headers.getSetCookie().map(pair);
      return { options: answer.body['options'] as { challenge: string }, cookie: cookies.join('; ') };
    };
    const place = `/api/users/${ana.id}/passkeys`;
    const added = await asked(`${place}/begin`, { currentPassword: ana.password }, ana.cookie);
    const credential = device.create(added.options);
    await app.post(place, { name: 'Phone', credential }, `${ana.cookie}; ${added.cookie}`);
    const { options, cookie } = await asked('/api/auth/passkey/begin', {});
    const answer = await app.request('/api/auth/passkey/login', {
      json: { credential: device.sign(options) },
      headers: headersOf({ ip: cafe, userAgent: iphone }),
      cookie,
      browser: 'new',
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(await tellings(ana)).toHaveLength(1);
  });

  test('a password reset forgets all known devices, so the next sign-in sends a mail', async () => {
    const cookie = pair(deviceCookie(await signIn(ana)));
    expect(await tellings(ana)).toHaveLength(1);
    const token = await app.tokenFor(ana.email);
    const newPassword = 'nobody knows this';
    expect(await app.post('/api/auth/reset-password', { token, newPassword })).toMatchObject({ status: 200 });
    await signIn({ ...ana, password: newPassword }, { cookie });
    expect(await tellings(ana)).toHaveLength(2);
  });

  test('mails about new devices are limited per day, while every sign-in still works', async () => {
    const { points } = rateLimits.newDeviceMailPerUser;
    for (let count = 0; count < points + 2; count += 1) await signIn(ana);
    expect(await tellings(ana)).toHaveLength(points);
  });
});

describe('sign-ins without a mail about the device', () => {
  test('the first sign-in of an account and a browser that was already reported send no mail', async () => {
    expect(await tellings(ana)).toEqual([]);
    const first = deviceCookie(await signIn(ana));
    await signIn(ana, { cookie: pair(first), ip: cafe });
    expect(await tellings(ana)).toHaveLength(1);
  });

  test('a failed sign-in sends no mail', async () => {
    const wrong = { email: ana.email, password: 'wrong' };
    const answer = await app.request('/api/auth/login', { json: wrong, browser: 'new' });
    expect(answer).toMatchObject({ status: 401 });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await tellings(ana)).toEqual([]);
  });

  test('a browser with a session older than the device cookies sends no mail in its own network only', async () => {
    const old = await signIn(ana, { ip: office });
    await signIn(ana, { ip: cafe, userAgent: iphone, cookie: pair(deviceCookie(old)) });
    await db.knownDevice.deleteMany({ where: { userId: ana.id } });
    const mailCount = (await tellings(ana)).length;
    await signIn(ana, { ip: office });
    await signIn(ana, { ip: cafe, userAgent: iphone });
    expect(await tellings(ana)).toHaveLength(mailCount);
    await signIn(ana, { ip: cafe, userAgent: windows });
    expect(await tellings(ana)).toHaveLength(mailCount + 1);
  });
});

describe('the device cookie', () => {
  test('the device cookie is hidden from scripts, stored only as a digest, and deleted with the account', async () => {
    const cookie = deviceCookie(await signIn(ana));
    expect(cookie).toMatch(/^chalan-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = pair(cookie).split('=')[1] ?? '';
    expect(JSON.stringify(await db.knownDevice.findMany())).not.toContain(token);
    await deleteAccount(app.deps, { userId: ana.id, by: null });
    expect(await db.knownDevice.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('the device that was unused for the longest time is forgotten when an account has too many', async () => {
    const lastUsedAt = new Date(Date.now() - DAY_MS);
    await db.knownDevice.createMany({
      data: Array.from({ length: limits.knownDevicesMax }, (_, index) => ({
        userId: ana.id,
        digest: `old ${index}`,
        lastUsedAt,
      })),
    });
    await signIn(ana);
    expect(await db.knownDevice.count({ where: { userId: ana.id } })).toBe(limits.knownDevicesMax);
    expect(await db.knownDevice.count({ where: { userId: ana.id, lastUsedAt: { gt: lastUsedAt } } })).toBe(2);
  });
});

test("the mail about a new device is in its reader's language, and says if the browser is unknown", () => {
  const signedIn = { at: new Date('2026-11-21T03:42:00Z'), address: office, browser: null, system: null };
  const english = mailTo({ email: 'ana@example.test' }, newDeviceMail(signedIn));
  expect(english.text).toContain('Time: 21 Nov 2026, 09:42 (Dhaka). Browser: unknown.');
  const bengali = mailTo({ email: 'ana@example.test', language: 'bn' }, newDeviceMail(signedIn));
  expect(bengali.text).toContain('২১ নভে, ২০২৬, ০৯:৪২');
});
