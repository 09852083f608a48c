/** The one JSON logger: request, job and user ids, never a secret. */
import { pino, type Logger } from 'pino';

export type { Logger };

const SECRET_PATHS = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'authorization',
  'cookie',
];

export function createLogger(options: { level: string; name: string }): Logger {
  return pino({
    level: options.level,
    base: { name: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]), censor: '[secret]' },
  });
}
