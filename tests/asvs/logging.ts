/** Chapters 15 and 16: code that does not give itself away, logs and failures. */
import { uncheckedInput } from './encoding.ts';
import type { Mutations } from './mutation.ts';
import { believedAddress } from './services.ts';
import { unsignedNotice } from './secrets.ts';

const errors = 'api/middleware/errors.ts';

export const loggingMutations: Mutations = {
  '15.2.2': {
    file: 'api/domain/turns.ts',
    code: "    if (waiting.length >= waitingMax) throw new DomainError('UNAVAILABLE');\n",
  },
  '15.2.3': { file: 'api/app.ts', code: 'if (hasDevelopmentHelpers(deps.env)) ' },
  '15.3.2': { file: 'api/adapters/outbound.ts', code: 'part.subarray(0, bytesMax - bytes)', instead: 'part' },
  '15.3.3': {
    file: 'api/contracts/users.ts',
    code: 'mobile: required(20) });',
    instead: 'mobile: required(20) }).loose();',
  },
  '15.3.4': believedAddress,
  '15.3.5': uncheckedInput,
  '16.3.1': { file: 'api/middleware/request-log.ts', code: '      status: c.res.status,\n' },
  '16.3.2': { file: 'api/middleware/request-log.ts', code: '      userId: c.var.user?.id,\n' },
  '16.3.3': unsignedNotice,
  '16.3.4': {
    file: errors,
    code: "      logger.error({ code: failure.code, err: failure.cause ?? failure }, 'request failed');",
    instead: '      failure.message;',
  },
  '16.4.2': {
    file: 'prisma/migrations/0008_portal_board/migration.sql',
    code: 'BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"',
    instead: 'BEFORE TRUNCATE ON "audit_entries"',
  },
  '16.5.1': {
    file: errors,
    code: "  return new DomainError('INTERNAL', { cause: error });",
    instead: "  return new DomainError('INTERNAL', { cause: error, message: error.message });",
  },
  '16.5.3': {
    file: 'api/middleware/session.ts',
    code: '(token ? await userOfFreshSession(db, token) : null)',
    instead:
      "(token ? await userOfFreshSession(db, token).catch(() => ({ id: token, email: '', name: '', isAdmin: true, status: 'active', emailVerified: true })) : null)",
  },
};
