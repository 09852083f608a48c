/** Builds one of the platform's messages; a sentence without a Bengali translation is a compile error. */
import type { Message, MessageValue } from './messages/message.ts';
import type { GapNames } from './sentences/sentence.ts';
import type { Sentences } from './sentences/sentences.ts';

export type Sentence = keyof Sentences;

type Value = MessageValue | bigint | null | undefined;
type Values<English extends Sentence> = [GapNames<English>] extends [never]
  ? []
  : [values: Record<GapNames<English>, Value>];

const storable = (value: Value): MessageValue =>
  typeof value === 'object' && value !== null ? value : typeof value === 'number' ? value : String(value);

/** Inserts the values unchanged, so an amount must include its decimals. */
export function say<English extends Sentence>(english: English, ...[values]: Values<English>): Message {
  if (!values) return { key: english };
  const params = Object.entries<Value>(values).map(([name, value]) => [name, storable(value)] as const);
  return { key: english, params: Object.fromEntries(params) };
}
