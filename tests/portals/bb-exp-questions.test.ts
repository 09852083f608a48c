/** The questions of the EXP portal's login that a person answers: the one-time password and the CAPTCHA. */
import { afterEach, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { bbExpPortal } from '#activities/portals/bb-exp/portal.ts';
import type { LoginResult, Question } from '#activities/portals/contract.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

const openSession = useBrowser();
const sandbox = await startSandbox();
afterEach(() => sandbox.seed());

const withOtp = { username: 'otp', password: 'otp1234' };
const good = { username: 'padma', password: 'padma1234' };

/** Logs in while the given answers are supplied, one to each question. */
async function logIn(
  login: typeof good,
  answers: string[],
): Promise<{ result: LoginResult; asked: Question[] }> {
  const asked: Question[] = [];
  const ask = async (question: Question): Promise<string> => {
    asked.push(question);
    const answer = answers[asked.length - 1];
    return answer ?? nobodyAnswers.ask(question);
  };
  const session = await openSession(sandbox.url('bb-exp'));
  return { result: await bbExpPortal.login(session, login, { ask, scope: '' }), asked };
}

const kinds = (asked: Question[]): string[] => asked.map(({ kind }) => kind);

test('a question that nobody answers is HUMAN_REQUIRED with the question, and no code is tried', async () => {
  const { result, asked } = await logIn(withOtp, []);
  expect(result).toEqual({
    outcome: 'HUMAN_REQUIRED',
    message: saying('one-time password'),
  });
  expect(kinds(asked)).toEqual(['otp']);
  expect((await sandbox.journal()).map(({ kind }) => kind)).toEqual([]);
});

test("the right one-time password logs in, also after two wrong ones that are reported in the portal's words", async () => {
  const { result, asked } = await logIn(withOtp, ['000000', '111111', ' 123456 ']);
  expect(result).toEqual({ outcome: 'ok' });
  expect(kinds(asked)).toEqual(['otp', 'otp', 'otp']);
  expect(asked[0]?.prompt).not.toEqual(saying('not right'));
  expect(asked[1]?.prompt).toEqual(saying(/^The code is not right\. /));
});

test('three wrong one-time passwords end the login; a fourth is not asked for', async () => {
  const { result, asked } = await logIn(withOtp, ['1', '2', '3', '123456']);
  expect(result).toEqual({ outcome: 'HUMAN_REQUIRED', message: saying('wrong 3 times') });
  expect(asked).toHaveLength(3);
});

const pictureOf = (question: Question): Uint8Array =>
  ('picturePng' in question && question.picturePng) || new Uint8Array();

test('a CAPTCHA is shown to a person as a picture, and its answer logs in, also at the second try', async () => {
  await sandbox.setFault({ kind: 'captcha-on', route: 'login' });
  const { result, asked } = await logIn(good, ['WRONG', 'SANDBOX']);
  expect(result).toEqual({ outcome: 'ok' });
  expect(kinds(asked)).toEqual(['captcha', 'captcha']);
  for (const question of asked)
    expect(Buffer.from(pictureOf(question)).subarray(1, 4).toString()).toBe('PNG');
  expect(asked[1]?.prompt).toEqual(saying(/^The characters do not match the picture\. /));
});

test('a CAPTCHA that nobody answers is HUMAN_REQUIRED, and the password is not sent', async () => {
  await sandbox.setFault({ kind: 'captcha-on', route: 'login' });
  const { result } = await logIn(good, []);
  expect(result).toMatchObject({ outcome: 'HUMAN_REQUIRED' });
  expect((await sandbox.journal()).map(({ kind }) => kind)).toEqual([]);
});

test('a wrong password behind a solved CAPTCHA is reported as a wrong password', async () => {
  await sandbox.setFault({ kind: 'captcha-on', route: 'login' });
  const { result } = await logIn({ ...good, password: 'wrong' }, ['SANDBOX']);
  expect(result).toEqual({ outcome: 'CREDENTIALS_INVALID', message: 'Invalid Login Credentials' });
});
