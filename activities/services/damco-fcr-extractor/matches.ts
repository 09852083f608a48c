/** Selects the PDFs of emails that belong to a search key, and the version of each FCR that counts. */
import type { Mail } from '#activities/portals/mailbox/mailbox.ts';
import type { MailContent, MailPdf } from '#activities/portals/mailbox/mail-pdfs.ts';
import type { Message } from '#contracts/messages/message.ts';
import { parseFcr, plainText, type Fcr } from './fcr.ts';
import { damcoFcrExtractorMessages } from './messages.ts';

/** `fcr` is null for a PDF without readable text. */
export type Match = { mail: Mail; pdf: MailPdf; fcr: Fcr | null; warnings: Message[] };
type OpenedMail = { mail: Mail; content: MailContent };

export const noTextLayer = damcoFcrExtractorMessages.noTextLayer();

/** Whether the text contains the number as a whole word: 4368023 is not found in 43680233. */
export function mentions(text: string, key: string): boolean {
  const escaped = key
    .toUpperCase()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/ +/g, '\\s+');
  return new RegExp(`(?<![A-Z0-9])${escaped}(?![A-Z0-9])`).test(text.toUpperCase());
}

/** Returns the FCRs of one email that belong to the key. */
export function matchesOf({ mail, content }: OpenedMail, key: string): Match[] {
  const isInMail = mentions(`${mail.subject}\n${content.text}`, key);
  const seen = content.pdfs.map((pdf) => ({ pdf, ...lookAt(pdf) }));
  const fcrs = seen.filter(({ fcr }) => fcr !== null).length;
  return seen.flatMap(({ pdf, text, fcr }): Match[] => {
    if (text === null) {
      const isMeant = isInMail || mentions(pdf.name, key);
      return isMeant ? [{ mail, pdf, fcr: null, warnings: [unreadable(pdf)] }] : [];
    }
    if (!fcr) return [];
    if (mentions(text, key)) return [{ mail, pdf, fcr, warnings: fcr.warnings }];
    // A number that only the email mentions identifies its FCR only if there is exactly one.
    if (!isInMail || fcrs > 1) return [];
    return [{ mail, pdf, fcr, warnings: [damcoFcrExtractorMessages.numberInMail(), ...fcr.warnings] }];
  });
}

type Looked = { text: string | null; fcr: Fcr | null };

/** Caches parsed PDFs, because the rows of a job read the same ones. */
const looked = new WeakMap<MailPdf, Looked>();

function lookAt(pdf: MailPdf): Looked {
  const known = looked.get(pdf) ?? takeApart(pdf);
  looked.set(pdf, known);
  return known;
}

function takeApart({ reading }: MailPdf): Looked {
  const pages = reading.kind === 'text' ? reading.pages.filter(({ hasText }) => hasText) : [];
  return pages.length === 0 ? { text: null, fcr: null } : { text: plainText(pages), fcr: parseFcr(pages) };
}

function unreadable({ reading }: MailPdf): Message {
  return reading.kind === 'text' ? noTextLayer : reading.message;
}

/** Returns the number read from the PDF; null if it shows none. */
export const fcrNumber = ({ fcr }: Match): string | null => {
  const value = fcr?.fields.get('fcr_no')?.value;
  return value === undefined || value === null ? null : String(value);
};

/** Keeps the match from the newest email for each FCR number, and all matches without a number; newest emails first. */
export function newestOf(matches: readonly Match[]): Match[] {
  const byNumber = new Map<string, Match[]>();
  const unnumbered: Match[] = [];
  for (const match of matches) {
    const number = fcrNumber(match);
    if (number === null) unnumbered.push(match);
    else byNumber.set(number, [...(byNumber.get(number) ?? []), match]);
  }
  const newest = [...byNumber.values()].flatMap(([first, ...earlier]) => {
    if (!first) return [];
    const note =
      earlier.length === 1
        ? damcoFcrExtractorMessages.oneVersionLeftOut()
        : damcoFcrExtractorMessages.versionsLeftOut({ count: earlier.length });
    return [earlier.length === 0 ? first : { ...first, warnings: [note, ...first.warnings] }];
  });
  return [...newest, ...unnumbered];
}
