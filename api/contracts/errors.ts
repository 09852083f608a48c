/** The error catalogue of spec section 8: every error code of the API with its status and message. */
import type { Message } from './messages/message.ts';

type ErrorEntry = { status: number; message: string };

export const errorCatalogue = {
  /** A body, query or path parameter that does not match its contract. */
  INVALID_INPUT: { status: 400, message: 'The request is not valid.' },
  UNAUTHENTICATED: { status: 401, message: 'Please sign in to continue.' },
  /** An administrator without a second factor may only use calls about their own account. */
  ADMIN_FACTOR_REQUIRED: {
    status: 403,
    message:
      'Administrators need a passkey or two-step sign-in. Please set one up in the security tab of your account.',
  },
  /** The administrator has a second factor, but this session was opened with the password alone. */
  ADMIN_FACTOR_UNPROVED: {
    status: 403,
    message: 'Please sign out, then sign in with your passkey or with a code to continue as administrator.',
  },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  CROSS_SITE_REQUEST: { status: 403, message: 'This request came from another site and was refused.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a few minutes and try again.' },
  REQUEST_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  INTERNAL: { status: 500, message: 'An error occurred. Please try again.' },
  UNAVAILABLE: {
    status: 503,
    message: 'The service is not available right now. Please try again in a moment.',
  },

  LOGIN_FAILED: { status: 401, message: 'Invalid email or password.' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'Email not verified. Please check your inbox for the verification link.',
  },
  ACCOUNT_SUSPENDED: { status: 403, message: 'Your account is suspended. Please contact support.' },
  INVALID_VERIFICATION_LINK: { status: 400, message: 'Invalid verification link.' },
  VERIFICATION_LINK_EXPIRED: {
    status: 400,
    message: 'This verification link has expired. Links are valid for 24 hours.',
  },
  /** The address was registered with several passwords. One of them is sent along with the link. */
  REGISTRATION_PASSWORD_NEEDED: {
    status: 409,
    message:
      'This address was registered more than once, with different passwords. Please enter the password that you chose.',
  },
  REGISTRATION_PASSWORD_WRONG: {
    status: 422,
    message:
      'This address was not registered with this password. Please try another one, or choose "Forgot password?" when signing in.',
  },
  /** An administrator cannot know which of several registrations is the mailbox owner's. */
  ADDRESS_CONTESTED: {
    status: 409,
    message:
      'This address was registered more than once, with different passwords. Please send a password reset first: the password that is chosen by mail settles whose account it is.',
  },
  ALREADY_VERIFIED: { status: 409, message: 'The user has verified this address already.' },
  INVALID_RESET_TOKEN: { status: 400, message: 'Invalid or missing reset token' },

  FILE_TOO_LARGE: { status: 413, message: 'File size must be less than 50MB' },
  TOO_MANY_DOWNLOADS: {
    status: 429,
    message: 'Too many of your downloads are running at once. Please wait for one of them and try again.',
  },
  UPLOAD_QUOTA: {
    status: 429,
    message: 'You have uploaded as much as one account can upload in a day. Please try again later.',
  },
  TOO_MANY_UPLOADS: {
    status: 429,
    message: 'Too many of your files are being uploaded at once. Please wait for one of them and try again.',
  },
  TOO_MANY_READINGS: {
    status: 429,
    message: 'Too many of your files are waiting to be read. Please try again in a moment.',
  },
  TOO_MANY_STARTS: {
    status: 503,
    message:
      'Many jobs are being started at the moment. Nothing was reserved. Please try again in a few seconds.',
  },
  UPLOAD_BROKEN_OFF: {
    status: 400,
    message: 'The upload did not arrive completely. Please check your connection and upload the file again.',
  },
  INVALID_FILE_TYPE: { status: 400, message: 'Invalid file type.' },
  FILE_UNREADABLE: { status: 422, message: 'The file could not be read.' },
  PDF_PASSWORD_REQUIRED: { status: 422, message: 'This PDF is locked. Please enter its password.' },
  PDF_PASSWORD_WRONG: {
    status: 422,
    message: 'This password does not open the PDF. Please try another one.',
  },
  TOO_MANY_ROWS: { status: 422, message: 'The file has too many rows.' },
  NO_BILLABLE_ROWS: {
    status: 422,
    message: 'No row of this file can be processed. Please correct the rows shown and upload the file again.',
  },
  REX_FILES_REQUIRED: { status: 400, message: 'Both ZIP and CSV files are required for REX/SOO submission.' },

  SERVICE_NOT_FOUND: { status: 404, message: 'This service does not exist.' },
  SERVICE_DISABLED: { status: 409, message: 'This service is switched off at the moment.' },
  /** The worker has no address of the service's portal. */
  SERVICE_NOT_CONNECTED: {
    status: 409,
    message: 'This service is not available at the moment, because its portal is not connected yet.',
  },
  /** The last probe of the service's portal could not reach it. */
  SERVICE_PORTAL_DOWN: {
    status: 409,
    message:
      'This service is not available at the moment, because its portal does not respond. It is offered again as soon as the portal works.',
  },
  /** The last probe of the service's portal found other pages than the ones that are known. */
  SERVICE_PORTAL_CHANGED: {
    status: 409,
    message:
      'This service is not available at the moment, because its portal has changed. Our team is adapting to the change.',
  },
  BANK_UNKNOWN: { status: 404, message: 'This bank is not on the list.' },
  /** Several banks take claims, and the request names none. */
  BANK_REQUIRED: { status: 400, message: 'Please choose the bank that the claims are for.' },
  BANK_NOT_OFFERED: {
    status: 409,
    message: 'Claims at this bank are switched off at the moment. Nothing was reserved.',
  },
  BANK_WITHOUT_DESK: {
    status: 409,
    message:
      'This bank takes no claims on the web. Please choose to only make the documents, and hand them in at the bank.',
  },
  BANK_EXISTS: { status: 409, message: 'A bank with this key is on the list already.' },
  BANK_ADDRESS_REFUSED: { status: 422, message: 'This address cannot be that of a bank.' },
  /** The service has no practice portal here. */
  PRACTICE_NOT_OFFERED: { status: 409, message: 'This service cannot be practised here.' },
  /** A text that is not in the portal's page map, or an address that would leave the portal. */
  PAGE_TEXT_UNKNOWN: {
    status: 400,
    message: 'The page map has no such text, or the address does not stay on the portal.',
  },
  PAGE_MAP_CHANGED: {
    status: 409,
    message: 'Another version of this page map was published in the meantime. Please load it again.',
  },
  /** The item is on no list, or its text has changed since the page was loaded. */
  PORTAL_CHECK_UNKNOWN: {
    status: 404,
    message: 'The go-live list has no such item, or its text has changed. Please load it again.',
  },
  PAGE_TRIAL_UNAVAILABLE: {
    status: 503,
    message: 'The page map could not be tried at the moment. Please try again.',
  },
  PRACTICE_SAMPLE_ONLY: {
    status: 409,
    message: 'This service works without a portal, so it is practised with its sample only.',
  },
  PRACTICE_LIMIT: {
    status: 429,
    message:
      'You have made as many practice runs as one account can make in a day. Please try again tomorrow.',
  },
  INSUFFICIENT_CREDITS: { status: 402, message: 'Insufficient credits. Please purchase more credits.' },
  SHEET_CHANGED: {
    status: 409,
    message:
      'This sheet was changed since you saw it, for example in another window. Nothing was started. Please look at it again.',
  },
  PRICE_CHANGED: { status: 409, message: 'The price has changed. Please confirm the new price.' },
  CREDENTIALS_REQUIRED: {
    status: 409,
    message: 'Portal Credentials Required. Please save your portal login in Portal Access first.',
  },
  CONSENT_REQUIRED: { status: 400, message: 'Please allow this, or the login cannot be used.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, message: 'This request key was already used for another request.' },
  /** An administrator stopped all jobs of the customer, the service or the portal while this one was being started. */
  JOB_STOPPED: {
    status: 409,
    message: 'Our team stopped this job before it began. Nothing was reserved.',
  },
  JOB_NOT_CANCELLABLE: { status: 409, message: 'This job has already ended.' },
  CHALLENGE_OVER: {
    status: 409,
    message: 'This question is over. The job asks again if it still needs an answer.',
  },
  LIVE_PAGE_TAKEN: {
    status: 409,
    message: 'Another window has control of this page. Take it over to continue here.',
  },
  JOB_NOT_RETRYABLE: { status: 409, message: 'This job has no failed rows that can be run again.' },
  JOB_NOT_STUCK: { status: 409, message: 'This job does not wait for a decision any more.' },
  JOB_NOT_REFUNDABLE: {
    status: 409,
    message: 'This is more than what is left of the credits that this job used.',
  },
  BULK_RETRY_OVER: { status: 409, message: 'This bulk retry has ended already.' },
  BULK_RETRY_OUTDATED: {
    status: 409,
    message: 'These jobs were counted too long ago. Please count them again.',
  },
  FILE_EXPIRED: { status: 410, message: 'These files have been deleted: results are kept for 7 days.' },
  UPLOAD_EXPIRED: {
    status: 410,
    message: 'PDFs are deleted within 24 hours, so the tables of this one cannot be changed any more.',
  },
  TABLES_CLOSED: {
    status: 409,
    message: 'Tables can be checked once the job has ended, and only those of a PDF that was converted.',
  },
  TABLES_NOT_READY: {
    status: 503,
    message: 'The pages of this PDF are still being read. Please try again in a moment.',
  },
  TABLES_CHANGED: {
    status: 409,
    message:
      'The tables of this PDF were changed elsewhere, such as in another window. Load them before you change more.',
  },
  TABLES_LEFT_OUT: {
    status: 409,
    message: 'No table is left. Take one back or draw one, then export again.',
  },

  MAIL_SERVER_REFUSED: { status: 422, message: 'This mail server cannot be used.' },
  MAILBOX_PROVIDER_OFF: { status: 409, message: 'Mailboxes of this provider cannot be connected here.' },
  MAILBOX_CONNECTION_OVER: {
    status: 409,
    message:
      'This connection was not begun by this account, or it took too long. Begin it again in Portal Access.',
  },
  MAILBOX_CONNECTION_REFUSED: {
    status: 422,
    message: 'The provider has not granted access, so the mailbox is not connected.',
  },
  MAILBOX_PROVIDER_UNAVAILABLE: {
    status: 502,
    message: 'The sign-in of the provider does not answer. Please connect the mailbox again later.',
  },
  CREDENTIALS_TEST_FAILED: { status: 422, message: 'Credentials test failed' },
  CREDENTIALS_TEST_UNAVAILABLE: { status: 503, message: 'Failed to test credentials' },
  PAYMENT_REFUSED: { status: 422, message: 'Failed to create payment' },
  PAYMENT_NOT_CREATED: { status: 502, message: 'Failed to create payment. Please try again.' },
  PURCHASE_AMOUNT: { status: 422, message: 'Please select a package or enter an amount' },
  ORDER_PAID: { status: 409, message: 'This order is already paid.' },
  TRANSACTION_NOT_RECORDED: { status: 409, message: 'Failed to record transaction' },
  REFUND_NOT_POSSIBLE: { status: 409, message: 'This payment cannot be refunded.' },
  CREDITS_SPENT: {
    status: 409,
    message: 'Some of these credits are already spent. Confirm to take back only what is left.',
  },

  PASSWORD_GUESSABLE: {
    status: 422,
    message:
      'This password is too easy to guess: it is a common one, or made of your name, company or email address. Please choose another one.',
  },
  WRONG_PASSWORD: { status: 422, message: 'Current password is incorrect' },
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Please enter the code of your authenticator app.' },
  SECOND_FACTOR_WRONG: {
    status: 422,
    message: 'This code is not right, or was used before. Please enter the next one that the app shows.',
  },
  SECOND_FACTOR_ON: { status: 409, message: 'Two-step sign-in is switched on already.' },
  SECOND_FACTOR_OFF: { status: 409, message: 'Two-step sign-in is not switched on.' },
  /** The passkey is unknown, removed or not verified, or its response was used before or elsewhere. */
  PASSKEY_REFUSED: {
    status: 401,
    message: 'This passkey was not accepted. Please try again, or sign in with your password.',
  },
  PASSKEY_NOT_ADDED: { status: 422, message: 'The passkey could not be added. Please try again.' },
  EMAIL_DIFFERS: { status: 422, message: 'This is not the email address of your account.' },
  JOBS_RUNNING: {
    status: 409,
    message: 'Some jobs are still running. Please cancel them or wait until they have ended, then try again.',
  },
  ADMIN_KEEPS_ACCOUNT: {
    status: 409,
    message: 'The account of an administrator can only be deleted by another administrator.',
  },

  ADMIN_KEEPS_FACTOR: {
    status: 409,
    message: 'Administrators keep at least one passkey or two-step sign-in. Please set up another one first.',
  },

  APPROVAL_NEEDED: {
    status: 409,
    message:
      'This changes an administrator, or more credits or money than one administrator may change alone. Please make these changes one by one: a second administrator confirms each of them.',
  },
  APPROVAL_OWN: { status: 409, message: 'Another administrator has to decide about this request.' },
  APPROVAL_OVER: { status: 409, message: 'This request is over: it was decided, withdrawn or has expired.' },
  APPROVAL_OUTDATED: {
    status: 409,
    message:
      'What this request is about has changed since. Please refuse it, and ask again where it is still needed.',
  },

  RATE_OVERLAPS: { status: 409, message: 'This scheme has a rate for some of these days already.' },

  OWN_ACCOUNT: { status: 409, message: 'You cannot suspend, demote or delete your own account.' },
  PAYMENT_UNDER_WAY: {
    status: 409,
    message: 'A payment of this account is still under way. Please wait until it has ended.',
  },
  BALANCE_CHANGED: {
    status: 409,
    message: 'The balance has changed since you opened this user. Please check it and save again.',
  },
  IMPORT_CHANGED: {
    status: 409,
    message: 'The users have changed since the preview. Please check the new preview.',
  },

  VIEW_NAME_TAKEN: { status: 409, message: 'Another of your views has this name.' },
  SLUG_TAKEN: { status: 409, message: 'Another post has this slug.' },
  POST_CHANGED: {
    status: 409,
    message:
      'Another administrator has changed this post since you began. Please copy your text, discard your changes, and make them in the new version.',
  },
  INVALID_IMAGE: { status: 400, message: 'Please choose a picture as PNG, JPEG, WebP or AVIF.' },
  IMAGE_TOO_LARGE: { status: 413, message: 'A picture can have 5 MB at most.' },
  MESSAGE_TRANSITION: { status: 409, message: 'A message cannot go from this status to that one.' },

  API_TOKEN_INVALID: {
    status: 401,
    message: 'This API token is not valid: it is unknown, has expired or was revoked.',
  },
  API_TOKEN_SCOPE: { status: 403, message: 'This API token does not allow this call.' },
  API_TOKEN_ADDRESS: { status: 403, message: 'This API token may not be used from this address.' },
  API_TOKEN_SERVICE: { status: 403, message: 'This API token is for other services.' },
  API_TOKEN_CREDITS: {
    status: 403,
    message: 'The credit cap of this API token does not cover this job.',
  },
  LIMIT_REACHED: { status: 409, message: 'There are already as many of these as there can be.' },
  WEBHOOK_ADDRESS_REFUSED: { status: 422, message: 'Webhooks cannot be sent to this address.' },
  WEBHOOK_OFF: { status: 409, message: 'This webhook is switched off. Switch it on first.' },
  DELIVERY_UNDER_WAY: { status: 409, message: 'This delivery is still under way.' },
  /** The installation has no keys for push. */
  PUSH_NOT_OFFERED: { status: 409, message: 'Notifications cannot be pushed to browsers here.' },
  PUSH_ADDRESS_REFUSED: { status: 422, message: 'Notifications cannot be pushed to this address.' },
  SERVICE_NOT_SCHEDULABLE: { status: 409, message: 'Only tracking services can run on a schedule.' },

  CHANGED_MEANWHILE: {
    status: 409,
    message:
      'Another administrator has changed this in the meantime. Please close this form and open it again.',
  },
  PORTAL_UNKNOWN: { status: 404, message: 'This portal does not exist.' },
  PROBE_LOGIN_NOT_USED: {
    status: 422,
    message: 'Probes do not sign in to this portal: it has no login, or no pages after the sign-in.',
  },
  PROBE_RUNNING: {
    status: 409,
    message: 'A probe of this portal is already running. The board shows what it finds.',
  },
  /** The portal has no address, or is closed. */
  PROBE_NOT_POSSIBLE: { status: 409, message: 'There is no address at which this portal could be probed.' },
  PROBE_PASSWORD_NEEDED: { status: 422, message: 'Please enter the password of this username.' },
  PORTAL_ONE_SESSION: {
    status: 422,
    message: 'A login has one session at a time on this portal, so a job cannot have more.',
  },
  PORTAL_LIMITS_CHANGED: {
    status: 409,
    message:
      'Another administrator has changed the limits of this portal in the meantime. Please close this form and open it again.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/**
 * An expected failure with a code of the catalogue. `message` may replace the catalogue's message with a more exact one
 * for the user, and `said` is that message as data (`refusal` in messages/refusal.ts makes both); `details` are added to the response beside the message; `cause` is for logs only.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown>;

  readonly said: Message | null;

  constructor(
    code: ErrorCode,
    options: { message?: string; said?: Message; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.said = options.said ?? null;
    this.name = 'DomainError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = options.details ?? {};
  }
}
