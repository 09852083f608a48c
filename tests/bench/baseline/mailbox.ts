/** Bare script of the FCR mailbox: imapflow, a mail parser and the PDF reader, without a browser. */
import { ImapFlow } from 'imapflow';
import PostalMime from 'postal-mime';
import { readPdfText } from '#activities/pdf/reading/pool.ts';
import type { RowData } from '#services/contract.ts';
import { login, type BaselineScript } from './script.ts';

const FIRST_SO = 43_680_233;
const SOS = 20;
/** Two have scans, in which nothing can be read; the mail of the third contains the FCR of the one before. */
const withoutFcr = [43_680_240, 43_680_246, 43_680_238];
const sos = Array.from({ length: SOS }, (_, n) => FIRST_SO + n).filter((so) => !withoutFcr.includes(so));

async function readMail(client: ImapFlow, uid: number): Promise<string> {
  const message = await client.fetchOne(String(uid), { source: true }, { uid: true });
  if (!message || !message.source) throw new Error(`The mailbox has no mail ${uid}.`);
  const { attachments } = await new PostalMime().parse(message.source);
  const texts: string[] = [];
  for (const { mimeType, content, filename } of attachments) {
    if (mimeType !== 'application/pdf' || typeof content === 'string') continue;
    const reading = await readPdfText(new Uint8Array(content), { fileName: filename ?? '' });
    texts.push(JSON.stringify(reading));
  }
  return texts.join('\n');
}

/** Keeps the texts of the mails it has read, as any script would that looks for many numbers in the same mails. */
async function open(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl);
  const auth = { user: login.username, pass: login.password };
  const client = new ImapFlow({
    host: hostname,
    port: Number(port),
    secure: false,
    doSTARTTLS: false,
    auth,
    logger: false,
  });
  await client.connect();
  await client.mailboxOpen('INBOX', { readOnly: true });
  const kept = new Map<number, string>();
  const work = async (row: RowData): Promise<number[]> => {
    const found: number[] = [];
    const since = new Date(row['from_date'] ?? '');
    const or = ['maersk.com', 'damco.com'].map((from) => ({ header: { from } }));
    const uids = (await client.search({ since, or }, { uid: true })) || [];
    const parts = { envelope: true, internalDate: true, size: true, bodyStructure: true };
    const mails = await client.fetchAll(uids.join(','), parts, { uid: true });
    for (const { uid } of mails) {
      const text = kept.get(uid) ?? (await readMail(client, uid));
      kept.set(uid, text);
      if (text.includes(row['search_key'] ?? '')) found.push(uid);
    }
    return found;
  };
  return { work, close: () => client.logout() };
}

export const damcoFcrExtractor: BaselineScript = {
  cells: (place) => ({
    search_key: String(sos[place] ?? ''),
    from_date: '2026-09-01',
    to_date: '2026-11-20',
  }),
  rowsMax: sos.length,
  open,
};
