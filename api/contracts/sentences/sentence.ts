/**
 * Defines the sentences that the platform itself writes, keyed by their English text: code names a sentence with `say`,
 * and readers of Bengali get its translation. A gap is `{name}`; `{#name}` is a number, in the reader's digits;
 * `{service}` is the name of a service; `{words}` is what somebody else said, such as a portal, or another sentence of
 * ours; `{choices}` are names joined with "or". `{s_name}` is the English plural ending, which follows the number of
 * that name and does not exist in Bengali.
 */
type GapsOf<Text extends string> = Text extends `${string}{${infer Gap}}${infer Rest}`
  ? Gap | GapsOf<Rest>
  : never;
type Plural = `s_${string}`;
type Bare<Gap extends string> = Gap extends `#${infer Name}` ? Name : Gap;

/** The names of a sentence's gaps. */
export type GapNames<Text extends string> = Bare<Exclude<GapsOf<Text>, Plural>>;

type SameGaps<English extends string, Bengali extends string> = [Exclude<GapsOf<English>, Plural>] extends [
  GapsOf<Bengali>,
]
  ? [GapsOf<Bengali>] extends [GapsOf<English>]
    ? Bengali
    : 'a gap is only in Bengali'
  : 'a gap is missing in Bengali';

/** Declares Bengali translations by English text. A gap that is missing in one of the two is a compile error. */
export function defineSentences<const Sentences extends Readonly<Record<string, string>>>(
  sentences: Sentences & {
    [English in keyof Sentences & string]: SameGaps<English, Sentences[English]>;
  },
): Sentences {
  return sentences;
}
