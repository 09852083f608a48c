/** Environment variables of the sandbox's fictitious bKash merchant (tests/sandbox/bkash/merchant.ts). */

export function sandboxBkash(sandbox: string): Record<string, string> {
  return {
    BKASH_URL: `${sandbox}/bkash`,
    BKASH_USERNAME: 'sandbox-chalan-merchant',
    BKASH_PASSWORD: 'sandbox-merchant-password',
    BKASH_APP_KEY: 'sandbox-app-key-5f1c7d20',
    BKASH_APP_SECRET: 'sandbox-app-secret-83b1e64a9d07',
    BKASH_IPN_TOPIC: 'arn:aws:sns:ap-southeast-1:000000000000:bpt_01800000000',
    BKASH_IPN_CERTIFICATE_URL: sandbox,
  };
}
