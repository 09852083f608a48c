/** Maps what a portal says after a login that did not succeed to the login's outcome. */
import { quote, type Message } from '#contracts/messages/message.ts';
import { PortalFault, type LoginResult } from './contract.ts';
import { portalMessages } from './messages.ts';
import { isAboutSession, isOutage, signedOutFault } from './portal-trouble.ts';

type Refusal = Exclude<LoginResult, { outcome: 'ok' }>;

type KnownWords = { words: readonly RegExp[]; outcome: Refusal['outcome']; message?: Message };

const locked = /\bb?locked\b|\btoo many (\w+ )*(attempts|tries)\b/i;
const passwordExpired = /password has expired|change your password/i;
/** "Something went wrong" says nothing about the password. */
const isWrong =
  /\binvalid|\bincorrect|(?<!went )\bwrong\b|\bnot (right|valid|correct)\b|\b(do|does) not match\b|\b(inactive|deactivated|disabled|suspended)\b|\baccount (has |is )?expired\b/i;
const loginData =
  /\busers?\b(?! session)|user ?name|password|credential|log-?in id|account|e-?mail|\bPIN\b|details|combination|\battempts?\b|\btries\b/i;

/** Messages that name what is wrong with the login; all patterns of an entry must match. */
const namedRefusals: readonly KnownWords[] = [
  { words: [locked], outcome: 'ACCOUNT_LOCKED' },
  { words: [passwordExpired], outcome: 'CREDENTIALS_INVALID', message: portalMessages.passwordExpired() },
  { words: [isWrong, loginData], outcome: 'CREDENTIALS_INVALID' },
];

const isRefused = /\b(failed|denied|refused|rejected)\b/i;
const signingIn = /\b(log|sign)[ -]?(in|on)\b|authenti?cation|\baccess\b|\bcode\b/i;

/** Messages that give no reason, and that portals also use while they are out of order. */
const unnamedRefusals: readonly KnownWords[] = [
  { words: [isRefused, signingIn], outcome: 'CREDENTIALS_INVALID' },
  { words: [isWrong, signingIn], outcome: 'CREDENTIALS_INVALID' },
];

/**
 * Returns the outcome of a login to which the portal answered with these words; null if they are unknown. A message
 * that names the password or the account counts first, because a wrong password must not be tried again, even if the
 * portal adds "please try again later".
 *
 * @throws PortalFault PORTAL_DOWN or SESSION_EXPIRED if the words are about the portal's own trouble
 */
export function loginRefusal(words: string): Refusal | null {
  const named = firstKnown(namedRefusals, words);
  if (named) return named;
  if (isOutage(words)) throw new PortalFault('PORTAL_DOWN', portalMessages.answered({ words }));
  // The portal has forgotten the session that it had just opened.
  if (isAboutSession(words)) throw signedOutFault(words);
  return firstKnown(unnamedRefusals, words);
}

function firstKnown(known: readonly KnownWords[], words: string): Refusal | null {
  const entry = known.find((candidate) => candidate.words.every((pattern) => pattern.test(words)));
  return entry ? { outcome: entry.outcome, message: entry.message ?? quote(words) } : null;
}
