/** The mail server that a customer's mailbox is on, and the providers that sign in by consent: plain values. */

/**
 * How the connection is protected: by TLS from the start, by TLS that begins before anything else is sent, or not at
 * all.
 */
export const mailSecurities = ['tls', 'starttls', 'plain'] as const;
export type MailSecurity = (typeof mailSecurities)[number];
export type MailServer = { host: string; port: number; security: MailSecurity };

export const usualMailPorts: Record<MailSecurity, number> = { tls: 993, starttls: 143, plain: 143 };

/** Providers whose mailboxes are read with a consent (OAuth 2.0) instead of a password. */
export const mailProviders = ['google', 'microsoft'] as const;
export type MailProvider = (typeof mailProviders)[number];
export const mailProviderNames: Record<MailProvider, string> = { google: 'Google', microsoft: 'Microsoft' };

/** Returns the server as one text, as the database keeps it. */
export const mailServerText = ({ host, port, security }: MailServer): string =>
  `${security}://${host}:${port}`;

/** Reads what `mailServerText` wrote; null for any other text. */
export function readMailServer(text: string | null): MailServer | null {
  const [, scheme, host, port] = /^([a-z]+):\/\/([^/:]+):(\d+)$/.exec(text ?? '') ?? [];
  const security = mailSecurities.find((known) => known === scheme);
  return security && host ? { host, port: Number(port), security } : null;
}
