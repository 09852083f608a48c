/** Maps failures of an IMAP connection to portal faults, by the server's response codes (RFC 5530) and messages. */
import type { ImapFlowError } from 'imapflow';
import { quote, type Message } from '#contracts/messages/message.ts';
import { say } from '#contracts/say.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { config } from './config.ts';

/** Codes that do not concern the credentials: the server cannot serve the account now. */
const unavailableCodes: ReadonlySet<string> = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG']);
const tooLargeCodes: ReadonlySet<string> = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge']);

/** Returns the fault for a mailbox that could not be opened. */
export function openingFault(error: unknown): PortalFault {
  const failure = asImapError(error);
  const { authenticationFailed, responseStatus, responseText, serverResponseCode = '' } = failure;
  if (authenticationFailed && responseStatus !== 'BAD') return refusalOf(failure);
  if (responseStatus !== 'NO' || unavailableCodes.has(serverResponseCode)) return sessionFault(error);
  const words = say('This login may not read the mailbox: {words}', {
    words: responseText || say('the server does not say why.'),
  });
  return new PortalFault('CREDENTIALS_INVALID', words, { cause: error });
}

function refusalOf(error: ImapFlowError): PortalFault {
  const { words } = config;
  const said = typeof error.response === 'string' ? error.response.trim() : '';
  const cause = { cause: error };
  if (unavailableCodes.has(error.serverResponseCode ?? ''))
    return new PortalFault(
      'PORTAL_BUSY',
      quoteOr(said, say('The mail server takes no logins at the moment.')),
      cause,
    );
  if (words.locked.test(said)) return new PortalFault('ACCOUNT_LOCKED', quote(said), cause);
  if (words.appPassword.test(said)) {
    const advice = say(
      'This mailbox takes an app password only. Make one in its settings and save it in Portal Access.',
    );
    return new PortalFault('CREDENTIALS_INVALID', advice, cause);
  }
  if (error.serverResponseCode === 'EXPIRED' || words.expired.test(said)) {
    const advice = say(
      'The password of this mailbox has expired. Change it, then save the new one in Portal Access.',
    );
    return new PortalFault('CREDENTIALS_INVALID', advice, cause);
  }
  if (!error.responseStatus && !error.serverResponseCode && said === '')
    return new PortalFault('PORTAL_CHANGED', say('The mail server offers no login by password.'), cause);
  const refusal = quoteOr(said, say('The mail server refused the login.'));
  return new PortalFault('CREDENTIALS_INVALID', refusal, cause);
}

/** Returns the fault for a command that failed after the login. */
export function sessionFault(error: unknown): PortalFault {
  const { code = '', reason, responseStatus, responseText } = asImapError(error);
  const cause = { cause: error };
  if (reason)
    return new PortalFault(
      'SESSION_EXPIRED',
      say('The mail server ended the session: {words}', { words: reason }),
      cause,
    );
  if (tooLargeCodes.has(code))
    return new PortalFault(
      'REJECTED',
      say('A mail is too large to be read. Narrow the dates or the sender.'),
      cause,
    );
  if (responseStatus === 'BAD' || code.startsWith('ParserError') || code === 'InvalidResponse')
    return new PortalFault('PORTAL_CHANGED', say('The mail server does not answer as expected.'), cause);
  if (responseStatus === 'NO')
    return new PortalFault('PORTAL_BUSY', quoteOr(responseText, say('The mail server is busy.')), cause);
  if (code === 'ETIMEOUT')
    return new PortalFault('TIMEOUT', say('The mail server did not answer in time.'), cause);
  return new PortalFault('PORTAL_DOWN', say('The mail server is out of reach.'), cause);
}

const quoteOr = (words: string | undefined, otherwise: Message): Message =>
  words ? quote(words) : otherwise;

function asImapError(error: unknown): ImapFlowError {
  return error instanceof Error ? error : new Error(String(error));
}
