/** Finds things by the beginnings of their words: "c&f", "import per". */

/** Normalised, because Bengali keyboards encode the same letter in more than one way. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}&]+/u)
    .filter(Boolean);

export const searchWordsOf = (text: string): string[] => [...new Set(wordsIn(text))];

/** Returns whether every typed word is the beginning of one of the words. */
export const hasWords = (words: readonly string[], query: string): boolean =>
  searchWordsOf(query).every((want) => words.some((word) => word.startsWith(want)));
