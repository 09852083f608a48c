/** The JSON logger of all processes. It logs request, job and user ids, and never a secret. */
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

/** Logs to the process's standard output unless another stream is given. */
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
