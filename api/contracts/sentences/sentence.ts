/**
 * Sentences that the platform itself writes, by their English: the place that says one names it with `say`, and readers of
 * Bengali find its other half by it. A gap is `{name}`; `{#name}` is a number, in the reader's digits; `{service}` is the name
 * of a service; `{words}` is what somebody else said, such as a portal, or another sentence of ours; `{choices}` are
 * names with "or" between them. `{s_name}` is the English plural's ending, which follows the number of that name and which
 * Bengali does not have.
 */
type GapsOf<Text extends string> = Text extends `${string}{${infer Gap}}${infer Rest}`
  ? Gap | GapsOf<Rest>
  : never;
type Plural = `s_${string}`;
type Bare<Gap extends string> = Gap extends `#${infer Name}` ? Name : Gap;

/** What is put into a sentence, by the names of its gaps. */
export type GapNames<Text extends string> = Bare<Exclude<GapsOf<Text>, Plural>>;

type SameGaps<English extends string, Bengali extends string> = [Exclude<GapsOf<English>, Plural>] extends [
  GapsOf<Bengali>,
]
  ? [GapsOf<Bengali>] extends [GapsOf<English>]
    ? Bengali
    : 'a gap is only in Bengali'
  : 'a gap is missing in Bengali';

/** Bengali by English. A gap that one of the two lacks is a compile error. */
export function defineSentences<const Sentences extends Readonly<Record<string, string>>>(
  sentences: Sentences & {
    [English in keyof Sentences & string]: SameGaps<English, Sentences[English]>;
  },
): Sentences {
  return sentences;
}
