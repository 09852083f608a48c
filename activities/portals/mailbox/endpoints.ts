/**
 * Determines where a mail server is: at a configured address, or at a name given by a customer, whose addresses are
 * checked first.
 */
import net from 'node:net';
import { usualMailPorts, type MailSecurity, type MailServer } from '#contracts/portals/mail-servers.ts';
import { PortalFault, type MailReach } from '#activities/portals/contract.ts';
import { mailboxPortalMessages } from './messages.ts';

/** `servername` is the name that the certificate must prove; without it, the certificate must be for the address. */
export type Endpoint = { host: string; port: number; security: MailSecurity; servername?: string };

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Reads an address of the environment, `imaps://…` or `imap://…`. The latter uses STARTTLS except on this machine. */
export function configuredEndpoint(address: string | null): Endpoint {
  if (address === null) throw new PortalFault('CREDENTIALS_INVALID', mailboxPortalMessages.noServer());
  const { protocol, hostname, port } = new URL(address);
  const isPlain = protocol !== 'imaps:' && loopback.has(hostname);
  const security = protocol === 'imaps:' ? 'tls' : isPlain ? 'plain' : 'starttls';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port) || usualMailPorts[security], security, ...named(host) };
}

/**
 * Resolves the name of a customer's server. The connection goes to the very address that was checked, even if the name
 * has changed since (DNS rebinding), and the certificate must prove the name.
 */
export async function ownEndpoint(
  { host, port, security }: MailServer,
  { allowsPrivate, addressOf }: MailReach,
): Promise<Endpoint> {
  if (security === 'plain' && !allowsPrivate)
    throw new PortalFault('CREDENTIALS_INVALID', mailboxPortalMessages.plainRefused());
  return { host: await addressOf(host), port, security, ...named(host) };
}

const named = (host: string): { servername?: string } => (net.isIP(host) ? {} : { servername: host });
