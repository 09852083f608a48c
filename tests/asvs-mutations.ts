/** For requirements of `asvs.md`: the code without which the named test must fail. `npm run asvs` takes it away and looks. */

export type Mutation = {
  file: string;
  /** Stands in the file once. */
  code: string;
  /** What stands there instead; nothing where it is left out. */
  instead?: string;
};

export const mutations: Readonly<Record<string, Mutation>> = {
  '1.2.4': {
    file: 'api/domain/blog.ts',
    code: '${text} ILIKE ${likePattern(search)}',
    instead: "${text} ILIKE ${Prisma.raw(`'%${search}%'`)}",
  },
  '2.4.1': {
    file: 'api/routes/credentials.ts',
    code: "      await limiter.consume('credentialTestPerUser', c.var.user.id);\n",
  },
  '3.5.3': {
    file: 'api/domain/notifications.ts',
    code: '  const [notifications, totalCount] = await Promise.all([',
    instead:
      '  await db.notification.updateMany({ where: { userId }, data: { isRead: true } });\n  const [notifications, totalCount] = await Promise.all([',
  },
  '6.3.1': {
    file: 'api/routes/auth.ts',
    code: "{ name: 'signInPerAccount', key: email }, ",
  },
  '7.4.3': {
    file: 'api/domain/account.ts',
    code: 'revokeOtherSessions: true',
    instead: 'revokeOtherSessions: false',
  },
  '7.5.1': {
    file: 'api/domain/owner-check.ts',
    code: '  await requirePassword(deps, user, currentPassword, origin);\n',
  },
  '11.3.3': {
    file: 'api/adapters/vault.ts',
    code: "['secret', keyId, ownerOf(userId), record]",
    instead: "['secret', keyId, ownerOf(userId), record && '']",
  },
  '13.3.2': {
    file: 'api/routes/credentials.ts',
    code: 'data: { username: await credentials.credentialUsername(deps, owner) }',
    instead: 'data: await credentials.openCredential(deps, owner)',
  },
  '14.2.4': {
    file: 'api/domain/account-deletion.ts',
    code: '  await tx.dataKey.deleteMany({ where });\n',
  },
  '14.3.3': {
    file: 'web/lib/kept-reads.ts',
    code: 'user: displayUser(user)',
    instead: 'user',
  },
  '15.2.2': {
    file: 'api/domain/turns.ts',
    code: "    if (waiting.length >= waitingMax) throw new DomainError('UNAVAILABLE');\n",
  },
  '16.5.3': {
    file: 'api/middleware/session.ts',
    code: '(token ? await userOfFreshSession(db, token) : null)',
    instead:
      "(token ? await userOfFreshSession(db, token).catch(() => ({ id: token, email: '', name: '', isAdmin: true, status: 'active', emailVerified: true })) : null)",
  },
};
