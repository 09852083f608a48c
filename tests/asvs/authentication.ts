/** Chapter 6: passwords, codes and the other ways to prove who somebody is. */
import type { Mutations } from './mutation.ts';

const secondFactor = 'api/domain/accounts/second-factor.ts';
const passwordRules = 'api/domain/accounts/password-rules.ts';

const unaskedFactor = {
  file: 'api/adapters/auth.ts',
  code: 'const isProved = await requireSecondFactor({ db, vault, limiter, now: new Date() }, userId, code);',
  instead: 'const isProved = code !== undefined;',
};

export const authenticationMutations: Mutations = {
  '6.1.1': {
    file: 'api/routes/accounts/auth.ts',
    code: '    ...[network, device ?? []].flat().map((from) => ({ name: PER_ADDRESS, key: `${email} ${from}` })),\n',
  },
  '6.1.2': { file: passwordRules, code: '[...ownWords, ...wordsOf(known)]', instead: '[]' },
  '6.1.3': {
    file: 'api/middleware/session.ts',
    code: 'if (apiToken !== null) {',
    instead: 'if (apiToken !== null && getCookie(c, cookieName) === undefined) {',
  },
  '6.2.2': {
    file: 'api/domain/accounts/account.ts',
    code: '  return [await signedSessionCookie({ auth, env }, token)];',
    instead: '  return [];',
  },
  '6.2.3': {
    file: 'api/domain/accounts/owner-check.ts',
    code: "  await limiter.consume('passwordCheckPerUser', user.id);\n",
  },
  '6.2.4': { file: passwordRules, code: 'common.has(folded) || ' },
  '6.2.11': { file: passwordRules, code: '...ownWords, ' },
  '6.2.12': {
    file: 'api/domain/accounts/accounts.ts',
    code: '  refuseGuessable(reset.newPassword, owner ?? {});\n',
  },
  '6.3.1': {
    file: 'api/routes/accounts/auth.ts',
    code: "{ name: 'signInPerAccount', key: email }, ",
  },
  '6.3.2': { file: 'api/env.ts', code: " && NODE_ENV !== 'production';", instead: ';' },
  '6.3.4': {
    file: 'api/app.ts',
    code: "  app.all('/api/*', notFound);",
    instead: "  app.get('/api/back-door', notFound);\n  app.all('/api/*', notFound);",
  },
  '6.4.1': {
    file: 'api/adapters/auth.ts',
    code: 'resetPasswordTokenExpiresIn: seconds(limits.resetLinkMs)',
    instead: 'resetPasswordTokenExpiresIn: 86_400',
  },
  '6.4.3': unaskedFactor,
  '6.4.4': { file: secondFactor, code: '\n  await tx.session.deleteMany({ where: { userId } });' },
  '6.5.1': { file: secondFactor, code: ', lastStep: { lt: step } }', instead: ' }' },
  '6.5.2': { file: secondFactor, code: 'digest: digestOf(each)', instead: 'digest: each' },
  '6.5.4': { file: secondFactor, code: "  await limiter.consume('secondFactorPerUser', userId);\n" },
  '6.5.5': {
    file: 'api/domain/accounts/totp.ts',
    code: 'const DRIFT_STEPS = 1;',
    instead: 'const DRIFT_STEPS = 9;',
  },
  '6.6.2': unaskedFactor,
  '6.6.3': {
    file: secondFactor,
    code: "limiter.consume('secondFactorPerUser', userId)",
    instead: "limiter.consume('secondFactorPerUser', `${userId} ${Math.random()}`)",
  },
};
