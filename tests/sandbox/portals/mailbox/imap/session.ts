/** One connection to the sandbox's mail server: login, one read-only folder, searches and fetches. */
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import { messageOf, messages, type Message } from '#tests/sandbox/portals/mailbox/messages.ts';
import { asksBody, fetchItems } from './fetch.ts';
import { searchTest } from './search.ts';
import { inSet, quoted, textOf, type Token } from './syntax.ts';

const UID_VALIDITY = 1_790_000_000;
const capabilities = 'IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 AUTH=OAUTHBEARER SASL-IR NAMESPACE UNSELECT';

/** The output: untagged lines or literals, then the text after the tag. */
/** A challenge goes first, and the client answers it before the result. */
export type Answer = { before: Buffer[]; result: string; ends?: true; challenge?: string };
export type Spoil = 'html-instead-of-pdf' | 'empty-file' | null;
/** `holder` tells whose mailbox an access token opens. */
type Tools = Pick<PortalTools, 'users' | 'note'> & { holder: (accessToken: string) => string | null };
type Command = (call: Call) => Answer | Promise<Answer>;
type Call = { tokens: Token[]; session: Session; byUid: boolean; spoil: Spoil };

export type Session = { tools: Tools; user: string | null; isOpen: boolean };

const line = (text: string): Buffer => Buffer.from(`* ${text}\r\n`);
const answer = (result: string, ...lines: string[]): Answer => ({ before: lines.map(line), result });
const notPermitted = (): Answer => answer('NO [CANNOT] This mailbox of the sandbox can only be read.');

const anytime: Record<string, Command> = {
  CAPABILITY: () => answer('OK Done.', `CAPABILITY ${capabilities}`),
  NOOP: () => answer('OK Done.'),
  LOGOUT: () => ({ ...answer('OK Done.', 'BYE See you.'), ends: true }),
};
const beforeLogin: Record<string, Command> = {
  LOGIN: ({ tokens, session }) => logIn(session, textOf(tokens[0]), textOf(tokens[1])),
  AUTHENTICATE: ({ tokens, session }) => {
    const mechanism = textOf(tokens[0]).toUpperCase();
    if (mechanism === 'XOAUTH2' || mechanism === 'OAUTHBEARER')
      return logInWithToken(session, Buffer.from(textOf(tokens[1]), 'base64').toString());
    if (mechanism !== 'PLAIN') return answer('NO This mechanism is not known.');
    const [, user = '', password = ''] = Buffer.from(textOf(tokens[1]), 'base64').toString().split('\0');
    return logIn(session, user, password);
  },
};
const behindLogin: Record<string, Command> = {
  NAMESPACE: () => answer('OK Done.', 'NAMESPACE (("" "/")) NIL NIL'),
  LIST: ({ tokens }) => answer('OK Done.', ...listed(textOf(tokens[1]), 'LIST')),
  LSUB: ({ tokens }) => answer('OK Done.', ...listed(textOf(tokens[1]), 'LSUB')),
  STATUS: async ({ tokens }) => {
    const all = await messages();
    const counts = `MESSAGES ${all.length} RECENT 0 UIDNEXT ${all.length + 1} UIDVALIDITY ${UID_VALIDITY} UNSEEN ${all.length}`;
    return isInbox(tokens[0]) ? answer('OK Done.', `STATUS INBOX (${counts})`) : answer('NO No such folder.');
  },
  SELECT: openFolder,
  EXAMINE: openFolder,
  CREATE: notPermitted,
  DELETE: notPermitted,
  RENAME: notPermitted,
  APPEND: notPermitted,
};
const inFolder: Record<string, Command> = {
  SEARCH: search,
  FETCH: fetch,
  STORE: notPermitted,
  COPY: notPermitted,
  MOVE: notPermitted,
  EXPUNGE: notPermitted,
  CHECK: () => answer('OK Done.'),
  CLOSE: closeFolder,
  UNSELECT: closeFolder,
};

export function commandOf(name: string, session: Session): Command | null {
  const known = { ...anytime, ...(session.user === null ? beforeLogin : behindLogin) };
  return known[name] ?? (session.isOpen ? (inFolder[name] ?? null) : null);
}

const isInbox = (token: Token | undefined): boolean => textOf(token).toUpperCase() === 'INBOX';

function listed(wanted: string, kind: string): string[] {
  if (wanted === '') return [`${kind} (\\Noselect) "/" ""`];
  return ['INBOX', '*', '%'].includes(wanted.toUpperCase()) ? [`${kind} (\\HasNoChildren) "/" INBOX`] : [];
}

const refusals = {
  locked: 'NO [AUTHENTICATIONFAILED] This account is locked.',
  'expired-password': 'NO [EXPIRED] Your password has expired.',
  otp: 'NO [ALERT] Application-specific password required.',
} as const;

