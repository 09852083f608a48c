/**
 * Recognises what a portal says about its own trouble or an ended session. Such words say nothing about the row that is
 * being filed, nor about the password.
 */
import { quote } from '#contracts/messages/message.ts';
import { PortalFault } from './contract.ts';
import { portalMessages } from './messages.ts';

/**
 * Messages of portals that are out of order now; announcements do not count ("will be under maintenance"). "Not
 * available" counts only beside a part of the portal, and not before a "for", because portals also say it of goods and
 * services that they refuse.
 */
const outage: readonly RegExp[] = [
  /(^|\b(is|are|currently|now|server|system|service|site|portal) )(under|undergoing|(down|closed) for) (\w+ )?maintenance\b/i,
  /(?<!\bwill be )\btemporarily (unavailable|not available|closed|down|out of)\b/i,
  /\b(server|system|service|site|portal|directory|database)( is| are)?( \w+)? (busy|overloaded|unavailable|not available|not responding|down)\b(?! (for|to|in)\b)/i,
  /\bserver busy\b/i,
  /\bsomething went wrong\b|\b(unexpected|internal)( server)? error\b/i,
  /\b(connection|request) (has )?(failed|timed out)\b|\btoo many (requests|users)\b/i,
  /\btry again (later|in a (few|little|moment|minute|while))/i,
];

/** Messages about a session or about the token of a form. */
const endedSession: readonly RegExp[] = [
  /\bsession\b/i,
  /\btoken\b/i,
  /\b(page|form) has expired\b|\bstate information is invalid\b/i,
];

/** Requests for a login. On the login page itself they say nothing, because a wrong password is answered so too. */
const loginWanted =
  /\b(log|sign)(ged)? ?in again\b|\b(must be|not|are not) (logged|signed) in\b|\b(login|sign-?in) is required\b|\bplease (log|sign) ?in\b/i;

/** A message about a password, a code, a CAPTCHA or a user is about the login, although a user's session is a session. */
const aboutLogin = /password|user(?! session)|\bcode\b|captcha/i;

/** Returns whether the message says that the portal is out of order. */
export const isOutage = (words: string): boolean => outage.some((known) => known.test(words));

/** Returns whether the message says that a session or the form's token has ended. */
export const isAboutSession = (words: string): boolean =>
  endedSession.some((known) => known.test(words)) && !aboutLogin.test(words);

/** Returns the fault for a redirect to the login page; `words` is the portal's message there, if any. */
export function signedOutFault(words = ''): PortalFault {
  const said = words === '' ? portalMessages.askedForLogin() : quote(words);
  return new PortalFault('SESSION_EXPIRED', said);
}

/** Returns the fault that the portal's answer behind the login speaks of; null if it is about what was asked. */
function troubleIn(words: string): PortalFault | null {
  if (isOutage(words)) return new PortalFault('PORTAL_DOWN', portalMessages.answered({ words }));
  const isSignedOut = isAboutSession(words) || (loginWanted.test(words) && !aboutLogin.test(words));
  return isSignedOut ? signedOutFault(words) : null;
}

/** Returns the words unchanged; throws the fault that they speak of, if they are not about what was asked. */
export function refuseTrouble(words: string): string {
  const trouble = troubleIn(words);
  if (trouble) throw trouble;
  return words;
}
