/** Tells a file that was recovered from a damaged one from a whole file. */

/** A comment at the end of the file, which PDF readers skip. */
const mark = Buffer.from('\n%recovered by chalan\n', 'latin1');

/** Returns the file with the mark. */
export const withRecoveryMark = (file: Uint8Array): Uint8Array => Buffer.concat([file, mark]);

/** Whether the file has the mark. */
export const isRecovered = (file: Uint8Array): boolean =>
  file.length > mark.length && Buffer.from(file.subarray(-mark.length)).equals(mark);
