/** Renders messages in English or Bengali; the texts come from the catalogue. */
import { bengaliPortalName } from '#contracts/portals/portal-labels.ts';
import { bengaliErrors } from '#contracts/error-texts.ts';
import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { catalogue } from './catalogue.ts';
import {
  ERROR_KEYS,
  isMessage,
  QUOTE_KEY,
  SEQUENCE_KEY,
  type Message,
  type MessageValue,
} from './message.ts';

export type MessageLanguage = 'en' | 'bn';

/** A part of a rendered text. In Bengali, other people's words are a part in English. */
export type Part = { text: string; language: MessageLanguage };

/** Names of the services in Bengali by their English names. */
export type ServiceNames = ReadonlyMap<string, string>;

const noNames: ServiceNames = new Map();
const gapPattern = /\{([#@>]?\w+)\}/g;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;
const isoMoment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const banglaZero = '০'.charCodeAt(0);

/** Replaces Western digits by Bengali ones and leaves everything else unchanged. */
const bengaliDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(banglaZero + Number(digit)));

const bengaliNumbers = new Intl.NumberFormat('bn-BD', { maximumFractionDigits: 20 });
const bengaliChoices = new Intl.ListFormat('bn-BD', { type: 'disjunction' });
/** A number that English groups by thousands, such as "1,250,000.50". */
const groupedNumber = /(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])/g;

/** Bengali groups 1,234,567 as 12,34,567. Digits of a text that is no such number, such as a year, are not grouped. */
function bengaliNumber(value: MessageValue | undefined): string {
  if (typeof value === 'number') return bengaliNumbers.format(value);
  return bengaliDigits(
    textOf(value).replace(groupedNumber, (whole) => bengaliNumbers.format(BigInt(whole.replaceAll(',', '')))),
  );
}

function templateOf(key: string, language: MessageLanguage): string | undefined {
  if (key.startsWith(ERROR_KEYS)) return errorTextOf(key.slice(ERROR_KEYS.length), language);
  return catalogue.get(key)?.[language];
}

function errorTextOf(code: string, language: MessageLanguage): string | undefined {
  if (!isErrorCode(code)) return undefined;
  return language === 'en' ? errorCatalogue[code].message : bengaliErrors[code];
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** Returns the message's parts. A key that the catalogue no longer has is shown by its values' texts. */
export function messageParts(
  message: Message,
  language: MessageLanguage,
  names: ServiceNames = noNames,
): Part[] {
  return joined(partsOf(message, { language, names }));
}

type Reader = { language: MessageLanguage; names: ServiceNames };

function partsOf({ key, params = {} }: Message, reader: Reader): Part[] {
  if (key === QUOTE_KEY) return [{ text: textOf(params['text']), language: 'en' }];
  if (key === SEQUENCE_KEY) return partsOfValue('words', params['parts'], reader);
  const template = templateOf(key, reader.language);
  if (template === undefined)
    return Object.entries(params).flatMap(([name, value]) => partsOfValue(name, value, reader));
  const parts: Part[] = [];
  // The elements at odd positions are gaps.
  for (const [place, piece] of template.split(gapPattern).entries())
    if (place % 2 === 1) parts.push(...gapParts(piece, params, reader));
    else parts.push({ text: afterSentence(parts, piece), language: reader.language });
  return parts;
}

/** A semicolon that would follow the end of a sentence is left out. */
function afterSentence(parts: readonly Part[], piece: string): string {
  const before = parts.findLast(({ text }) => text !== '')?.text ?? '';
  return piece.startsWith(';') && /[.।?!]$/.test(before) ? piece.slice(1) : piece;
}

function gapParts(gap: string, params: NonNullable<Message['params']>, reader: Reader): Part[] {
  const { language, names } = reader;
  if (gap.startsWith('s_')) return [{ text: Number(params[gap.slice(2)]) === 1 ? '' : 's', language }];
  const name = gap.replace(/^[#@>]/, '');
  const value = params[name];
  if (gap.startsWith('>')) return partsOfValue('words', value, reader);
  if (gap.startsWith('@')) return [{ text: dayText(textOf(value), language), language }];
  if (language === 'bn' && typeof value !== 'object') {
    if (gap.startsWith('#')) return [{ text: bengaliNumber(value), language }];
    const text = textOf(value);
    if (name === 'service') return [{ text: names.get(text) ?? text, language }];
    if (name === 'portal') return [{ text: bengaliPortalName(text), language }];
    if (name === 'choices') return [{ text: bengaliChoices.format(text.split(' or ')), language }];
  }
  return partsOfValue(name, value, reader);
}

const dayFormats: Record<MessageLanguage, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dhaka', dateStyle: 'medium' }),
  bn: new Intl.DateTimeFormat('bn-BD', { timeZone: 'Asia/Dhaka', dateStyle: 'long' }),
};

const momentFormat = {
  timeZone: 'Asia/Dhaka',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const momentFormats: Record<MessageLanguage, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', momentFormat),
  bn: new Intl.DateTimeFormat('bn-BD', momentFormat),
};

/** Messages that were stored before days were data hold the day as an English text, which is shown as it is. */
function dayText(day: string, language: MessageLanguage): string {
  const isMoment = isoMoment.test(day);
  if (!isMoment && !isoDay.test(day)) return day;
  const at = new Date(isMoment ? day : `${day}T12:00:00+06:00`);
  if (Number.isNaN(at.getTime())) return day;
  return (isMoment ? momentFormats : dayFormats)[language].format(at);
}

/** The value `words` is somebody else's text; all other texts are names and figures, which belong to the sentence. */
function partsOfValue(name: string, value: MessageValue | undefined, reader: Reader): Part[] {
  if (isMessage(value)) return partsOf(value, reader);
  if (typeof value === 'object')
    return value.flatMap((part, place) => [
      ...(place > 0 ? [{ text: ' ', language: reader.language }] : []),
      ...partsOf(part, reader),
    ]);
  return [{ text: textOf(value), language: name === 'words' ? 'en' : reader.language }];
}

const textOf = (value: MessageValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

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

/** Returns the message's text in a language. */
export const messageText = (message: Message, language: MessageLanguage, names?: ServiceNames): string =>
  messageParts(message, language, names)
    .map(({ text }) => text)
    .join('');

/** Returns the English text, as the API's responses and the result files contain it. */
export const english = (message: Message): string => messageText(message, 'en');

/** Returns the keys of the messages whose fixed words contain a text, in either language. */
export function keysWith(search: string): string[] {
  const wanted = search.normalize('NFC').toLowerCase();
  const hasWanted = (template: string): boolean =>
    template
      .split(gapPattern)
      .some((piece, place) => place % 2 === 0 && piece.toLowerCase().includes(wanted));
  return [...catalogue].flatMap(([key, { en, bn }]) => (hasWanted(en) || hasWanted(bn) ? [key] : []));
}
