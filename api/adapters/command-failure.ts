/** Ends a command for operators with a sentence about what failed, in place of a stack trace. */

/** Makes the process write the sentence and end with 1 when its command fails. */
export function failInWords(): void {
  process.on('uncaughtException', (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(1);
  });
}

/** A mistake of ours keeps its stack trace, because its message alone leads nowhere. */
const mistakes = [TypeError, ReferenceError, RangeError, SyntaxError];

/** Returns what went wrong, for a person who operates the platform. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch and the drivers of databases report each address that they tried.
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0]);
  if (mistakes.some((kind) => error instanceof kind)) return error.stack ?? error.message;
  if (isOfGrpc(error)) return `Temporal: ${error.details.replace(/\s*Resolution note:\s*$/, '')}`;
  // Prisma quotes our code before it says what happened.
  if (error.name.startsWith('PrismaClient')) return `PostgreSQL: ${lastLineOf(error.message)}`;
  return error.message;
}

type GrpcError = Error & { details: string };

/** Recognised by its parts, so that commands without Temporal need not load its client. */
const isOfGrpc = (error: Error): error is GrpcError =>
  'details' in error &&
  typeof error.details === 'string' &&
  'code' in error &&
  typeof error.code === 'number';

const lastLineOf = (text: string): string => text.trim().split('\n').at(-1) ?? text;
