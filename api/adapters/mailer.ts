/** Sends mail by SMTP, or stores it as JSON files for the development mailbox. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Env } from '#api/env.ts';
import { withinMs } from './within-ms.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** Absent in a plain-text mail. */
  html?: string;
  /** Name and address are separate, so that text from a form cannot inject mail headers. */
  replyTo?: { name: string; address: string };
};
export type Mailer = { send: (mail: Mail) => Promise<void> };
export type KeptMail = Mail & { id: string; at: string; links: string[] };

/** Maximum number of mails that the mailbox shows; the newest are kept. */
const MAILBOX_MAX = 200;

/**
 * Nodemailer itself waits two minutes for a connection and ten for an answer. A step that mails must not be held up for
 * so long, and Temporal gives up the step that mails a notification after 30 seconds (policies.webhook).
 */
const serverLimits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
/** Limits a sending as a whole, because a server may answer slowly at each of its steps. */
const SEND_MS = 20_000;

/** Uses SMTP_URL if it is set, otherwise MAILBOX_DIR. Throws if neither is set. */
export function createMailer(env: Env): Mailer {
  if (env.SMTP_URL) {
    const transport = createTransport({ url: env.SMTP_URL, ...serverLimits });
    return {
      send: async (mail) =>
        void (await withinMs(SEND_MS, transport.sendMail({ from: env.MAIL_FROM, ...mail }), () => {
          throw new Error(`The mail server has not taken the mail within ${SEND_MS / 1_000} s.`);
        })),
    };
  }
  const directory = env.MAILBOX_DIR;
  if (!directory) throw new Error('SMTP_URL or MAILBOX_DIR must be set.');
  return { send: (mail) => keepMail(directory, mail) };
}

async function keepMail(directory: string, mail: Mail): Promise<void> {
  await mkdir(directory, { recursive: true });
  const at = new Date();
  const id = `${at.getTime()}-${randomUUID()}`;
  const kept: KeptMail = {
    id,
    at: at.toISOString(),
    ...mail,
    links: mail.text.match(/https?:\/\/\S+/g) ?? [],
  };
  // Written to a draft file and renamed, so that a reader never sees an incomplete mail.
  const draft = path.join(directory, `.${id}`);
  await writeFile(draft, JSON.stringify(kept));
  await rename(draft, path.join(directory, `${id}.json`));
}

/** Returns the stored mails, newest first; with `to`, only the mails to that address. */
export async function readMailbox(directory: string, to?: string): Promise<KeptMail[]> {
  const names = await readdir(directory).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
  const mails: KeptMail[] = [];
  for (const name of newest) {
    if (mails.length >= MAILBOX_MAX) break;
    const mail = JSON.parse(await readFile(path.join(directory, name), 'utf8')) as KeptMail;
    if (!to || mail.to.toLowerCase() === to.toLowerCase()) mails.push(mail);
  }
  return mails;
}
