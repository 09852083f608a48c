/** An IMAP connection with its folder opened for reading only: nothing is marked as read, moved or deleted. */
import { ImapFlow } from 'imapflow';
import { say } from '#contracts/say.ts';
import { passwordOf, PortalFault, type PortalLogin } from '#activities/portals/contract.ts';
import { config } from './config.ts';
import { openingFault, sessionFault } from './faults.ts';

/** Beside a mail's own bytes in one response. */
const FRAMING_BYTES = 64 * 1024;
const usualPorts = { imap: 143, imaps: 993 } as const;
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

export type Connection = {
  /** Runs a command; throws PortalFault when it fails or takes too long. */
  run: <T>(command: (client: ImapFlow) => Promise<T>) => Promise<T>;
  isOpen: () => boolean;
  close: () => Promise<void>;
};

/** `imaps://host:993`, or `imap://host:143`, which must become encrypted before the password unless it is this machine. */
export async function openConnection(address: string, login: PortalLogin): Promise<Connection> {
  const auth = { user: login.username, pass: await passwordOf(login) };
  const client = clientOf(new URL(address), auth);
  // Why a connection broke is told by an event; the command then fails with nothing but its end.
  let whyBroken: Error | undefined;
  client.on('error', (error) => {
    whyBroken ??= error;
  });
  try {
    await inTime(client, async () => {
      await client.connect();
      await client.mailboxOpen(config.folder, { readOnly: true });
    });
  } catch (error) {
    client.close();
    throw error instanceof PortalFault ? error : openingFault(error);
  } finally {
    // The client keeps this object as long as it lives, and signs in once.
    auth.pass = '';
  }
  return {
    run: async (command) => {
      try {
        return await inTime(client, () => command(client));
      } catch (error) {
        throw error instanceof PortalFault ? error : sessionFault(whyBroken ?? error);
      }
    },
    isOpen: () => client.usable,
    close: () => leave(client),
  };
}

function clientOf({ protocol, hostname, port }: URL, auth: { user: string; pass: string }): ImapFlow {
  const { timeouts, mailBytesMax, lineBytesMax } = config;
  const isSecure = protocol === 'imaps:';
  return new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? usualPorts.imaps : usualPorts.imap),
    secure: isSecure,
    ...(isSecure ? {} : { doSTARTTLS: !loopback.has(hostname) }),
    auth,
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.idleMs,
    maxLineLength: lineBytesMax,
    maxLiteralSize: mailBytesMax,
    maxResponseSize: mailBytesMax + lineBytesMax + FRAMING_BYTES,
  });
}

/** A server may send byte by byte and never be silent: the whole command has its time. */
async function inTime<T>(client: ImapFlow, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overtime = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PortalFault('TIMEOUT', say('The mail server did not answer in time.')));
      client.close();
    }, config.timeouts.commandMs);
  });
  try {
    return await Promise.race([work(), overtime]);
  } finally {
    clearTimeout(timer);
  }
}

async function leave(client: ImapFlow): Promise<void> {
  const timer = setTimeout(() => client.close(), config.timeouts.logoutMs);
  await client.logout().catch(() => undefined);
  clearTimeout(timer);
  client.close();
}
