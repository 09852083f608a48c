/** Errors that several calls about jobs have in common. */

/** Errors of reading a file. */
export const fileErrors = [
  'TOO_MANY_READINGS',
  'INVALID_FILE_TYPE',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'TOO_MANY_ROWS',
] as const;

/** Errors of a PDF with a password. */
export const lockErrors = ['PDF_PASSWORD_REQUIRED', 'PDF_PASSWORD_WRONG'] as const;

/** Errors of an upload that a call names, instead of sending a file. */
export const uploadErrors = ['NOT_FOUND', 'FILE_EXPIRED', 'REX_FILES_REQUIRED'] as const;

export const serviceErrors = [
  'SERVICE_NOT_FOUND',
  'SERVICE_DISABLED',
  'SERVICE_NOT_CONNECTED',
  'SERVICE_PORTAL_DOWN',
  'SERVICE_PORTAL_CHANGED',
] as const;

export const bankErrors = ['BANK_UNKNOWN', 'BANK_REQUIRED', 'BANK_NOT_OFFERED', 'BANK_WITHOUT_DESK'] as const;

export const startErrors = [
  'INSUFFICIENT_CREDITS',
  'API_TOKEN_CREDITS',
  'SHEET_CHANGED',
  'PRICE_CHANGED',
  'NO_BILLABLE_ROWS',
  'CREDENTIALS_REQUIRED',
  ...serviceErrors,
  'IDEMPOTENCY_KEY_REUSED',
  'TOO_MANY_STARTS',
  'JOB_STOPPED',
] as const;

/** Errors of a job that is to run again. */
export const rerunErrors = [
  'JOB_NOT_RETRYABLE',
  'FILE_EXPIRED',
  'CREDENTIALS_REQUIRED',
  'PRACTICE_NOT_OFFERED',
  ...serviceErrors,
  ...bankErrors,
] as const;
