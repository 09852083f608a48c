/**
 * Defines messages: what the platform itself says to a person, each under a stable key with its texts in both
 * languages. A gap is `{name}`; `{#name}` is a number, in the reader's digits; `{service}` is the name of a service;
 * `{words}` is what somebody else said, such as a portal, or another message of ours; `{choices}` are names joined with
 * "or". `{s_name}` is the English plural ending, which follows the number of that name and does not exist in Bengali.
 */
export type Texts = { readonly en: string; readonly bn: string };

type GapsOf<Text extends string> = Text extends `${string}{${infer Gap}}${infer Rest}`
  ? Gap | GapsOf<Rest>
  : never;
type Plural = `s_${string}`;
type Bare<Gap extends string> = Gap extends `#${infer Name}` ? Name : Gap;
type GapNames<Text extends string> = Bare<Exclude<GapsOf<Text>, Plural>>;

type SameGaps<English extends string, Bengali extends string> = [Exclude<GapsOf<English>, Plural>] extends [
  GapsOf<Bengali>,
]
  ? [GapsOf<Bengali>] extends [GapsOf<English>]
    ? Bengali
    : 'a gap is only in Bengali'
  : 'a gap is missing in Bengali';

type Value = string | number | bigint | null | undefined;
type Values<English extends string> = [GapNames<English>] extends [never]
  ? []
  : [values: Record<GapNames<English>, Value>];

/** Builds a message's text from the values of its gaps. */
type Message<Key extends string, Both extends Texts> = ((...values: Values<Both['en']>) => string) & {
  readonly key: Key;
  readonly texts: Both;
};

type Messages<Area extends string, All extends Readonly<Record<string, Texts>>> = {
  readonly [Name in keyof All & string]: Message<`${Area}.${Name}`, All[Name]>;
};

/** The English texts of messages, for code that cannot import their values. */
export type English<All extends Readonly<Record<string, { readonly texts: Texts }>>> =
  All[keyof All]['texts']['en'];

/**
 * Declares the messages of an area, such as a service. A gap that is missing in one language is a compile error.
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
      const message = (values: Readonly<Record<string, Value>> = {}): string => inEnglish(texts.en, values);
      return [name, Object.assign(message, { key: `${area}.${name}`, texts })];
    }),
  );
}

/** Inserts the values unchanged, so an amount must include its decimals. */
function inEnglish(text: string, values: Readonly<Record<string, Value>>): string {
  const texts = new Map<string, Value>(Object.entries(values));
  return text.replace(/\{#?(s_)?(\w+)\}/g, (_, plural: string | undefined, name: string) => {
    const value = texts.get(name);
    if (plural) return Number(value) === 1 ? '' : 's';
    return String(value);
  });
}
