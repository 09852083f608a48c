/**
 * Replaces the library `fflate` in the client, where only the workbook writer uses it. Its own `zip` compresses in
 * workers from `blob:` addresses, which the content security policy forbids, so the file would never be written. The
 * writer runs in a worker anyway, so it can compress synchronously.
 */
import { zipSync, type Zippable } from 'fflate/browser';

export { strToU8, zipSync } from 'fflate/browser';

export function zip(files: Zippable, done: (error: Error | null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
