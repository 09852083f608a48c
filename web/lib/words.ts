/**
 * Words of the interface in both languages, kept in a `words.ts` beside the feature that says them. A key that is
 * missing in Bengali, or is there only, is a compile error.
 */
import { currentLanguage, useLanguage } from './language.ts';

/** The same keys with the same parameters, whatever the text. */
type Same<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Same<T[Key]> };

export type Words<English> = { en: English; bn: Same<English> };

/** What a set of words says, in whichever language. */
export type WordsOf<W> = W extends Words<infer English> ? English | Same<English> : never;

export function defineWords<English extends object>(words: Words<English>): Words<English> {
  return words;
}

/** The words in the chosen language; the component is drawn anew when another is chosen. */
export function useWords<English>(words: Words<English>): English | Same<English> {
  return words[useLanguage()];
}

/** For code outside of components, such as messages of a mutation. */
export function wordsNow<English>(words: Words<English>): English | Same<English> {
  return words[currentLanguage()];
}
