/** The one JSON logger: request, job and user ids, never a secret. */
import { pino, type DestinationStream, type Logger } from 'pino';

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

/** Writes to the process's output, or to the given stream. */
export function createLogger(
  options: { level: string; name: string },
  destination: DestinationStream = pino.destination(),
): Logger {
  return pino(
    {
      level: options.level,
      base: { name: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_PATHS.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]),
        censor: '[secret]',
      },
    },
    destination,
  );
}
