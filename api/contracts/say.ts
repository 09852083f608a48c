/** Builds one of the platform's sentences in English; a sentence without a Bengali translation is a compile error. */
import type { GapNames } from './sentences/sentence.ts';
import type { Sentences } from './sentences/sentences.ts';

export type Sentence = keyof Sentences;

type Value = string | number | bigint | null | undefined;
type Values<English extends Sentence> = [GapNames<English>] extends [never]
  ? []
  : [values: Record<GapNames<English>, Value>];

/** Inserts the values unchanged, so an amount must include its decimals. */
export function say<English extends Sentence>(english: English, ...[values]: Values<English>): string {
  if (!values) return english;
  const texts = new Map<string, Value>(Object.entries(values));
  return english.replace(/\{#?(s_)?(\w+)\}/g, (_, plural: string | undefined, name: string) => {
    const value = texts.get(name);
    if (plural) return Number(value) === 1 ? '' : 's';
    return String(value);
  });
}
