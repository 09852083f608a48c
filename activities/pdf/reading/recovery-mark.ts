/** Marks files that were recovered from damaged ones, so that later steps can warn about missing pages. */

/** A comment at the end of the file, which PDF readers skip. */
const mark = Buffer.from('\n%recovered by chalan\n', 'latin1');

export const withRecoveryMark = (file: Uint8Array): Uint8Array => Buffer.concat([file, mark]);

export const isRecovered = (file: Uint8Array): boolean =>
  file.length > mark.length && Buffer.from(file.subarray(-mark.length)).equals(mark);
