/** Errors that several calls about jobs have in common. */

export const fileErrors = [
  'UPLOAD_BROKEN_OFF',
  'UPLOAD_QUOTA',
  'TOO_MANY_UPLOADS',
  'TOO_MANY_READINGS',
  'INVALID_FILE_TYPE',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'TOO_MANY_ROWS',
] as const;

export const startErrors = [
  'INSUFFICIENT_CREDITS',
  'API_TOKEN_CREDITS',
  'PRICE_CHANGED',
  'NO_BILLABLE_ROWS',
  'CREDENTIALS_REQUIRED',
  'SERVICE_NOT_FOUND',
  'SERVICE_DISABLED',
  'SERVICE_NOT_CONNECTED',
  'IDEMPOTENCY_KEY_REUSED',
  'TOO_MANY_STARTS',
  'UNAVAILABLE',
] as const;
