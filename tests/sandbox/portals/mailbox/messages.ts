/** The seeded mails as a mail server stores them: their bytes and the parts that they consist of. */
import { fcrPdf, invoicePdf } from './documents.ts';
import { seedMails, type SeedMail } from './seed.ts';

const LINE_CHARACTERS = 76;
const boundary = 'sandbox-part';
export const owner = { name: 'Padma Apparels', address: 'shipping@padma-apparels.example' };

export type Part = { name: string | null; bytes: Uint8Array; head: string[]; body: string };
export type Message = { mail: SeedMail; subject: string; parts: Part[]; raw: Buffer };

let built: Promise<Message[]> | undefined;

/** Built once per process. */
export function messages(): Promise<Message[]> {
  built ??= Promise.all(seedMails.map((mail) => messageOf(mail)));
  return built;
}

/** `spoilt`, if given, replaces the bytes of every PDF. */
export async function messageOf(mail: SeedMail, spoilt?: Uint8Array): Promise<Message> {
  const files = await Promise.all(
    mail.attached.map(async (attached) => ({
      name: attached.name,
      bytes:
        spoilt ??
        ('layout' in attached
          ? await fcrPdf(attached.layout, attached.fcr)
          : await invoicePdf(attached.invoice)),
    })),
  );
  const parts = [textPart(mail.text), ...files.map(filePart)];
  const subject = encodedWord(mail.subject);
  const lines = [
    `Date: ${new Date(mail.at).toUTCString().replace('GMT', '+0000')}`,
    `From: ${encodedWord(mail.from.name)} <${mail.from.address}>`,
    `To: ${owner.name} <${owner.address}>`,
    `Subject: ${subject}`,
    `Message-ID: <${mail.uid}@sandbox.invalid>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...parts.flatMap(({ head, body }) => [`--${boundary}`, ...head, '', body]),
    `--${boundary}--`,
    '',
  ];
  return { mail, subject, parts, raw: Buffer.from(lines.join('\r\n'), 'latin1') };
}

function textPart(text: string): Part {
  const bytes = new TextEncoder().encode(text);
  const head = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'];
  return { name: null, bytes, head, body: base64Lines(bytes) };
}

function filePart({ name, bytes }: { name: string; bytes: Uint8Array }): Part {
  const head = [
    `Content-Type: application/pdf; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
  ];
  return { name, bytes, head, body: base64Lines(bytes) };
}

function base64Lines(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('base64');
  return (text.match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? []).join('\r\n');
}

/** RFC 2047 where the text needs it; quoted if it is a name that looks like an address. */
export function encodedWord(text: string): string {
  if (/[^\x20-\x7e]/.test(text)) return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
  return text.includes('@') ? `"${text}"` : text;
}
