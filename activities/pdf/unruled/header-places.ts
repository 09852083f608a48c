/** Splits the headings of narrow columns, which are so close that they look like one text, by their positions. */
import { shareAnEdge } from './column-edges.ts';
import { centreX, enclosing, groupBy } from '#activities/pdf/words/geometry.ts';
import type { Chunk, TextLine } from '#activities/pdf/words/lines.ts';
import type { Extent } from './stream-rows.ts';

/** Minimum share of columns named by a header that is split by word positions. */
const headerNamedShare = 0.7;

/** Assigns the words of a header to their nearest columns, if each part shares an edge or the centre of its column. */
function inPlace(chunk: Chunk, edges: readonly (Extent | undefined)[]): Chunk[] {
  const parts = [...groupBy(chunk.words, (word) => nearestColumn(edges, centreX(word)))].map(
    ([column, words]) => ({ column, part: { ...enclosing(words), words } }),
  );
  const isInPlace = parts.every(({ column, part }) => {
    const edge = edges[column];
    return edge !== undefined && shareAnEdge({ from: part.x0, to: part.x1 }, edge);
  });
  return isInPlace ? parts.map(({ part }) => part) : [chunk];
}

/** Splits a header line whose headings are so close that they look like one text. */
export function splitHeader(line: TextLine, edges: readonly (Extent | undefined)[]): TextLine {
  const chunks = line.chunks.flatMap((chunk) => inPlace(chunk, edges));
  return chunks.length >= headerNamedShare * edges.length ? { ...line, chunks } : line;
}

function nearestColumn(edges: readonly (Extent | undefined)[], x: number): number {
  const distances = edges.map((edge) => (edge ? Math.max(edge.from - x, x - edge.to, 0) : Infinity));
  return distances.indexOf(Math.min(...distances));
}
