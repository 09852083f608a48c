/** Chapters 15 and 16: code that does not give itself away, logs and failures. */
import { uncheckedInput } from './encoding.ts';
import type { Mutations } from './mutation.ts';
import { believedAddress } from './services.ts';
import { unsignedNotice } from './secrets.ts';
import { foreignField } from './sessions.ts';

const logger = 'api/adapters/logger.ts';
const errors = 'api/middleware/errors.ts';

export const loggingMutations: Mutations = {
  '15.1.3': {
    file: 'api/domain/jobs/intake/sheet-reader.ts',
    code: 'waitingMax: limits.sheetReadersWaitingMax',
    instead: 'waitingMax: Infinity',
  },
  '15.2.2': {
    file: 'api/domain/semaphore.ts',
    code: '    if (waiting.length >= waitingMax) throw refusal();\n',
  },
  '15.2.3': { file: 'api/app.ts', code: 'if (hasDevelopmentHelpers(deps.env)) ' },
  '15.3.1': {
    file: 'api/domain/accounts/data-export.ts',
    code: '    select: { id: true, ipAddress: true, userAgent: true, createdAt: true, updatedAt: true, expiresAt: true },\n',
  },
  '15.3.2': { file: 'api/adapters/outbound.ts', code: 'part.subarray(0, bytesMax - bytes)', instead: 'part' },
  '15.3.3': foreignField,
  '15.3.4': believedAddress,
  '15.3.5': uncheckedInput,
  '15.3.6': {
    file: 'api/domain/jobs/intake/sheet-rows.ts',
    code: "  const source = Object.fromEntries(\n    headings.kept.map(({ text, index }) => [text, (texts[index] ?? '').slice(0, limits.cellCharactersMax)]),\n  );",
    instead: [
      '  const source: Record<string, string> = {};',
      "  for (const { text, index } of headings.kept) source[text] = texts[index] ?? '';",
    ].join('\n'),
  },
  '15.3.7': uncheckedInput,
  '16.2.1': {
    file: 'api/domain/accounts/audit.ts',
    code: 'subject, reason, before: before ??',
    instead: "subject, reason: '', before: before ??",
  },
  '16.2.2': { file: logger, code: '      timestamp: pino.stdTimeFunctions.isoTime,\n' },
  '16.2.3': {
    file: 'api/adapters/open-bkash.ts',
    code: 'keepCall(db, call).catch(',
    instead: 'Promise.resolve(call).catch(',
  },
  '16.2.4': { file: logger, code: '      base: { name: options.name },\n' },
  '16.2.5': { file: logger, code: "  'password',\n" },
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
  '16.5.2': {
    file: 'workflows/service-job.ts',
    code: 'if (Date.now() - sinceMs >= parking.giveUpAfterMs)',
    instead: 'if (sinceMs > 0)',
  },
  '16.5.3': {
    file: 'api/middleware/session.ts',
    code: 'await freshUser(c, token) : null',
    instead:
      "await freshUser(c, token).catch(() => ({ id: token, email: '', name: '', isAdmin: true, status: 'active', emailVerified: true })) : null",
  },
};
