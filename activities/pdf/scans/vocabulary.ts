/** Corrects words of export documents that are recognised as texts which no document has. */

/** What is recognised, and what is printed. */
const confused: readonly (readonly [RegExp, string])[] = [
  [/^(\(?)US[S5](\)?[:.,]?)$/i, '$1US$$$2'],
  [/^U\$S(\)?)$/, 'US$$$1'],
  [/^(\(?)(?:L[I1l|!]C|[I1l|!]\/C|uc)(\)?[:.,]?)$/, '$1L/C$2'],
  [/^(\(?)B[I1l|!]L(\)?[:.,]?)$/, '$1B/L$2'],
  [/^(\(?)T[I1l|!]T(\)?[:.,]?)$/, '$1T/T$2'],
  [/^H[8E]M$/, 'H&M'],
];

/** Returns the word as it is printed. */
export const corrected = (text: string): string =>
  confused.reduce((word, [pattern, printed]) => word.replace(pattern, printed), text);