function logIn(session: Session, username: string, password: string): Answer {
  const { users, note } = session.tools;
  const checked = users.check(username, password);
  const trouble = checked.result === 'ok' ? checked.user.trouble : undefined;
  if (checked.result === 'ok' && (trouble === undefined || trouble === 'no-permission')) {
    session.user = username;
    note({ kind: 'login', user: username });
    return answer(`OK [CAPABILITY ${capabilities}] Welcome to the SANDBOX.`);
  }
  note({ kind: 'login-refused', user: username });
  if (checked.result === 'locked') return answer(refusals.locked);
  if (trouble === 'expired-password' || trouble === 'otp') return answer(refusals[trouble]);
  return answer('NO [AUTHENTICATIONFAILED] Invalid user name or password.');
}

/** XOAUTH2, and OAUTHBEARER (RFC 7628): a refused client is told why, and answers that before it is refused. */
function logInWithToken(session: Session, response: string): Answer {
  const fields = response.split('\u0001');
  const user = /(?:^|,)(?:user|a)=([^,]+)/.exec(fields[0] ?? '')?.[1] ?? '';
  const token = fields.find((field) => field.startsWith('auth=Bearer '))?.slice('auth=Bearer '.length) ?? '';
  if (session.tools.holder(token) === user) {
    session.user = user;
    session.tools.note({ kind: 'login', user });
    return answer(`OK [CAPABILITY ${capabilities}] Welcome to the SANDBOX.`);
  }
  session.tools.note({ kind: 'login-refused', user });
  const challenge = Buffer.from(JSON.stringify({ status: '400', schemes: 'Bearer' })).toString('base64');
  return { ...answer('NO [AUTHENTICATIONFAILED] Invalid credentials.'), challenge };
}

async function openFolder({ tokens, session }: Call): Promise<Answer> {
  session.isOpen = false;
  if (!isInbox(tokens[0])) return answer('NO [NONEXISTENT] No such folder.');
  if (session.tools.users.find(session.user ?? '')?.trouble === 'no-permission')
    return answer('NO [NOPERM] You may not read this folder.');
  const { length } = await messages();
  session.isOpen = true;
  return answer(
    'OK [READ-ONLY] Opened.',
    'FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
    `${length} EXISTS`,
    '0 RECENT',
    'OK [PERMANENTFLAGS ()] Nothing can be changed.',
    `OK [UIDVALIDITY ${UID_VALIDITY}] UIDs stay.`,
    `OK [UIDNEXT ${length + 1}] Next.`,
  );
}

function closeFolder({ session }: Call): Answer {
  session.isOpen = false;
  return answer('OK Closed.');
}

async function search({ tokens, session, byUid }: Call): Promise<Answer> {
  const all = await messages();
  const test = searchTest(tokens, all.length);
  const found = all.flatMap((message, index) =>
    test(message) ? [byUid ? message.mail.uid : index + 1] : [],
  );
  session.tools.note({
    kind: 'lookup',
    user: session.user ?? '',
    key: wordsOf(tokens),
    result: String(found.length),
  });
  return answer('OK Done.', ['SEARCH', ...found].join(' '));
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'list' ? `(${wordsOf(token.items)})` : token.text)).join(' ');
}

async function fetch({ tokens, session, byUid, spoil }: Call): Promise<Answer> {
  const all = await messages();
  const isIn = inSet(textOf(tokens[0]), all.length);
  const items = tokens.slice(1);
  const isDownload = asksBody(items);
  const before: Buffer[] = [];
  for (const [index, message] of all.entries()) {
    if (!isIn(byUid ? message.mail.uid : index + 1)) continue;
    const kind = isDownload ? 'download' : 'description';
    session.tools.note({ kind, user: session.user ?? '', key: String(message.mail.uid) });
    const shown = isDownload ? await spoilt(message, spoil) : message;
    before.push(Buffer.from(`* ${index + 1} FETCH (`), fetchItems(shown, items, byUid), Buffer.from(')\r\n'));
  }
  return { before, result: 'OK Done.' };
}

async function spoilt(message: Message, spoil: Spoil): Promise<Message> {
  if (spoil === 'empty-file') return { ...message, raw: Buffer.alloc(0) };
  if (spoil === null) return message;
  return messageOf(message.mail, new TextEncoder().encode('<title>Report</title><p>Not found.</p>'));
}

/** What a server that wants STARTTLS first can do before it. */
export const plainCapabilities = 'IMAP4rev1 STARTTLS LOGINDISABLED';

export const greetingOf = (mustSecure: boolean): string =>
  `OK [CAPABILITY ${mustSecure ? plainCapabilities : capabilities}] SANDBOX mail server, ${quoted('invented mails')}`;
