/** A file of a multipart form; null where the field holds none. */
import type { UploadedFile } from '#api/domain/intake/types.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { say } from '#contracts/say.ts';

/** Control characters, which the database or a log can not keep, and marks that turn the reading direction of a name. */
const unusable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\p{Cs}]/u;

/** Throws INVALID_INPUT for a name that can not be kept or shown as it is. */
export async function uploadedFile(value: unknown): Promise<UploadedFile | null> {
  if (!(value instanceof File)) return null;
  if (unusable.test(value.name) || value.name.length > limits.fileNameLengthMax)
    throw new DomainError('INVALID_INPUT', {
      message: say(
        'The name of the file is too long or has characters that cannot be used. Please rename it.',
      ),
    });
  return { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
}
