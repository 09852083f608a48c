/** Pictures of posts: their type is detected from their bytes, and nothing that could contain a script is stored. */
import type { Readable } from 'node:stream';
import type { Deps } from '#api/deps.ts';
import type { UploadedImage } from '#contracts/calls/site-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { kindWithinBytes } from '#api/domain/jobs/intake/file-kind.ts';
import { headOf } from '#api/domain/jobs/intake/local-file.ts';
import type { UploadedFile } from '#api/domain/jobs/intake/types.ts';

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif';
type StoredImage = { id: string; contentType: string; sizeBytes: number };

/** Stores a picture; one that was uploaded before is not stored again. */
export async function storeImage(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { path, sizeBytes, sha256 }: UploadedFile,
  uploadedBy: string,
): Promise<UploadedImage> {
  if (sizeBytes > limits.imageBytesMax) throw new DomainError('IMAGE_TOO_LARGE');
  const contentType = imageTypeOf(await headOf(path, kindWithinBytes));
  if (!contentType) throw new DomainError('INVALID_IMAGE');
  const fileKey = `media/${sha256}`;
  await files.putFile(fileKey, path, contentType);
  const image = { fileKey, contentType, sizeBytes, sha256, uploadedBy };
  return imageView(await db.mediaFile.upsert({ where: { sha256 }, create: image, update: {} }));
}

/** Returns a picture as a stream; null if it does not exist. */
export async function readImage(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  id: string,
): Promise<{ contentType: string; sizeBytes: number; stream: Readable } | null> {
  const image = await db.mediaFile.findUnique({ where: { id } });
  if (!image) return null;
  const { contentType, sizeBytes, fileKey } = image;
  return { contentType, sizeBytes, stream: await files.stream(fileKey) };
}

const imageView = ({ id, contentType, sizeBytes }: StoredImage): UploadedImage => ({
  id,
  url: `/media/${id}`,
  contentType,
  sizeBytes,
});

/** Detects the type from the first bytes. SVG is not accepted, because it is text that may contain scripts. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n') && head.slice(12) === 'IHDR') return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return /^ftypavi[fs]$/.test(head.slice(4, 12)) ? 'image/avif' : null;
}
