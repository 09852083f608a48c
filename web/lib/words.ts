/**
 * Provides the interface's texts in both languages. They are defined in a `words.ts` beside the feature that uses them.
 * A key that is missing in Bengali, or exists only in Bengali, is a compile error.
 */
import { currentLanguage, useLanguage } from './language.ts';

/** The same keys and parameters with any texts. */
type Same<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Same<T[Key]> };

export type Words<English> = { en: English; bn: Same<English> };

/** The type of a set of texts in either language. */
export type WordsOf<W> = W extends Words<infer English> ? English | Same<English> : never;

export function defineWords<English extends object>(words: Words<English>): Words<English> {
  return words;
}

/** Returns the texts in the chosen language. The component renders again when the language changes. */
export function useWords<English>(words: Words<English>): English | Same<English> {
  return words[useLanguage()];
}

/** For code outside components, such as messages of a mutation. */
export function wordsNow<English>(words: Words<English>): English | Same<English> {
  return words[currentLanguage()];
}
