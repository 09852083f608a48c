/** Refuses passwords that are guessed first: common ones, and those made of what is known about a person. */
import { readFileSync } from 'node:fs';
import { DomainError } from '#contracts/errors.ts';

/** What an attacker knows without effort. These words add no secrecy to a password. */
export type KnownOfPerson = { email?: string; name?: string; company?: string };

const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' ')),
);
/** Minimum length of a known word; shorter ones occur in too many good passwords. */
const WORD_CHARACTERS_MIN = 4;
/** Minimum number of letters that must remain after removing known words, digits and punctuation. */
const OWN_LETTERS_MIN = 4;
const ownWords = ['chalan', 'চালান'];

/** Throws PASSWORD_GUESSABLE for a common password, or one made of what is known about the person. */
export function refuseGuessable(password: string, known: KnownOfPerson = {}): void {
  const folded = fold(password);
  if (common.has(folded) || isMadeOf(folded, [...ownWords, ...wordsOf(known)]))
    throw new DomainError('PASSWORD_GUESSABLE');
}

function isMadeOf(folded: string, words: string[]): boolean {
  // The longest first, so that a word containing another one is removed as a whole.
  const rest = [...words]
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.split(word).join(' '), folded);
  return rest !== folded && (rest.match(/\p{L}/gu) ?? []).length < OWN_LETTERS_MIN;
}

function wordsOf({ email = '', name = '', company = '' }: KnownOfPerson): string[] {
  const local = email.split('@')[0] ?? '';
  const texts = [local, name, company].map(fold);
  return [...texts, ...texts.flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u))].filter(
    (word) => word.length >= WORD_CHARACTERS_MIN,
  );
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
