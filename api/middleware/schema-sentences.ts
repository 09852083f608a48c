/**
 * Finds the messages of the sentences that schemas say about wrong input. Schemas have the English sentences only,
 * because the client loads some of them and must not load the translations with them.
 */
import { creditMessages } from '#contracts/credits/messages.ts';
import { inputMessages } from '#contracts/input-messages.ts';
import type { Texts } from '#contracts/messages/define.ts';
import type { Message, MessageValue } from '#contracts/messages/message.ts';
import { validationMessages } from '#contracts/validation-messages.ts';

type Known = { key: string; pattern: RegExp };

/** The English names of fields, which are values of sentences. */
const fields: ReadonlyMap<string, Message> = new Map(
  [...Object.values(inputMessages), creditMessages.trial].map((field) => [field.texts.en, field()]),
);
const gapPattern = /\{[#>](\w+)\}/;
const known: readonly Known[] = Object.values(validationMessages).map(knownFrom);

/** A gap is the name of a field or a number; the sentences of schemas have no others. */
function knownFrom({ key, texts }: { key: string; texts: Texts }): Known {
  // The elements at odd positions are the names of gaps.
  const pieces = texts.en.split(gapPattern).map((piece, place) => {
    if (place % 2 === 0) return piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return piece === 'field' ? '(?<field>.+?)' : `(?<${piece}>\\d+(?:\\.\\d+)?)`;
  });
  return { key, pattern: new RegExp(`^${pieces.join('')}$`, 'u') };
}

/** Returns the message of a sentence; null for one that no schema of ours says. */
export function messageOfSentence(sentence: string): Message | null {
  for (const { key, pattern } of known) {
    const found = pattern.exec(sentence);
    const message = found && messageFrom(key, found.groups ?? {});
    if (message) return message;
  }
  return null;
}

function messageFrom(key: string, texts: Readonly<Record<string, string>>): Message | null {
  const params: Record<string, MessageValue> = {};
  for (const [name, text] of Object.entries(texts)) {
    const value = name === 'field' ? fields.get(text) : Number(text);
    if (value === undefined) return null;
    params[name] = value;
  }
  return Object.keys(params).length === 0 ? { key } : { key, params };
}
