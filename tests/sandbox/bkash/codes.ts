/** bKash's codes with their messages, and the three ways in which a call is refused. */

const messages = {
  '0000': 'Successful',
  '2001': 'Invalid App Key',
  '2002': 'Invalid Payment ID',
  '2003': 'Process failed',
  '2006': 'Invalid amount',
  '2007': 'Invalid currency',
  '2008': 'Invalid intent',
  '2009': 'Invalid Wallet',
  '2010': 'Invalid OTP',
  '2011': 'Invalid PIN',
  '2013': 'OTP Resend Limit Exceeded',
  '2014': 'Wrong PIN',
  '2015': 'Wrong PIN count exceeded',
  '2016': 'Wrong verification code',
  '2017': 'Wrong verification limit exceeded',
  '2018': 'OTP verification time expired',
  '2020': 'Exception Occurred',
  '2023': 'Insufficient Balance',
  '2024': 'Exception occurred',
  '2026': 'The amount to be reversed is greater than the original transaction amount',
  '2029': 'Duplicate for all transactions',
  '2031': 'Invalid merchant invoice number',
  '2033': 'Transaction not found',
  '2034': 'The transaction has already been reversed',
  '2037': 'The debit party identity state does not allow this transaction',
  '2048': 'Invalid Payer Reference',
  '2049': 'Invalid Merchant Callback URL',
  '2056': 'Invalid Payment State',
  '2057': 'Not a bKash Account',
  '2062': 'The payment has already been completed',
  '2063': 'Mode is not valid as per request data',
  '2064': 'This product mode is currently unavailable',
  '2065': 'Mendatory field missing',
  '2071': 'Refund after %s days not allowed',
  '2074': 'The transaction cannot be reversed',
  '2077': 'Invalid TrxID',
  '2117': 'Payment execution already been processed',
  '2127': 'Transaction not yet completed',
  '503': 'System is undergoing maintenance. Please try again later',
  '9999': 'System Error',
} as const;
export type Code = keyof typeof messages;

/** Family B names its refusals; only these names have been observed. */
const internalCodes: Partial<Record<string, string>> = {
  '2002': 'invalid_payment_id',
  '2006': 'invalid_amount',
  '2026': 'refund_amount_exceed_payment_amount',
  '2056': 'invalid_payment_state',
  '2062': 'payment_already_completed',
};

const isCode = (code: string): code is Code => code in messages;

export const messageOf = (code: string): string => (isCode(code) ? messages[code] : 'Unknown error');
export const internalCodeOf = (code: string): string => internalCodes[code] ?? 'request_refused';

/** A refusal by bKash itself. */
export class Refusal extends Error {
  readonly code: string;
  constructor(code: Code, message = messageOf(code)) {
    super(message);
    this.code = code;
  }
}

/** A refusal by the gateway in front of bKash; its body has no code. */
export class GatewayRefusal extends Error {
  readonly status: 400 | 401 | 403;
  constructor(status: 400 | 401 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

export const invalidBody = (): GatewayRefusal => new GatewayRefusal(400, 'Invalid request body');
