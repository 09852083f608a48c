/** What people have granted at the invented providers of mailboxes: codes, refresh tokens and access tokens, in memory. */
import { createHash, randomBytes } from 'node:crypto';
import { HOUR_MS } from '#tests/sandbox/framework/durations.ts';

export const client = { id: 'sandbox-client', secret: 'sandbox-secret' };
const CODE_MS = 60_000;
const ACCESS_MS = HOUR_MS;

export type Ask = {
  provider: string;
  clientId: string;
  redirectUri: string;
  challenge: string;
  nonce: string;
};
type Code = Ask & { email: string; untilMs: number };
type Answer = { status: 200 | 400 | 401; body: Record<string, unknown> };

const newToken = (): string => randomBytes(24).toString('base64url');
const refused = (error: string, status: 400 | 401 = 400): Answer => ({ status, body: { error } });

export class Grants {
  readonly #codes = new Map<string, Code>();
  readonly #refresh = new Map<string, { email: string; provider: string }>();
  readonly #access = new Map<string, { email: string; untilMs: number }>();
  /** Calls of the token endpoint, by `provider:grant_type`. */
  readonly calls: string[] = [];
  /** Whether the token endpoint answers. */
  isDown = false;

  grant(asked: Ask, email: string): string {
    const code = newToken();
    this.#codes.set(code, { ...asked, email, untilMs: Date.now() + CODE_MS });
    return code;
  }

  /** The token endpoint (RFC 6749, sections 4.1.3 and 6; RFC 7636, section 4.6). */
  answer(provider: string, form: Record<string, string>): Answer {
    this.calls.push(`${provider}:${form['grant_type'] ?? ''}`);
    if (form['client_id'] !== client.id || form['client_secret'] !== client.secret)
      return refused('invalid_client', 401);
    if (form['grant_type'] === 'authorization_code') return this.#redeem(provider, form);
    if (form['grant_type'] === 'refresh_token') return this.#refreshed(provider, form['refresh_token'] ?? '');
    return refused('unsupported_grant_type');
  }

  /** Returns whose mailbox the access token opens; null if it is unknown or has expired. */
  holder(accessToken: string): string | null {
    const known = this.#access.get(accessToken);
    return known && known.untilMs > Date.now() ? known.email : null;
  }

  /** The person takes the consent back. */
  revoke(): void {
    this.#refresh.clear();
    this.#access.clear();
  }

  expireAccess(): void {
    this.#access.clear();
  }

  #redeem(provider: string, form: Record<string, string>): Answer {
    const code = this.#codes.get(form['code'] ?? '');
    this.#codes.delete(form['code'] ?? '');
    const challenge = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url');
    const isRight =
      code?.provider === provider &&
      code.untilMs > Date.now() &&
      code.redirectUri === form['redirect_uri'] &&
      code.challenge === challenge;
    if (!code || !isRight) return refused('invalid_grant');
    const { email, nonce } = code;
    // At Microsoft an organisation writes what it likes as the address; the name with which one signs in is its own.
    const names =
      provider === 'microsoft'
        ? { preferred_username: email, email: 'somebody@another-company.example' }
        : { email };
    const claims = { aud: client.id, nonce, ...names };
    const parts = [{ alg: 'none' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    return { status: 200, body: { ...this.#tokens(provider, email), id_token: `${parts.join('.')}.` } };
  }

  #refreshed(provider: string, token: string): Answer {
    const known = this.#refresh.get(token);
    if (known?.provider !== provider) return refused('invalid_grant');
    // Microsoft gives a new refresh token each time; Google's stays.
    if (provider === 'google') return { status: 200, body: this.#accessFor(known.email) };
    this.#refresh.delete(token);
    return { status: 200, body: this.#tokens(provider, known.email) };
  }

  #tokens(provider: string, email: string): Record<string, unknown> {
    const refreshToken = newToken();
    this.#refresh.set(refreshToken, { email, provider });
    return { ...this.#accessFor(email), refresh_token: refreshToken };
  }

  #accessFor(email: string): Record<string, unknown> {
    const accessToken = newToken();
    this.#access.set(accessToken, { email, untilMs: Date.now() + ACCESS_MS });
    return { access_token: accessToken, token_type: 'Bearer', expires_in: ACCESS_MS / 1_000 };
  }
}
