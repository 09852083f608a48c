/**
 * Parses a forwarder's cargo receipt (FCR) from the text of its PDF. A value counts only if its label stands beside
 * or above it and it has the right format; uncertain values stay empty and cause a warning.
 */
import type { PageText, TextPiece, TextRow } from '#activities/pdf/reading/page-text.ts';
import { fcrFields, fieldRules, labelKey, otherLabels, type FcrField } from './fields.ts';
import { damcoFcrExtractorMessages } from './messages.ts';

/**
 * Confidence of a value: 1 beside its label; 0.9 below it; 0.5 if the page has two different values (the first is
 * used) or the text beside the label may be a label itself; 0 if there is none.
 */
const certainty = { beside: 1, below: 0.9, doubtful: 0.5, none: 0 };

type FcrValue = { value: string | number | null; confidence: number };
export type Fcr = {
  fields: ReadonlyMap<FcrField, FcrValue>;
  /** Mean confidence of the core fields and of the other fields whose label was found, at two decimals. */
  confidence: number;
  warnings: string[];
};

const heading = /forwarder.?s cargo receipt|cargo receipt|\bF\.?C\.?R\b/i;
/** Maximum horizontal offset between a label and a value below it, in points. */
const indentPt = 6;

const fieldByLabel = new Map<string, FcrField>(
  fcrFields.flatMap((field) => fieldRules[field].labels.map((label): [string, FcrField] => [label, field])),
);

/** Returns the text of all pages, in which a number can be searched. */
export function plainText(pages: readonly PageText[]): string {
  return pages.flatMap(({ rows }) => rows.map((row) => row.map(({ text }) => text).join(' '))).join('\n');
}

/** Parses the pages; null if nothing on them identifies an FCR. */
export function parseFcr(pages: readonly PageText[]): Fcr | null {
  const found = pages.flatMap(({ rows }) => candidatesOf(rows));
  const values = fcrFields.map((field) => ({ field, ...valueOf(field, found) }));
  const hasNumber = values.some(({ field, value }) => field === 'fcr_no' && value !== null);
  if (!hasNumber && !heading.test(plainText(pages))) return null;
  const counted = values.filter(({ field, hasLabel }) => hasLabel || fieldRules[field].isCore);
  const sum = counted.reduce((total, { confidence }) => total + confidence, 0);
  return {
    fields: new Map(values.map(({ field, value, confidence }) => [field, { value, confidence }])),
    confidence: Math.round((100 * sum) / counted.length) / 100,
    warnings: warningsOf(values),
  };
}

type Candidate = { field: FcrField; text: string; confidence: number };

/** Returns every label on the page with its text, which is empty if there is none. */
function candidatesOf(rows: readonly TextRow[]): Candidate[] {
  return rows.flatMap((row, index) =>
    row.flatMap((piece, place) => {
      const label = labelOf(piece);
      if (!label) return [];
      const rest = row.slice(place + 1);
      const next = rest.findIndex(isLabel);
      const beside = next < 0 ? rest : rest.slice(0, next);
      const text = [label.value, ...beside.map((other) => other.text)].join(' ').trim();
      const below = rows[index + 1];
      if (text === '')
        return [{ field: label.field, text: textBelow(piece, below), confidence: certainty.below }];
      const isSure = label.value !== '' || !mayBeLabel(piece, beside[0], below);
      return [{ field: label.field, text, confidence: isSure ? certainty.beside : certainty.doubtful }];
    }),
  );
}

/** Returns the field for which the piece is a label, and the text after its colon. */
function labelOf({ text }: TextPiece): { field: FcrField; value: string } | null {
  const colon = text.indexOf(':');
  const field = fieldByLabel.get(labelKey(colon < 0 ? text : text.slice(0, colon)));
  return field ? { field, value: colon < 0 ? '' : text.slice(colon + 1).trim() } : null;
}

/** Whether the piece is a known label, or another label that must not be taken for a value. */
function isLabel(piece: TextPiece): boolean {
  return labelOf(piece) !== null || piece.text.endsWith(':') || otherLabels.has(labelKey(piece.text));
}

/** Whether the text beside a label may be a label itself: both have a text below them, as in a form with boxes. */
function mayBeLabel(label: TextPiece, beside: TextPiece | undefined, below: TextRow | undefined): boolean {
  return beside !== undefined && textBelow(label, below) !== '' && textBelow(beside, below) !== '';
}

function textBelow(label: TextPiece, row: TextRow = []): string {
  const below = row.find((piece) => Math.abs(piece.x0 - label.x0) <= indentPt);
  return below && !isLabel(below) ? below.text : '';
}

type Value = FcrValue & { hasLabel: boolean; problem: string | null };
const named = (field: FcrField): string => field.replaceAll('_', ' ');

function valueOf(field: FcrField, candidates: readonly Candidate[]): Value {
  const own = candidates.filter((candidate) => candidate.field === field);
  const read = own.map(({ text, confidence }) => ({ value: fieldRules[field].read(text), confidence }));
  const [first, ...others] = read.filter(({ value }) => value !== null);
  const hasLabel = own.length > 0;
  if (!first) {
    const isMissed = hasLabel || fieldRules[field].isCore;
    const why = hasLabel
      ? damcoFcrExtractorMessages.fieldUnreadable({ field: named(field) })
      : damcoFcrExtractorMessages.fieldMissing({ field: named(field) });
    return { value: null, confidence: certainty.none, hasLabel, problem: isMissed ? why : null };
  }
  if (others.some(({ value }) => value !== first.value)) {
    const problem = damcoFcrExtractorMessages.fieldTwice({ field: named(field) });
    return { value: first.value, confidence: certainty.doubtful, hasLabel, problem };
  }
  const problem =
    first.confidence === certainty.doubtful
      ? damcoFcrExtractorMessages.fieldUncertain({ field: named(field) })
      : null;
  return { ...first, hasLabel, problem };
}

function warningsOf(values: readonly Value[]): string[] {
  const known = values.filter(({ value }) => value !== null);
  if (known.length === 0) return [damcoFcrExtractorMessages.unknownLayout()];
  return values.flatMap(({ problem }) => problem ?? []);
}
