/** Maps failures of an IMAP connection to portal faults, by the server's response codes (RFC 5530) and messages. */
import type { ImapFlowError } from 'imapflow';
import { quote, type Message } from '#contracts/messages/message.ts';
import { PortalFault, type PortalLogin } from '#activities/portals/contract.ts';
import { config } from './config.ts';
import { mailboxPortalMessages } from './messages.ts';

/** Codes that do not concern the credentials: the server cannot serve the account now. */
const unavailableCodes: ReadonlySet<string> = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG']);
const tooLargeCodes: ReadonlySet<string> = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge']);

/** Codes of Node and OpenSSL for a certificate that does not prove the server's name. */
const certificateCodes =
  /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|HOSTNAME_MISMATCH)/;

/** Returns the fault for a mailbox that could not be opened. */
export function openingFault(error: unknown, login: Pick<PortalLogin, 'server' | 'provider'>): PortalFault {
  const failure = asImapError(error);
  const { authenticationFailed, responseStatus, responseText, serverResponseCode = '' } = failure;
  if (certificateCodes.test(failure.code ?? '')) return certificateFault(error, login);
  if (failure.tlsFailed) return noTlsFault(error, login);
  if (authenticationFailed && login.provider) return consentFault(error);
  if (authenticationFailed && responseStatus !== 'BAD') return refusalOf(failure);
  if (responseStatus !== 'NO' || unavailableCodes.has(serverResponseCode)) return sessionFault(error);
  const words = mailboxPortalMessages.notPermitted({
    words: responseText || mailboxPortalMessages.noReason(),
  });
  return new PortalFault('CREDENTIALS_INVALID', words, { cause: error });
}

/**
 * Returns the fault for a certificate that does not prove the name. Customers can correct their own server's name, but
 * not the operator's.
 */
function certificateFault(error: unknown, { server }: Pick<PortalLogin, 'server'>): PortalFault {
  const said = server
    ? mailboxPortalMessages.ownCertificateWrong({ host: server.host })
    : mailboxPortalMessages.certificateWrong();
  return new PortalFault(server ? 'CREDENTIALS_INVALID' : 'PORTAL_DOWN', said, { cause: error });
}

function noTlsFault(error: unknown, { server }: Pick<PortalLogin, 'server'>): PortalFault {
  const outcome = server ? 'CREDENTIALS_INVALID' : 'PORTAL_DOWN';
  return new PortalFault(outcome, mailboxPortalMessages.noTls(), { cause: error });
}

/** Returns the fault for an access token that the server refuses although the provider has just issued it. */
function consentFault(error: unknown): PortalFault {
  const { serverResponseCode } = asImapError(error);
  if (unavailableCodes.has(serverResponseCode ?? ''))
    return new PortalFault('PORTAL_BUSY', mailboxPortalMessages.noLoginsNow(), { cause: error });
  return new PortalFault('CREDENTIALS_INVALID', mailboxPortalMessages.accessRefused(), { cause: error });
}

function refusalOf(error: ImapFlowError): PortalFault {
  const { words } = config;
  const said = typeof error.response === 'string' ? error.response.trim() : '';
  const cause = { cause: error };
  if (unavailableCodes.has(error.serverResponseCode ?? ''))
    return new PortalFault('PORTAL_BUSY', quoteOr(said, mailboxPortalMessages.noLoginsNow()), cause);
  if (words.locked.test(said)) return new PortalFault('ACCOUNT_LOCKED', quote(said), cause);
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
  const refusal = quoteOr(said, mailboxPortalMessages.loginRefused());
  return new PortalFault('CREDENTIALS_INVALID', refusal, cause);
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
    return new PortalFault('PORTAL_BUSY', quoteOr(responseText, mailboxPortalMessages.busy()), cause);
  if (code === 'ETIMEOUT') return new PortalFault('TIMEOUT', mailboxPortalMessages.noAnswerInTime(), cause);
  return new PortalFault('PORTAL_DOWN', mailboxPortalMessages.unreachable(), cause);
}

const quoteOr = (words: string | undefined, otherwise: Message): Message =>
  words ? quote(words) : otherwise;

function asImapError(error: unknown): ImapFlowError {
  return error instanceof Error ? error : new Error(String(error));
}
