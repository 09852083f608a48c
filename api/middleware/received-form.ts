/**
 * Receives a form with files. The files are streamed to disk, counted against the quota, and deleted when the request
 * ends.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { PRIVATE_FILE_MODE } from '#api/domain/jobs/intake/local-file.ts';
import type { UploadedFile } from '#api/domain/jobs/intake/types.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import type { AppEnv } from './app-env.ts';
import { createUploadQuota, type UploadQuota } from './upload-quota.ts';

export type ReceivedForm = { fields: Record<string, string>; files: Partial<Record<string, UploadedFile>> };

/** The context after the middleware that identifies the caller. */
type FormContext = Context<AppEnv>;
type FormLimits = { files: readonly string[]; requestBytesMax: number };

/** Receives the form of a request and runs `work` on it; the files exist until `work` ends. */
export type FormReceiver = <Result>(
  c: FormContext,
  given: FormLimits,
  work: (form: ReceivedForm) => Promise<Result>,
) => Promise<Result>;

export function createFormReceiver(deps: Pick<Deps, 'db' | 'files' | 'logger'>): FormReceiver {
  const quota = createUploadQuota(deps);
  return (c, given, work) =>
    deps.files.incoming.withFolder(async (folder) => {
      const turn = quota.turnFor(callerOf(c));
      try {
        return await work(await receive(c, { ...given, folder, quota, takeTurn: turn.take }));
      } finally {
        turn.release();
      }
    });
}

function callerOf(c: FormContext): string {
  if (!c.var.user) throw new DomainError('UNAUTHENTICATED');
  return c.var.user.id;
}

async function receive(
  c: FormContext,
  given: FormLimits & { folder: string; quota: UploadQuota; takeTurn: () => void },
): Promise<ReceivedForm> {
  const declaredBytes = Number(c.req.header('content-length') ?? 0);
  if (declaredBytes > given.requestBytesMax) throw new DomainError('FILE_TOO_LARGE');
  const type = c.req.header('content-type') ?? '';
  if (!c.req.raw.body || !isForm.test(type)) return { fields: {}, files: {} };
  const body = Readable.fromWeb(c.req.raw.body);
  const account = await given.quota.accountOf(callerOf(c), declaredBytes);
  try {
    return await parse(body, { ...given, type, charge: account.charge });
  } catch (error) {
    await throwAway(body);
    throw asUploadFailure(error);
  } finally {
    body.destroy();
    await account.settle();
  }
}

/** Why our own disk does not take a file. The sender's connection fails with other codes. */
const diskFailures: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EACCES',
  'ENOENT',
  'EMFILE',
  'ENFILE',
]);

/** The sender is told to check the connection only if it may be at fault. */
function asUploadFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const isOurs = error instanceof Error && 'code' in error && diskFailures.has(error.code);
  return new DomainError(isOurs ? 'UNAVAILABLE' : 'UPLOAD_BROKEN_OFF', { cause: error });
}

const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

type Parsing = FormLimits & {
  folder: string;
  type: string;
  /** Counts bytes before they are accepted. */
  charge: (bytes: number) => Promise<void>;
  /** Called when the form is larger than one that has only fields. */
  takeTurn: () => void;
};

async function parse(body: Readable, given: Parsing): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, files: {} };
  const parser = parserOf(given.type);
  const over = new AbortController();
  const failed = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason));
  });
  failed.catch(() => undefined);
  const stop = (error: unknown): void => over.abort(error);
  const saving: Promise<void>[] = [];
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.once(event, () => stop(new DomainError('INVALID_INPUT')));
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) stop(new DomainError('INVALID_INPUT'));
    else form.fields[name] = value;
  });
  const keep = async (field: string, stream: Readable, name: string): Promise<void> => {
    form.files[field] = await save(stream, name, { ...given, signal: over.signal });
  };
  parser.on('file', (field, stream, name) => {
    if (!given.files.includes(field)) return void stream.resume();
    const saved = keep(field, stream, plainName(name));
    saving.push(saved);
    saved.catch(stop);
  });
  const parsed = pipeline(counted(body, given), parser, { signal: over.signal });
  parsed.catch(stop);
  await Promise.race([failed, parsed.then(() => Promise.all(saving))]);
  return form;
}

function parserOf(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      isPartAFile: (_field, _type, name) => name !== undefined,
      limits: {
        fieldSize: limits.formFieldBytesMax,
        fields: limits.formFieldsMax,
        files: limits.formFieldsMax,
        parts: 2 * limits.formFieldsMax,
        // One byte more than the limit, so that a file that is too large can be distinguished from one that just fits.
        fileSize: limits.uploadBytesMax + 1,
      },
    });
  } catch (cause) {
    throw new DomainError('INVALID_INPUT', { cause });
  }
}

/**
 * Restores the three characters that browsers percent-encode in file names (HTML, "multipart/form-data encoding
 * algorithm").
 */
const plainName = (name: string): string =>
  name.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');

/**
 * Passes the body on while it is within the size limit and its bytes can be charged. Aborts if the sender sends nothing
 * for too long.
 */
async function* counted(
  body: Readable,
  { requestBytesMax, charge, takeTurn }: Pick<Parsing, 'requestBytesMax' | 'charge' | 'takeTurn'>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  const silent = setTimeout(() => body.destroy(new DomainError('UPLOAD_BROKEN_OFF')), limits.uploadSilentMs);
  try {
    // The rest of a refused body must remain readable: see `throwAway`.
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      // Only a file can make a form this large.
      if (bytes > requestBytesMax) throw new DomainError('FILE_TOO_LARGE');
      if (bytes > limits.smallFormBytesMax) takeTurn();
      await charge(piece.byteLength);
      yield piece;
      silent.refresh();
    }
  } finally {
    clearTimeout(silent);
  }
}

/**
 * Control characters and unpaired surrogates, which the database or a log cannot store, and characters that change a
 * name's reading direction.
 */
const unusable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\p{Cs}]/u;

async function save(
  stream: Readable,
  name: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<UploadedFile> {
  refuseName(name);
  const place = path.join(folder, randomUUID());
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measured = new Transform({
    transform: (piece: Buffer, _, done) => {
      sizeBytes += piece.byteLength;
      if (sizeBytes > limits.uploadBytesMax) return done(new DomainError('FILE_TOO_LARGE'));
      hash.update(piece);
      done(null, piece);
    },
  });
  await pipeline(stream, measured, createWriteStream(place, { mode: PRIVATE_FILE_MODE, flags: 'wx' }), {
    signal,
  });
  return { name, path: place, sizeBytes, sha256: hash.digest('hex') };
}

/** Throws INVALID_INPUT for a name that cannot be stored or displayed unchanged. */
function refuseName(name: string): void {
  if (!unusable.test(name) && name.length <= limits.fileNameLengthMax) return;
  throw refusal('INVALID_INPUT', uploadMessages.unusableName());
}

/**
 * Reads and discards the rest of a body for a limited time, because a client that is still sending does not read the
 * response.
 */
async function throwAway(body: Readable): Promise<void> {
  const enough = AbortSignal.timeout(limits.refusedBodyMs);
  const end = (): void => void body.destroy();
  enough.addEventListener('abort', end);
  let bytes = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      if (bytes > limits.requestBytesMax) return;
    }
  } catch {
    // The sender has disconnected.
  } finally {
    enough.removeEventListener('abort', end);
  }
}
