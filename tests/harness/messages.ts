/** Lets tests compare messages by their English text: `expect(message)` equals a text that says the same. */
import { expect } from 'vitest';
import { isMessage } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';

/** A message equals its English text in `toEqual` and its relatives. */
function equalsInEnglish(a: unknown, b: unknown): boolean | undefined {
  if (isMessage(a) && typeof b === 'string') return english(a) === b;
  if (isMessage(b) && typeof a === 'string') return english(b) === a;
  return undefined;
}

expect.addEqualityTesters([equalsInEnglish]);
