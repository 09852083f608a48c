/** An IMAP connection whose folder is opened read-only, so that no email is marked as read, moved or deleted. */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { ImapFlow } from 'imapflow';
import { passwordOf, PortalFault, type MailReach, type PortalLogin } from '#activities/portals/contract.ts';
import { withinMs } from '#api/adapters/within-ms.ts';
import { config } from './config.ts';
import { configuredEndpoint, ownEndpoint, type Endpoint } from './endpoints.ts';
import { openingFault, sessionFault } from './faults.ts';
import { mailboxPortalMessages } from './messages.ts';

/** Allowance for the protocol's framing around an email in one response. */
const FRAMING_BYTES = 64 * 1024;

export type Connection = {
  /** Runs a command; throws PortalFault if it fails or times out. */
  run: <T>(command: (client: ImapFlow) => Promise<T>) => Promise<T>;
  isOpen: () => boolean;
  close: () => Promise<void>;
};

/**
 * Connects to the login's own server, or to an address such as `imaps://host:993` or `imap://host:143`. Unless it is on
 * this machine, or the operator allows it, nothing is sent without TLS.
 */
export async function openConnection(
  address: string | null,
  login: PortalLogin,
  reach: MailReach,
): Promise<Connection> {
  const endpoint = login.server ? await ownEndpoint(login.server, reach) : configuredEndpoint(address);
  const auth = await authOf(login);
  const client = clientOf(endpoint, auth, reach);
  // The reason for a lost connection is only reported by this event; the pending command merely rejects.
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
    throw error instanceof PortalFault ? error : openingFault(error, login);
  } finally {
    // The client signs in once, but keeps this object for its lifetime.
    if (auth.pass) auth.pass = '';
    if (auth.accessToken) auth.accessToken = '';
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

/** Connects without a login, and disconnects once the server has sent an IMAP greeting (RFC 9051, section 7.1). */
export async function greet(address: string, { authorities }: Pick<MailReach, 'authorities'>): Promise<void> {
  const { host, port, servername, security } = configuredEndpoint(address);
  const socket =
    security === 'tls'
      ? tls.connect({ host, port, ...(servername ? { servername } : {}), ...trusting(authorities) })
      : net.connect({ host, port });
  try {
    const said = await greetingOf(socket);
    if (/^\* (OK|PREAUTH)\b/i.test(said)) return;
    throw /^\* (BYE|NO)\b/i.test(said)
      ? new PortalFault('PORTAL_BUSY', mailboxPortalMessages.busy())
      : new PortalFault('PORTAL_CHANGED', mailboxPortalMessages.unexpectedAnswer());
  } finally {
    socket.destroy();
  }
}

/** Returns the first bytes that the server sends. */
async function greetingOf(socket: net.Socket): Promise<string> {
  const { connectMs, greetingMs } = config.timeouts;
  try {
    const [bytes] = (await once(socket, 'data', {
      signal: AbortSignal.timeout(connectMs + greetingMs),
    })) as [Buffer];
    return bytes.toString('latin1');
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'AbortError';
    throw isLate ? new PortalFault('TIMEOUT', mailboxPortalMessages.noAnswerInTime()) : sessionFault(error);
  }
}

type Auth = { user: string; pass?: string; accessToken?: string };

async function authOf(login: PortalLogin): Promise<Auth> {
  const secret = await passwordOf(login);
  return { user: login.username, ...(login.provider ? { accessToken: secret } : { pass: secret }) };
}

const trusting = (authorities: string | undefined): { ca?: string[] } =>
  authorities ? { ca: [...tls.rootCertificates, authorities] } : {};

function clientOf(
  { host, port, servername, security }: Endpoint,
  auth: Auth,
  { authorities }: MailReach,
): ImapFlow {
  const { timeouts, mailBytesMax, lineBytesMax } = config;
  return new ImapFlow({
    host,
    port,
    ...(servername ? { servername } : {}),
    secure: security === 'tls',
    ...(security === 'tls' ? {} : { doSTARTTLS: security === 'starttls' }),
    tls: trusting(authorities),
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

/**
 * Limits the duration of the whole command, because a server that sends byte by byte never triggers an idle timeout.
 */
async function inTime<T>(client: ImapFlow, work: () => Promise<T>): Promise<T> {
  const tooLate = new PortalFault('TIMEOUT', mailboxPortalMessages.noAnswerInTime());
  try {
    return await withinMs(config.timeouts.commandMs, work(), () => {
      throw tooLate;
    });
  } catch (error) {
    if (error === tooLate) client.close();
    throw error;
  }
}

async function leave(client: ImapFlow): Promise<void> {
  const timer = setTimeout(() => client.close(), config.timeouts.logoutMs);
  await client.logout().catch(() => undefined);
  clearTimeout(timer);
  client.close();
}
