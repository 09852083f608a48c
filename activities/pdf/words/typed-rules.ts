/** Converts lines that are typed with characters, such as +----+ and |, to rulings. */
import { centreX, centreY, heightOf, median, type Ruling } from './geometry.ts';
import { joinedCollinear } from './rulings.ts';
import type { Word } from './words.ts';

const rulePattern = /^[+|][-=+|]{4,}$/;
const postPattern = /^\|+$/;
/** Minimum number of typed rules of a table, and of text lines with vertical bars. */
const rulesMin = 2;
const postLinesMin = 3;
/** Distance between two text lines in heights, over which the vertical bars of both are joined. */
const lineHeights = 1.6;

export type TypedRules = { words: Word[]; horizontals: Ruling[]; verticals: Ruling[] };

/** Returns the words without those that are typed lines, and the rulings that replace these. */
export function typedRules(words: readonly Word[]): TypedRules {
  const rules = words.filter(({ text }) => rulePattern.test(text));
  const posts = words.filter(({ text }) => postPattern.test(text));
  const postLines = new Set(posts.map((post) => Math.round(centreY(post))));
  if (rules.length < rulesMin || postLines.size < postLinesMin)
    return { words: [...words], horizontals: [], verticals: [] };
  const lines = new Set([...rules, ...posts]);
  const reach = (lineHeights * median(posts.map(heightOf))) / 2 + 1;
  return {
    words: words.filter((word) => !lines.has(word)),
    horizontals: joinedCollinear(rules.map((rule) => ({ at: centreY(rule), from: rule.x0, to: rule.x1 }))),
    verticals: joinedCollinear(
      posts.map((post) => ({ at: centreX(post), from: centreY(post) - reach, to: centreY(post) + reach })),
    ),
  };
}
