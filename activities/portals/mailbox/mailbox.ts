/** The mailbox interface for services: search by dates and senders, and read the PDFs of emails. */
import type { FetchMessageObject, MessageStructureObject, SearchObject } from 'imapflow';
import { DAY_MS } from '#contracts/durations.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { config } from './config.ts';
import type { Connection } from './connection.ts';
import { readMail, type MailContent } from './mail-pdfs.ts';
import { mailboxPortalMessages } from './messages.ts';

/** `from` and `to` are days in Bangladesh time, both inclusive. */
type MailSearch = { mentions: string; from: string; to: string; sender: string | undefined };
export type Mail = { uid: number; date: Date; subject: string; sender: string };
type FoundMails = {
  /** Emails with PDFs, newest first. */
  mails: Mail[];
  /** Number of matching emails that were not opened, because there were too many or they were too large. */
  leftOut: number;
};

export type Mailbox = {
  find: (search: MailSearch) => Promise<FoundMails>;
  read: (mail: Mail) => Promise<MailContent>;
  isOpen: () => boolean;
  close: () => Promise<void>;
};

/** What the server says of an email without sending it. It never changes as long as the folder is open. */
type Described = { mail: Mail; hasPdf: boolean; sizeBytes: number };

/**
 * Creates the mailbox of an open connection. Emails are cached up to `keptBytesMax`, and their descriptions up to
 * `describedMailsMax`, because the rows of a job search the same emails; the oldest are dropped first.
 */
export function createMailbox(connection: Connection): Mailbox {
  const kept = new Map<number, MailContent>();
  const described = new Map<number, Described>();
  return {
    find: (search) => find(connection, search, described),
    read: async ({ uid }) => {
      const known = kept.get(uid);
      if (known) return known;
      const content = await download(connection, uid);
      kept.set(uid, content);
      forgetOldest(kept);
      return content;
    },
    isOpen: connection.isOpen,
    close: connection.close,
  };
}

async function find(
  connection: Connection,
  search: MailSearch,
  described: Map<number, Described>,
): Promise<FoundMails> {
  const all = await uidsOf(connection, criteriaOf(search));
  const chosen = await chooseMails(connection, search, all);
  const found = await describe(connection, chosen, described);
  const wanted = found.filter(({ mail, hasPdf }) => hasPdf && fits(search, mail));
  const small = wanted.filter(({ sizeBytes }) => sizeBytes <= config.mailBytesMax);
  return {
    mails: small
      .map(({ mail }) => mail)
      .toSorted((a, b) => b.date.getTime() - a.date.getTime() || b.uid - a.uid),
    leftOut: all.length - chosen.length + wanted.length - small.length,
  };
}

/** Returns the descriptions of those emails that exist, and asks the server only for those not in `described`. */
async function describe(
  connection: Connection,
  uids: readonly number[],
  described: Map<number, Described>,
): Promise<Described[]> {
  const unknown = uids.filter((uid) => !described.has(uid));
  if (unknown.length > 0) {
    const query = { envelope: true, internalDate: true, size: true, bodyStructure: true };
    const fetched = await connection.run((client) =>
      client.fetchAll(unknown.join(','), query, { uid: true }),
    );
    for (const message of fetched) {
      const { uid, size = 0, bodyStructure } = message;
      described.set(uid, { mail: mailOf(message), hasPdf: hasPdf(bodyStructure), sizeBytes: size });
    }
  }
  const found = uids.flatMap((uid) => described.get(uid) ?? []);
  for (const uid of described.keys()) {
    if (described.size <= config.describedMailsMax) break;
    described.delete(uid);
  }
  return found;
}

/**
 * If there are too many emails to open, prefers those in which the server finds the key. The server cannot search
 * inside PDFs.
 */
async function chooseMails(connection: Connection, search: MailSearch, all: number[]): Promise<number[]> {
  const { mailsPerSearchMax } = config;
  if (all.length <= mailsPerSearchMax) return all;
  const mentioning = await uidsOf(connection, { ...criteriaOf(search), text: search.mentions });
  const newestFirst = [...mentioning.toReversed(), ...all.toReversed()];
  return [...new Set(newestFirst)].slice(0, mailsPerSearchMax);
}

/**
 * Builds the server-side search. Servers use time zones of their own, so it covers one more day on both sides and
 * `fits` decides. Some servers match FROM only against whole addresses, so the header is searched as text.
 */
function criteriaOf({ from, to, sender }: MailSearch): SearchObject {
  const senders = sender === undefined ? config.senderDomains : [sender];
  const [first, ...more] = senders.map((text): SearchObject => ({ header: { from: text } }));
  return {
    since: new Date(Date.parse(from) - DAY_MS),
    before: new Date(Date.parse(to) + 2 * DAY_MS),
    ...(more.length > 0 && first ? { or: [first, ...more] } : first),
  };
}

async function uidsOf(connection: Connection, criteria: SearchObject): Promise<number[]> {
  const found = await connection.run((client) => client.search(criteria, { uid: true }));
  if (Array.isArray(found)) return found;
  if (!connection.isOpen()) throw new PortalFault('PORTAL_DOWN', mailboxPortalMessages.connectionEnded());
  throw new PortalFault('PORTAL_BUSY', mailboxPortalMessages.searchRefused());
}

/**
 * Checks the exact day and sender. The server's search also matches display names, which anybody can choose, so only
 * the address counts.
 */
function fits({ from, to, sender }: MailSearch, mail: Mail): boolean {
  const day = dhakaDay(mail.date);
  if (day < from || day > to) return false;
  const address = mail.sender.toLowerCase();
  if (sender !== undefined) return address.includes(sender.toLowerCase());
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return config.senderDomains.some((own) => domain === own || domain.endsWith(`.${own}`));
}

function mailOf({ uid, envelope, internalDate }: FetchMessageObject): Mail {
  return {
    uid,
    date: new Date(internalDate ?? envelope?.date ?? 0),
    subject: envelope?.subject ?? '',
    sender: envelope?.from?.[0]?.address ?? '',
  };
}

function hasPdf(part: MessageStructureObject | undefined): boolean {
  if (!part) return false;
  const { type, parameters, dispositionParameters, childNodes = [] } = part;
  const name = dispositionParameters?.['filename'] ?? parameters?.['name'] ?? '';
  return type === 'application/pdf' || /\.pdf$/i.test(name) || childNodes.some(hasPdf);
}

async function download(connection: Connection, uid: number): Promise<MailContent> {
  const query = { source: true, size: true };
  const message = await connection.run((client) => client.fetchOne(String(uid), query, { uid: true }));
  if (message === undefined) throw new PortalFault('PORTAL_DOWN', mailboxPortalMessages.connectionEnded());
  // The email was deleted after the search.
  if (message === false) return { text: '', pdfs: [], warnings: [mailboxPortalMessages.mailDeleted()] };
  if (!message.source?.length) throw new PortalFault('BAD_DOWNLOAD', mailboxPortalMessages.emptyMail());
  return readMail(message.source);
}

/** Drops the oldest cached emails, but always keeps the most recent one, which is in use. */
function forgetOldest(kept: Map<number, MailContent>): void {
  const sizeOf = ({ pdfs }: MailContent): number =>
    pdfs.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  let total = [...kept.values()].reduce((sum, content) => sum + sizeOf(content), 0);
  for (const [uid, content] of kept) {
    if (total <= config.keptBytesMax || kept.size === 1) return;
    kept.delete(uid);
    total -= sizeOf(content);
  }
}
