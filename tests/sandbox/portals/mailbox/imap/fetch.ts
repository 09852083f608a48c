/** FETCH: a mail's attributes, its structure, and its bytes as a literal. */
import { encodedWord, owner, type Message, type Part } from '#tests/sandbox/portals/mailbox/messages.ts';
import { quoted, textOf, type Token } from './syntax.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The lines of one untagged FETCH response without its frame. `asksBody` distinguishes a download from a mere look-up.
 */
export function fetchItems(message: Message, tokens: readonly Token[], withUid: boolean): Buffer {
  const [first] = tokens;
  const wanted = (first?.kind === 'list' ? first.items : tokens).map((token) => textOf(token).toUpperCase());
  const names = withUid && !wanted.includes('UID') ? ['UID', ...wanted] : wanted;
  const items = names.map((name) => itemOf(message, name));
  return Buffer.concat(items.flatMap((item, index) => (index === 0 ? [item] : [Buffer.from(' '), item])));
}

export const asksBody = (tokens: readonly Token[]): boolean =>
  tokens.some((token) =>
    token.kind === 'list' ? asksBody(token.items) : /^BODY(\.PEEK)?\[/i.test(token.text),
  );

function itemOf(message: Message, name: string): Buffer {
  const body = /^BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?$/.exec(name);
  if (body) return bodyOf(message.raw, body[1], body[2]);
  const make = items[name];
  if (!make) throw new Error(`The item ${name} is not known.`);
  return Buffer.from(`${name} ${make(message)}`, 'latin1');
}

function bodyOf(raw: Buffer, start: string | undefined, length: string | undefined): Buffer {
  const from = Number(start ?? 0);
  const bytes = length === undefined ? raw : raw.subarray(from, from + Number(length));
  const name = start === undefined ? 'BODY[]' : `BODY[]<${start}>`;
  return Buffer.concat([Buffer.from(`${name} {${bytes.length}}\r\n`), bytes]);
}

const items: Record<string, (message: Message) => string> = {
  UID: ({ mail }) => String(mail.uid),
  FLAGS: () => '()',
  INTERNALDATE: ({ mail }) => quoted(internalDate(mail.at)),
  'RFC822.SIZE': ({ raw }) => String(raw.length),
  ENVELOPE: envelope,
  BODYSTRUCTURE: ({ parts }) =>
    `(${parts.map(structureOf).join('')} "mixed" ("boundary" "sandbox-part") NIL NIL)`,
};

function internalDate(at: string): string {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-');
  return `${day}-${months[Number(month) - 1]}-${year} ${at.slice(11, 19)} +0000`;
}

function envelope({ mail, subject }: Message): string {
  const addressOf = ({ name, address }: { name: string; address: string }): string => {
    const [box = '', host = ''] = address.split('@');
    const word = encodedWord(name).replace(/^"(.*)"$/, '$1');
    return `((${quoted(word)} NIL ${quoted(box)} ${quoted(host)}))`;
  };
  const from = addressOf(mail.from);
  const date = new Date(mail.at).toUTCString().replace('GMT', '+0000');
  const id = quoted(`<${mail.uid}@sandbox.invalid>`);
  return `(${quoted(date)} ${quoted(subject)} ${from} ${from} ${from} ${addressOf(owner)} NIL NIL NIL ${id})`;
}

function structureOf({ name, body }: Part): string {
  if (name === null) {
    const lines = body.split('\r\n').length;
    return `("text" "plain" ("charset" "utf-8") NIL NIL "base64" ${body.length} ${lines} NIL NIL NIL NIL)`;
  }
  const file = quoted(name);
  return `("application" "pdf" ("name" ${file}) NIL NIL "base64" ${body.length} NIL ("attachment" ("filename" ${file})) NIL NIL)`;
}
