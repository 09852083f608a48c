/** Maps failures of an IMAP connection to portal faults, by the server's response codes (RFC 5530) and messages. */
import type { ImapFlowError } from 'imapflow';
import { PortalFault } from '#activities/portals/contract.ts';
import { config } from './config.ts';
import { mailboxPortalMessages } from './messages.ts';

/** Codes that do not concern the credentials: the server cannot serve the account now. */
const unavailableCodes: ReadonlySet<string> = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG']);
const tooLargeCodes: ReadonlySet<string> = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge']);

/** Returns the fault for a mailbox that could not be opened. */
export function openingFault(error: unknown): PortalFault {
  const failure = asImapError(error);
  const { authenticationFailed, responseStatus, responseText, serverResponseCode = '' } = failure;
  if (authenticationFailed && responseStatus !== 'BAD') return refusalOf(failure);
  if (responseStatus !== 'NO' || unavailableCodes.has(serverResponseCode)) return sessionFault(error);
  const words = mailboxPortalMessages.notPermitted({
    words: responseText ?? mailboxPortalMessages.noReason(),
  });
  return new PortalFault('CREDENTIALS_INVALID', words, { cause: error });
}

function refusalOf(error: ImapFlowError): PortalFault {
  const { words } = config;
  const said = typeof error.response === 'string' ? error.response.trim() : '';
  const cause = { cause: error };
  if (unavailableCodes.has(error.serverResponseCode ?? ''))
    return new PortalFault('PORTAL_BUSY', said || mailboxPortalMessages.noLoginsNow(), cause);
  if (words.locked.test(said)) return new PortalFault('ACCOUNT_LOCKED', said, cause);
  if (words.appPassword.test(said)) {
    const advice = mailboxPortalMessages.needsAppPassword();
    return new PortalFault('CREDENTIALS_INVALID', advice, cause);
  }
  if (error.serverResponseCode === 'EXPIRED' || words.expired.test(said)) {
    const advice = mailboxPortalMessages.passwordExpired();
    return new PortalFault('CREDENTIALS_INVALID', advice, cause);
  }
  if (!error.responseStatus && !error.serverResponseCode && said === '')
    return new PortalFault('PORTAL_CHANGED', mailboxPortalMessages.noPasswordLogin(), cause);
  return new PortalFault('CREDENTIALS_INVALID', said || mailboxPortalMessages.loginRefused(), cause);
}

/** Returns the fault for a command that failed after the login. */
export function sessionFault(error: unknown): PortalFault {
  const { code = '', reason, responseStatus, responseText } = asImapError(error);
  const cause = { cause: error };
  if (reason)
    return new PortalFault('SESSION_EXPIRED', mailboxPortalMessages.sessionEnded({ words: reason }), cause);
  if (tooLargeCodes.has(code))
    return new PortalFault('REJECTED', mailboxPortalMessages.mailTooLarge(), cause);
  if (responseStatus === 'BAD' || code.startsWith('ParserError') || code === 'InvalidResponse')
    return new PortalFault('PORTAL_CHANGED', mailboxPortalMessages.unexpectedAnswer(), cause);
  if (responseStatus === 'NO')
    return new PortalFault('PORTAL_BUSY', responseText ?? mailboxPortalMessages.busy(), cause);
  if (code === 'ETIMEOUT') return new PortalFault('TIMEOUT', mailboxPortalMessages.noAnswerInTime(), cause);
  return new PortalFault('PORTAL_DOWN', mailboxPortalMessages.unreachable(), cause);
}

function asImapError(error: unknown): ImapFlowError {
  return error instanceof Error ? error : new Error(String(error));
}
