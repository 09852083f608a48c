/** Scores the tables of a set by tree edit distance: the mean of the documents that have tables. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { sum } from '#activities/pdf/words/geometry.ts';
import { predictionName, type PdfSet } from './corpus.ts';
import { teds, treeOf, type TableNode } from './teds.ts';

const int = z.number().int();
const table = z.object({
  page: int,
  rows: z.array(z.array(z.string().nullable())),
  merges: z.array(z.tuple([int, int, int, int])).optional(),
});
const tables = z.array(table);
const prediction = z.object({ tables });
const truth = z.object({ tables, alternatives: z.array(tables).default([]) });

export type Similarity = { teds: number; structure: number };
type Page = { page: number; tree: TableNode };

const nothing: Similarity = { teds: 0, structure: 0 };

const pagesOf = (list: z.infer<typeof tables>): Page[] =>
  list.map((one) => ({ page: one.page, tree: treeOf(one) }));

const mean = (values: readonly number[]): number => sum(values) / values.length;
const meanOf = (all: readonly Similarity[]): Similarity => ({
  teds: mean(all.map((one) => one.teds)),
  structure: mean(all.map(({ structure }) => structure)),
});

/** Compares each table with the one of its page that is most like it; one that was not found counts as 0. */
function documentScore(found: readonly Page[], expected: readonly Page[]): Similarity {
  const pairs = expected.flatMap((one) =>
    found
      .filter(({ page }) => page === one.page)
      .map((other) => ({ one, other, similarity: teds(other.tree, one.tree) })),
  );
  const used = new Set<Page>();
  const scores = new Map<Page, Similarity>();
  for (const { one, other, similarity } of pairs.sort((a, b) => b.similarity - a.similarity)) {
    if (used.has(one) || used.has(other)) continue;
    used.add(one).add(other);
    const structure = teds(other.tree, one.tree, { isStructureOnly: true });
    scores.set(one, { teds: similarity, structure });
  }
  return meanOf(expected.map((one) => scores.get(one) ?? nothing));
}

/** Returns the similarity of what was predicted for a set's documents in `predictions`. */
export function tedsOf({ folder, files }: PdfSet, predictions: string): Similarity {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  return meanOf(
    files.map(predictionName).flatMap((name): Similarity[] => {
      const { tables: expected, alternatives } = truth.parse(read(path.join(folder, name)));
      if (expected.length === 0) return [];
      const answer = path.join(predictions, name);
      const found = existsSync(answer) ? pagesOf(prediction.parse(read(answer)).tables) : [];
      const scores = [expected, ...alternatives].map((one) => documentScore(found, pagesOf(one)));
      return [scores.reduce((best, next) => (next.teds > best.teds ? next : best), nothing)];
    }),
  );
}
