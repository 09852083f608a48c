/** A file of a multipart form; null where the field holds none. */
import type { UploadedFile } from '#api/domain/intake/types.ts';

export async function uploadedFile(value: unknown): Promise<UploadedFile | null> {
  if (!(value instanceof File)) return null;
  return { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
}
