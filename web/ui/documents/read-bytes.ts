/** Reads a document up to a number of bytes. */
import { lostConnection, openFile } from '#web/lib/client.ts';

/**
 * Reads a file of the API, such as a document of a job; returns null if it has more than `bytesMax` bytes, without
 * transferring the rest.
 *
 * @throws ApiError
 */
export async function readBytes(
  address: string,
  { bytesMax, signal }: { bytesMax: number; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const response = await openFile(address, signal);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  const next = () => reader.read().catch(brokenOff);
  for (let read = await next(); !read.done; read = await next()) {
    parts.push(read.value);
    size += read.value.length;
    if (size > bytesMax) {
      await reader.cancel();
      return null;
    }
  }
  return joined(parts, size);
}

function brokenOff(cause: unknown): never {
  throw cause instanceof DOMException && cause.name === 'AbortError' ? cause : lostConnection(cause);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
