/** Tokens of the merchant: issued for an hour, counted, and blocked for a merchant that requests too many. */
import { createSign, randomBytes } from 'node:crypto';
import { HOUR_MS } from '#tests/sandbox/framework/durations.ts';
import { GatewayRefusal, Refusal } from './codes.ts';
import { bkashCredentials } from './merchant.ts';
import { signingKey } from './sns.ts';
import type { JsonObject, Memory, TokenNote } from './state.ts';

const TOKEN_MS = HOUR_MS;
const REFRESHES_PER_HOUR_MAX = 2;
const TOKENS_MAX = 1_000;
const NOTES_MAX = 10_000;
/** Bytes of the five parts of a refresh token, about as long as bKash's. */
const REFRESH_PART_BYTES = [60, 256, 12, 980, 16];

type Request = { headers: Headers; body: JsonObject };

export function grantToken(memory: Memory, request: Request): JsonObject {
  checkAccount(request);
  const { grantsPerHourMax } = memory.state.switches;
  return issue(memory, 'grant', grantsPerHourMax);
}

export function refreshToken(memory: Memory, request: Request): JsonObject {
  checkAccount(request);
  const { refresh_token: given } = request.body;
  const known = memory.state.tokens.some((token) => token.refreshToken === given);
  if (!known) throw new Refusal('9999', 'System Error.');
  return issue(memory, 'refresh', REFRESHES_PER_HOUR_MAX);
}

function checkAccount({ headers, body }: Request): void {
  const username = headers.get('username');
  const password = headers.get('password');
  if (!username || !password)
    throw new GatewayRefusal(400, 'Missing required request parameters: [password, username]');
  if (username !== bkashCredentials.username) throw new Refusal('9999', 'Username does not exist');
  if (password !== bkashCredentials.password) throw new Refusal('9999', 'System Error.');
  if (body['app_key'] !== bkashCredentials.appKey) throw new Refusal('2001');
  if (body['app_secret'] !== bkashCredentials.appSecret) throw new Refusal('9999', 'System Error.');
}

/** One request above the limit blocks the merchant for an hour. */
function issue(memory: Memory, kind: TokenNote['kind'], hourlyMax: number | null): JsonObject {
  const { state } = memory;
  const nowMs = memory.nowMs();
  const recent = state.tokenNotes.filter(
    (note) => note.kind === kind && nowMs - Date.parse(note.at) < HOUR_MS,
  );
  if (!isBlocked(memory) && hourlyMax !== null && recent.length >= hourlyMax)
    state.blockedUntilMs = nowMs + HOUR_MS;
  const issued = !isBlocked(memory);
  state.tokenNotes.push({ at: memory.nowIso(), kind, issued });
  if (state.tokenNotes.length > NOTES_MAX) state.tokenNotes.shift();
  if (!issued) throw new Refusal('9999', 'Too many token requests. Please try again after one hour');

  const token = {
    idToken: newIdToken(nowMs),
    refreshToken: newRefreshToken(),
    expiresMs: nowMs + TOKEN_MS,
  };
  state.tokens.push(token);
  if (state.tokens.length > TOKENS_MAX) state.tokens.shift();
  return {
    statusCode: '0000',
    statusMessage: 'Successful',
    id_token: token.idToken,
    token_type: 'Bearer',
    expires_in: TOKEN_MS / 1_000,
    refresh_token: token.refreshToken,
  };
}

const isBlocked = (memory: Memory): boolean => memory.nowMs() < memory.state.blockedUntilMs;

/** What the gateway checks before bKash receives the call. */
export function authorise(memory: Memory, headers: Headers): void {
  const authorization = headers.get('authorization');
  if (!authorization) throw new GatewayRefusal(401, 'Unauthorized');
  const isBearer = authorization.startsWith('Bearer ');
  const idToken = isBearer ? authorization.slice('Bearer '.length) : authorization;
  const token = memory.state.tokens.find((token) => token.idToken === idToken);
  if (!token || token.expiresMs <= memory.nowMs() || (isBearer && !memory.state.switches.bearer))
    throw new GatewayRefusal(401, 'Unauthorized');
  if (headers.get('x-app-key') !== bkashCredentials.appKey || isBlocked(memory))
    throw new GatewayRefusal(403, 'Forbidden');
}

/** A JWT like those of bKash's identity provider. */
function newIdToken(nowMs: number): string {
  const issuedSeconds = Math.floor(nowMs / 1_000);
  const part = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = part({ kid: 'sandbox', alg: 'RS256' });
  const claims = part({
    sub: bkashCredentials.username,
    aud: 'sandbox',
    event_id: randomBytes(16).toString('hex'),
    token_use: 'id',
    auth_time: issuedSeconds,
    iss: 'https://cognito-idp.ap-southeast-1.amazonaws.com/ap-southeast-1_sandbox',
    exp: issuedSeconds + TOKEN_MS / 1_000,
    iat: issuedSeconds,
  });
  const signature = createSign('RSA-SHA256').update(`${header}.${claims}`).sign(signingKey, 'base64url');
  return `${header}.${claims}.${signature}`;
}

const newRefreshToken = (): string =>
  REFRESH_PART_BYTES.map((bytes) => randomBytes(bytes).toString('base64url')).join('.');
