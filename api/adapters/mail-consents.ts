/**
 * OAuth 2.0 with the providers of mailboxes: the authorisation code flow with PKCE (RFC 6749, RFC 7636), and refreshed
 * access tokens. Which providers there are, the operator decides by their client ids.
 */
import { createHash } from 'node:crypto';
import type { Env } from '#api/env.ts';
import { limits } from '#contracts/limits.ts';
import { mailProviders, type MailProvider, type MailServer } from '#contracts/portals/mail-servers.ts';

type Endpoints = { authorize: string; token: string };
type Provider = Endpoints & { scope: string; server: MailServer; further: Record<string, string> };

const known: Record<MailProvider, Provider> = {
  google: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    scope: 'openid email https://mail.google.com/',
    server: { host: 'imap.gmail.com', port: 993, security: 'tls' },
    // Google gives a refresh token only if it asks for consent again.
    further: { access_type: 'offline', prompt: 'consent' },
  },
  microsoft: {
    authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scope: 'openid email profile offline_access https://outlook.office.com/IMAP.AccessAsUser.All',
    server: { host: 'outlook.office365.com', port: 993, security: 'tls' },
    further: { prompt: 'select_account' },
  },
};

/** The provider gives no access: the person refused, the consent was revoked, or the code is not the one that was asked for. */
export class ConsentRefused extends Error {
  override readonly name = 'ConsentRefused';
}

/** The provider does not answer, or answers otherwise than it should. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

type Client = { id: string; secret: string };
type ConsentEnv = Pick<
  Env,
  | 'APP_URL'
  | 'GOOGLE_OAUTH_CLIENT_ID'
  | 'GOOGLE_OAUTH_CLIENT_SECRET'
  | 'MICROSOFT_OAUTH_CLIENT_ID'
  | 'MICROSOFT_OAUTH_CLIENT_SECRET'
  | 'MAIL_PROVIDERS_URL'
>;

function clientOf(env: ConsentEnv, provider: MailProvider): Client | null {
  const [id, secret] = {
    google: [env.GOOGLE_OAUTH_CLIENT_ID, env.GOOGLE_OAUTH_CLIENT_SECRET],
    microsoft: [env.MICROSOFT_OAUTH_CLIENT_ID, env.MICROSOFT_OAUTH_CLIENT_SECRET],
  }[provider];
  return id && secret ? { id, secret } : null;
}

/** Returns the providers whose client id and secret are configured. */
export const offeredProviders = (env: ConsentEnv): MailProvider[] =>
  mailProviders.filter((provider) => clientOf(env, provider) !== null);

/** Returns the provider's mail server; null for the stand-in's mailboxes, which are at the configured address. */
export const serverOf = (env: Pick<Env, 'MAIL_PROVIDERS_URL'>, provider: MailProvider): MailServer | null =>
  env.MAIL_PROVIDERS_URL ? null : known[provider].server;

function endpointsOf({ MAIL_PROVIDERS_URL: standIn }: ConsentEnv, provider: MailProvider): Endpoints {
  if (!standIn) return known[provider];
  const base = `${standIn.replace(/\/+$/, '')}/${provider}`;
  return { authorize: `${base}/authorize`, token: `${base}/token` };
}

/** Where the provider sends the browser back to; it must be registered with the provider. */
const returnAddress = ({ APP_URL }: ConsentEnv): string => `${APP_URL.replace(/\/+$/, '')}/mailbox/connected`;

export type ConsentSecrets = { verifier: string; nonce: string };

/** Returns the address at which the person signs in to the provider and consents. */
export function consentUrl(
  env: ConsentEnv,
  provider: MailProvider,
  { state, verifier, nonce }: ConsentSecrets & { state: string },
): string {
  const { scope, further } = known[provider];
  const url = new URL(endpointsOf(env, provider).authorize);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientOf(env, provider)?.id ?? '',
    redirect_uri: returnAddress(env),
    scope,
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...further,
  }).toString();
  return url.toString();
}

/**
 * Exchanges the code for a refresh token and the mailbox's address. Throws ConsentRefused or ProviderUnavailable.
 */
export async function redeemCode(
  env: ConsentEnv,
  provider: MailProvider,
  { code, verifier, nonce }: ConsentSecrets & { code: string },
): Promise<{ email: string; refreshToken: string }> {
  const answer = await askForTokens(env, provider, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: returnAddress(env),
  });
  const email = emailIn(answer['id_token'], { nonce, clientId: clientOf(env, provider)?.id });
  const refreshToken = answer['refresh_token'];
  if (email === null || typeof refreshToken !== 'string')
    throw new ProviderUnavailable('The answer has no address or no refresh token.');
  return { email, refreshToken };
}

/**
 * Returns a new access token, and the refresh token that takes the place of the given one, if the provider sent one.
 * Throws ConsentRefused or ProviderUnavailable.
 */
export async function refreshAccess(
  env: ConsentEnv,
  provider: MailProvider,
  refreshToken: string,
): Promise<{ accessToken: string; nextRefreshToken: string | null }> {
  const answer = await askForTokens(env, provider, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  const { access_token: accessToken, refresh_token: next } = answer;
  if (typeof accessToken !== 'string') throw new ProviderUnavailable('The answer has no access token.');
  return { accessToken, nextRefreshToken: typeof next === 'string' ? next : null };
}

/** Errors (RFC 6749, section 5.2; OpenID Connect Core, 3.1.2.6) that only a new consent can mend. */
const refusals: ReadonlySet<string> = new Set([
  'invalid_grant',
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
]);

async function askForTokens(
  env: ConsentEnv,
  provider: MailProvider,
  form: Record<string, string>,
): Promise<Record<string, unknown>> {
  const client = clientOf(env, provider);
  if (!client) throw new ProviderUnavailable(`${provider} is not configured.`);
  const body = new URLSearchParams({ ...form, client_id: client.id, client_secret: client.secret });
  const { status, answer } = await post(endpointsOf(env, provider).token, body);
  if (status === 200) return answer;
  const error = typeof answer['error'] === 'string' ? answer['error'] : 'without a reason';
  if (refusals.has(error)) throw new ConsentRefused(`${provider} answered ${error}.`);
  throw new ProviderUnavailable(`${provider} answered ${status} ${error}.`);
}

async function post(
  url: string,
  body: URLSearchParams,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  try {
    const signal = AbortSignal.timeout(limits.mailProviderAnswerMs);
    const response = await fetch(url, { method: 'POST', body, redirect: 'error', signal });
    const answer: unknown = await response.json();
    if (typeof answer !== 'object' || answer === null) throw new Error('The answer is no object.');
    return { status: response.status, answer: answer as Record<string, unknown> };
  } catch (cause) {
    throw new ProviderUnavailable('The provider does not answer as it should.', { cause });
  }
}

/**
 * Reads the address from an ID token. It came from the token endpoint over TLS, so its signature need not be checked
 * (OpenID Connect Core, 3.1.3.7). Returns null unless it is for this client and this consent.
 */
function emailIn(token: unknown, expected: { nonce: string; clientId: string | undefined }): string | null {
  const claims = claimsIn(token);
  if (claims?.['nonce'] !== expected.nonce || claims['aud'] !== expected.clientId) return null;
  // An organisation at Microsoft may name any address as `email`; the name with which one signs in is of its own domain.
  const email = claims['preferred_username'] ?? claims['email'];
  return typeof email === 'string' && email.includes('@') ? email : null;
}

function claimsIn(token: unknown): Record<string, unknown> | null {
  const [, claims = ''] = typeof token === 'string' ? token.split('.') : [];
  try {
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
