/** Chapters 7 to 9: sessions, authorisation, self-contained tokens. */
import type { Mutations } from './mutation.ts';

const session = 'api/middleware/session.ts';
const sessionUser = 'api/domain/accounts/session-user.ts';
const access = 'api/middleware/access.ts';

const freshSession = {
  file: 'api/domain/accounts/accounts.ts',
  code: "  if (headers.has('cookie')) await auth.api.signOut({ headers });\n",
};
const endedSessions = {
  file: 'api/domain/accounts/admin-users.ts',
  code: '  await tx.session.deleteMany({ where: { userId } });\n',
};

/** A customer's own profile, with a field that is not the customer's to set. */
export const foreignField = {
  file: 'api/contracts/accounts/users.ts',
  code: "  mobile: required('Mobile', limits.mobileCharactersMax),\n",
  instead: "  mobile: required('Mobile', limits.mobileCharactersMax),\n  isAdmin: z.boolean().optional(),\n",
};
const registration = 'api/domain/accounts/registration.ts';
const verifiedToken = 'await auth.api.verifyEmail({ query: { token } });';
const confirmed =
  'await db.user.updateMany({ where: { email: claims.email }, data: { emailVerified: true } });';
const ownKey = 'new TextEncoder().encode(auth.options.secret)';

export const sessionMutations: Mutations = {
  '7.1.1': { file: session, code: '  if (token) await endOverdueSession(db, token);\n' },
  '7.1.2': {
    file: 'api/domain/accounts/sessions.ts',
    code: "address: networkOf(ipAddress ?? '')",
    instead: 'address: ipAddress',
  },
  '7.2.1': {
    file: session,
    code: '(await getSignedCookie(c, auth.options.secret, sessionCookieName(env))) || null',
    instead: "getCookie(c, sessionCookieName(env))?.split('.')[0] || null",
  },
  '7.2.2': freshSession,
  '7.2.4': freshSession,
  '7.3.1': { file: sessionUser, code: 'AND s.expires_at > ${prolongedUntil} ', instead: '' },
  '7.3.2': { file: sessionUser, code: ' AND s.created_at > ${oldestSignIn()}`', instead: '`' },
  '7.4.1': {
    file: 'api/domain/accounts/accounts.ts',
    code: 'auth.api.signOut({ headers, returnHeaders: true })',
    instead: 'auth.api.signOut({ headers: new Headers(), returnHeaders: true })',
  },
  '7.4.2': endedSessions,
  '7.4.5': endedSessions,
  '7.4.3': {
    file: 'api/domain/accounts/sessions.ts',
    code: 'where: { userId: user.id, ...(user.token',
    instead: "where: { userId: '', ...(user.token",
  },
  '7.5.1': {
    file: 'api/domain/accounts/owner-check.ts',
    code: '  await requirePassword(deps, user, currentPassword, origin);\n',
  },
  '7.5.2': {
    file: 'api/domain/accounts/sessions.ts',
    code: ', ...(user.token === null ? {} : { token: { not: user.token } })',
  },
  '8.1.1': { file: 'tests/api/route-rows.ts', code: '  owned: true,\n' },
  '8.1.2': foreignField,
  '8.2.1': { file: access, code: "  if (!user) throw new DomainError('UNAUTHENTICATED');\n" },
  '8.2.2': {
    file: 'api/domain/jobs/own-jobs.ts',
    code: "  if (!job) throw new DomainError('NOT_FOUND');\n  refuseOtherService",
    instead:
      "  if (!job && (await deps.db.job.count({ where: { id: jobId } })) > 0) throw new DomainError('FORBIDDEN');\n  if (!job) throw new DomainError('NOT_FOUND');\n  refuseOtherService",
  },
  '8.2.3': foreignField,
  '8.3.1': {
    file: access,
    code: "    if (c.req.param(parameter) !== signedIn(c.var).id) throw new DomainError('NOT_FOUND');\n",
  },
  '8.4.1': {
    file: 'api/domain/jobs/own-jobs.ts',
    code: "    where: { id: jobId, userId: customer.id, state: { not: 'draft' } },",
    instead: "    where: { id: jobId, state: { not: 'draft' } },",
  },
  '9.1.1': { file: registration, code: verifiedToken, instead: confirmed },
  '9.1.2': {
    file: registration,
    code: verifiedToken,
    instead: `await (await import('jose')).jwtVerify(token, ${ownKey});\n    ${confirmed}`,
  },
  '9.1.3': {
    file: registration,
    code: verifiedToken,
    instead: [
      "const { decodeProtectedHeader, importJWK, jwtVerify } = await import('jose');",
      'const { jwk } = decodeProtectedHeader(token);',
      `await jwtVerify(token, jwk ? await importJWK(jwk) : ${ownKey});`,
      confirmed,
    ].join('\n    '),
  },
  '9.2.1': {
    file: registration,
    code: "    if (code === 'TOKEN_EXPIRED') return expiredLink(db, claims.email);\n",
  },
  '9.2.2': {
    file: registration,
    code: "  if (registration !== (await registrationMark(db, user.id)))\n    throw new DomainError('INVALID_VERIFICATION_LINK');\n",
  },
};
