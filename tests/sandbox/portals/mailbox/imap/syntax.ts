/** Tokens of an IMAP command: atoms, quoted strings, literals and lists (RFC 3501, section 9). */

export type Token = { kind: 'atom' | 'string'; text: string } | { kind: 'list'; items: Token[] };

const NESTING_MAX = 20;

/** `pieces` are the command's lines alternating with the literals between them. */
export function tokensOf(pieces: readonly string[]): Token[] {
  const open: Token[][] = [[]];
  pieces.forEach((piece, index) => {
    if (index % 2 === 1) open.at(-1)?.push({ kind: 'string', text: piece });
    else readLine(piece.replace(/\{\d+\+?\}$/, ''), open);
  });
  if (open.length !== 1) throw new Error('A list is not closed.');
  return open[0] ?? [];
}

/** An atom may contain brackets with spaces and parentheses inside, as in BODY[HEADER.FIELDS (DATE)]. */
const word = /\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|((?:[^\s()"[]|\[[^\]]*\])+))/y;

function readLine(line: string, open: Token[][]): void {
  const text = line.trimEnd();
  word.lastIndex = 0;
  while (word.lastIndex < text.length) {
    const found = word.exec(text);
    if (!found) throw new Error('The command cannot be read.');
    const [, opening, closing, quoted, atom] = found;
    if (opening) startList(open);
    else if (closing) endList(open);
    else if (quoted !== undefined)
      open.at(-1)?.push({ kind: 'string', text: quoted.replace(/\\(.)/g, '$1') });
    else if (atom !== undefined) open.at(-1)?.push({ kind: 'atom', text: atom });
  }
}

function startList(open: Token[][]): void {
  if (open.length > NESTING_MAX) throw new Error('Too many lists inside lists.');
  open.push([]);
}

function endList(open: Token[][]): void {
  const items = open.pop();
  if (!items || open.length === 0) throw new Error('A list ends that never began.');
  open.at(-1)?.push({ kind: 'list', items });
}

export const textOf = (token: Token | undefined): string =>
  token && token.kind !== 'list' ? token.text : '';

export function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Parses `1,3:5` into a test; `*` is the largest number that exists. */
export function inSet(set: string, largest: number): (number: number) => boolean {
  if (!/^(\d+|\*)(:(\d+|\*))?(,(\d+|\*)(:(\d+|\*))?)*$/.test(set))
    throw new Error('This is no set of numbers.');
  const numberOf = (text: string): number => (text === '*' ? largest : Number(text));
  const ranges = set.split(',').map((range) => {
    const [first = '', last = first] = range.split(':');
    return [numberOf(first), numberOf(last)].toSorted((a, b) => a - b);
  });
  return (number) => ranges.some(([from = 0, to = 0]) => number >= from && number <= to);
}
