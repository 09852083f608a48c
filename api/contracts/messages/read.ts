/** Recognises the platform's messages in an English text and translates them to Bengali. */
import { catalogue } from './catalogue.ts';

/** A part of a text. English parts are other people's words, or sentences from earlier versions. */
export type Part = { text: string; language: 'bn' | 'en' };

/** Names of the services: from the English name in texts to the Bengali one. */
export type ServiceNames = ReadonlyMap<string, string>;

type Pattern = { expression: RegExp; gaps: string[]; bengali: string; start: string; letters: number };
type Found = { pattern: Pattern; values: ReadonlyMap<string, string> };

const gapPattern = /\{(#?\w+)\}/g;
/** Only this many sentences are read: in a longer text, none of ours follows. */
const SENTENCES_READ_MAX = 12;

export const bengaliDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode('০'.charCodeAt(0) + Number(digit)));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function patternOf(english: string, bengali: string, names: ServiceNames): Pattern {
  const gaps: string[] = [];
  // The elements at odd positions are gaps.
  const expression = english
    .split(gapPattern)
    .map((piece, place) => {
      if (place % 2 === 0) return escaped(piece);
      gaps.push(piece);
      if (piece.startsWith('#')) return '(-?[\\d,.]*\\d)';
      if (piece.startsWith('s_')) return '(s?)';
      if (piece === 'service') return `(${[...names.keys()].map(escaped).join('|')})`;
      return '([^]+?)';
    })
    .join('');
  return {
    expression: new RegExp(`^${expression}$`),
    gaps,
    bengali,
    start: english.split('{')[0] ?? '',
    letters: english.replace(gapPattern, '').length,
  };
}

/** Patterns with the most fixed words come first, so that "…, failed rows again" is not read as a file name. */
function patternsOf(names: ServiceNames): Pattern[] {
  return [...catalogue.values()]
    .map(({ en, bn }) => patternOf(en, bn, names))
    .sort((a, b) => b.letters - a.letters);
}

function find(patterns: readonly Pattern[], text: string): Found | null {
  for (const pattern of patterns) {
    if (!text.startsWith(pattern.start)) continue;
    const found = pattern.expression.exec(text);
    if (!found) continue;
    return { pattern, values: new Map(pattern.gaps.map((gap, place) => [gap, found[place + 1] ?? ''])) };
  }
  return null;
}

/** Joins adjacent parts in the same language. */
function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.language === part.language) last.text += part.text;
    else if (part.text !== '') whole.push({ ...part });
  }
  return whole;
}

export type Reader = (text: string) => Part[];

export function createReader(names: ServiceNames): Reader {
  const patterns = patternsOf(names);
  const read: Reader = (text) => {
    const found = find(patterns, text);
    return joined(found ? inBengali(found) : readEach(text));
  };

  function inBengali({ pattern, values }: Found): Part[] {
    return pattern.bengali.split(gapPattern).flatMap((piece, place): Part[] => {
      if (place % 2 === 0) return [{ text: piece, language: 'bn' }];
      const value = values.get(piece) ?? '';
      if (piece.startsWith('#')) return [{ text: bengaliDigits(value), language: 'bn' }];
      if (piece === 'service') return [{ text: names.get(value) ?? value, language: 'bn' }];
      if (piece === 'choices') return [{ text: value.replaceAll(' or ', ' বা '), language: 'bn' }];
      return piece === 'words' ? read(value) : [{ text: value, language: 'bn' }];
    });
  }

  /** Reads consecutive sentences: repeatedly takes the longest run that is one of ours. */
  function readEach(text: string): Part[] {
    const said = text.split(/(?<=[.!?]) (?=\S)/, SENTENCES_READ_MAX);
    if (said.length === 1 || said.length === SENTENCES_READ_MAX) return [{ text, language: 'en' }];
    const parts: Part[] = [];
    for (let start = 0; start < said.length;) {
      const [length, own] = longestRun(said, start);
      const space = start === 0 ? '' : ' ';
      parts.push({ text: space, language: parts.at(-1)?.language ?? 'bn' }, ...own);
      start += length;
    }
    return parts;
  }

  function longestRun(said: readonly string[], start: number): [length: number, parts: Part[]] {
    for (let end = said.length; end > start; end -= 1) {
      const found = find(patterns, said.slice(start, end).join(' '));
      if (found) return [end - start, inBengali(found)];
    }
    return [1, [{ text: said[start] ?? '', language: 'en' }]];
  }

  return read;
}
