/**
 * Stands for the library `fflate` in the client, where only the writer of workbooks uses it. Its own `zip` compresses in
 * workers from `blob:` addresses, which the content security policy refuses: the file would never be written. The writer
 * runs in a worker anyway, so it can compress at once.
 */
import { zipSync, type Zippable } from 'fflate/browser';

export { strToU8, zipSync } from 'fflate/browser';

export function zip(files: Zippable, done: (error: Error | null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
