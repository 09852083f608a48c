/** Compares a part of a message's English text. */
import { expect } from 'vitest';
import { isMessage } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';

/** Inside of `toEqual` and its relatives: a message whose English text has these words. */
export const saying = (words: string | RegExp): unknown =>
  expect.toSatisfy(
    (value: unknown) => {
      if (!isMessage(value)) return false;
      const text = english(value);
      return typeof words === 'string' ? text.includes(words) : words.test(text);
    },
    `says ${String(words)}`,
  );
