/** What schemas say about wrong input: every sentence has a message, and refused input carries it in both languages. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { messageOfSentence } from '#api/middleware/schema-sentences.ts';
import { parseInput } from '#api/middleware/validate.ts';
import { contactBody } from '#contracts/site/contact.ts';
import { callEntries } from '#contracts/calls/calls.ts';
import { DomainError } from '#contracts/errors.ts';
import { english, messageParts } from '#contracts/messages/render.ts';
import { validationMessages } from '#contracts/validation-messages.ts';

/** Returns the sentences in a schema, its fields and its checks, at any depth. */
function sentencesOf(schemas: readonly unknown[]): Set<string> {
  const sentences = new Set<string>();
  const seen = new Set<unknown>();
  const open = [...schemas];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const said: unknown = 'error' in next && typeof next.error === 'function' && next.error({ path: [] });
    if (typeof said === 'string') sentences.add(said);
    if ('_zod' in next) open.push((next._zod as { def: object }).def);
    else open.push(...Object.values(next));
  }
  return sentences;
}

const sentences = sentencesOf(
  callEntries.flatMap(([, { params, query, body, form }]) => [params, query, body, form?.fields]),
);

function refused(schema: z.ZodType, value: unknown): DomainError {
  try {
    parseInput(schema, value);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('The input was not refused.');
}

const inBengali = ({ said }: DomainError): string =>
  said === null
    ? ''
    : messageParts(said, 'bn')
        .map(({ text, language }) => `${language}: ${text}`)
        .join(' | ');

describe('the sentences of schemas', () => {
  it('every sentence of a schema has a message with the same English, and Bengali without English', () => {
    expect(sentences.size).toBeGreaterThan(100);
    for (const sentence of sentences) {
      const message = messageOfSentence(sentence);
      expect(message, sentence).not.toBeNull();
      if (!message) continue;
      expect(english(message)).toBe(sentence);
      expect(
        messageParts(message, 'bn').map(({ language }) => language),
        sentence,
      ).toEqual(['bn']);
    }
  });

  it('every message about validation is the sentence of a schema', () => {
    const said = new Set([...sentences].map((sentence) => messageOfSentence(sentence)?.key));
    expect(Object.values(validationMessages).flatMap(({ key }) => (said.has(key) ? [] : [key]))).toEqual([]);
  });

  it('a sentence that nobody defined has no message', () => {
    expect(messageOfSentence('Something else is required')).toBeNull();
    expect(messageOfSentence('Name is required, said somebody')).toBeNull();
  });
});

describe('refused input', () => {
  it.each<[z.ZodType, unknown, string, string]>([
    [contactBody, {}, 'Name is required', 'bn: নাম দিন'],
    [
      contactBody,
      { name: 'x'.repeat(121) },
      'Name can have 120 characters at most',
      'bn: নাম সর্বোচ্চ ১২০ অক্ষরের হতে পারে',
    ],
    [z.strictObject({}), { extra: 1 }, 'There is no field "extra".', 'bn: "extra" নামে কোনো ঘর নেই।'],
    [
      z.object({ a: z.object({ b: z.number() }) }),
      { a: {} },
      'The field "a.b" is missing.',
      'bn: "a.b" ঘরটি দেওয়া হয়নি।',
    ],
    [
      z.object({ id: z.uuid() }),
      { id: 'x' },
      'The field "id" has a value that cannot be used.',
      'bn: "id" ঘরে যা দেওয়া হয়েছে, তা নেওয়া যায় না।',
    ],
    [z.object({}), 7, 'The request is not valid.', 'bn: অনুরোধটি ঠিক নয়।'],
    [
      z.object({ name: z.string() }),
      { name: 'a\0' },
      'Please use letters, digits and punctuation only.',
      'bn: শুধু অক্ষর, অঙ্ক ও যতিচিহ্ন ব্যবহার করুন।',
    ],
    [z.string('Sentence of nobody'), 7, 'Sentence of nobody', 'en: Sentence of nobody'],
  ])('says the same in both languages: %#', (schema, value, inEnglish, bengali) => {
    const error = refused(schema, value);
    expect(error.message).toBe(inEnglish);
    expect(inBengali(error)).toBe(bengali);
  });
});
