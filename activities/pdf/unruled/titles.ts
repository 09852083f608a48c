/** Splits a region at titles: lines of one text between the data of one table and the header of the next. */
import { median } from '#activities/pdf/words/geometry.ts';
import { isMulti, type TextLine } from '#activities/pdf/words/lines.ts';
import { firstOf, itemAt, neighbours } from '#activities/pdf/words/lists.ts';
import { hasLetter, textOf } from '#activities/pdf/words/text.ts';
import { isDataLine } from './headed-columns.ts';
import { overlap } from './regions.ts';

/** A title begins near the left edge, and is set apart by its distance or by its size. */
const outsidePt = 12;
const apartPitches = 1.2;
const titleHeights = 1.08;
const titleLinesMax = 2;
const headerLinesMax = 7;
const multiLinesMin = 3;

/** Returns the number of lines of the title that begins at an index above 0; 0 if there is no title. */
function titleLines(
  region: readonly TextLine[],
  index: number,
  usual: { height: number; pitch: number },
): number {
  const [title, above] = [itemAt(region, index), itemAt(region, index - 1)];
  const left = Math.min(...region.map(({ x0 }) => x0));
  const isSetApart =
    title.height > titleHeights * usual.height || title.middle - above.middle > apartPitches * usual.pitch;
  if (isMulti(title) || title.x0 > left + outsidePt || !isSetApart) return 0;
  if (!hasLetter(textOf(firstOf(title.chunks).words))) return 0;
  const rest = region.slice(index + 1);
  let count = rest.findIndex(isMulti) + 1;
  // The first line of a tall heading, beside which the others are centred, belongs to the header.
  while (count > 1 && overlap(itemAt(region, index + count - 1), itemAt(region, index + count))) count -= 1;
  if (count < 1 || count > titleLinesMax) return 0;
  const below = region.slice(index + count);
  let header = below.findIndex((line, at) => isDataLine(line, below[at - 1]));
  // Lines that overlap the first data are those of the other cells in a tall row.
  while (header > 0 && overlap(itemAt(below, header - 1), itemAt(below, header))) header -= 1;
  return header >= 1 && header <= headerLinesMax ? count : 0;
}

/** Returns the parts of the region between titles. */
export function titledParts(region: readonly TextLine[]): (readonly TextLine[])[] {
  const usual = {
    height: median(region.map(({ height }) => height)),
    pitch: median(neighbours(region).map(([above, line]) => line.middle - above.middle)),
  };
  const parts: (readonly TextLine[])[] = [];
  let from = 0;
  for (let index = 1; index < region.length; index++) {
    const upper = region.slice(from, index);
    if (
      upper.filter(isMulti).length < multiLinesMin ||
      !upper.some((line, at) => isDataLine(line, upper[at - 1]))
    )
      continue;
    const count = titleLines(region, index, usual);
    if (count === 0) continue;
    parts.push(upper);
    from = index + count;
    index = from;
  }
  return [...parts, region.slice(from)];
}
