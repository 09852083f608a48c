/**
 * Defines messages: what the platform itself says to a person, each under a stable key with its texts in both
 * languages. A gap is `{name}`; `{#name}` is a number, in the reader's digits and groups; `{@name}` is a day as
 * YYYY-MM-DD or a moment in ISO 8601, written out in the reader's language and in Dhaka's time; `{>name}` is a
 * quotation: what somebody else said, such as a portal, or another message of ours. `{words}` is a quotation as well;
 * `{service}` is the name of a service; `{choices}` are names joined with "or". `{s_name}` is the English plural
 * ending, which follows the number of that name and does not exist in Bengali. Other gaps are identifiers and names,
 * which are the same in both languages.
 */
import type { Message, MessageParams, MessageValue } from './message.ts';

export type Texts = { readonly en: string; readonly bn: string };

type GapsOf<Text extends string> = Text extends `${string}{${infer Gap}}${infer Rest}`
  ? Gap | GapsOf<Rest>
  : never;
type Plural = `s_${string}`;
type Bare<Gap extends string> = Gap extends `${'#' | '@' | '>'}${infer Name}` ? Name : Gap;
type GapNames<Text extends string> = Bare<Exclude<GapsOf<Text>, Plural>>;

type SameGaps<English extends string, Bengali extends string> = [Exclude<GapsOf<English>, Plural>] extends [
  GapsOf<Bengali>,
]
  ? [GapsOf<Bengali>] extends [GapsOf<English>]
    ? Bengali
    : 'a gap is only in Bengali'
  : 'a gap is missing in Bengali';

type Value = MessageValue | bigint | null | undefined;
type Values<English extends string> = [GapNames<English>] extends [never]
  ? []
  : [values: Record<GapNames<English>, Value>];

/** Builds a message from the values of its gaps. An amount must include its decimals. */
type Builder<Key extends string, Both extends Texts> = ((...values: Values<Both['en']>) => Message) & {
  readonly key: Key;
  readonly texts: Both;
};

type Messages<Area extends string, All extends Readonly<Record<string, Texts>>> = {
  readonly [Name in keyof All & string]: Builder<`${Area}.${Name}`, All[Name]>;
};

/**
 * Declares the messages of an area, such as a service. A gap that only one language has is a compile error.
 *
 * @param area first part of each message's key; unique among all areas
 * @param all texts by the second part of the key
 */
export function defineMessages<const Area extends string, const All extends Readonly<Record<string, Texts>>>(
  area: Area,
  all: All & {
    readonly [Name in keyof All]: { readonly bn: SameGaps<All[Name]['en'], All[Name]['bn']> };
  },
): Messages<Area, All>;
export function defineMessages(area: string, all: Readonly<Record<string, Texts>>): unknown {
  return Object.fromEntries(
    Object.entries(all).map(([name, texts]) => {
      const key = `${area}.${name}`;
      const build = (values?: Readonly<Record<string, Value>>): Message =>
        values ? { key, params: paramsOf(values) } : { key };
      return [name, Object.assign(build, { key, texts })];
    }),
  );
}

const paramsOf = (values: Readonly<Record<string, Value>>): MessageParams =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storable(value)] as const));

function storable(value: Value): MessageValue {
  if (typeof value === 'number' || (typeof value === 'object' && value !== null)) return value;
  return String(value);
}

/** Returns the texts of an area's messages in one language by name, for lists such as those of the interface. */
export const textsIn = <Name extends string>(
  messages: Readonly<Record<Name, { readonly texts: Texts }>>,
  language: keyof Texts,
): Record<Name, string> =>
  Object.fromEntries(
    (Object.keys(messages) as Name[]).map((name) => [name, messages[name].texts[language]]),
  ) as Record<Name, string>;
