/** The invented merchant and wallets of the simulator: credentials, numbers, balances, PIN and OTP. */
import type { Wallet } from './state.ts';

export const bkashCredentials = {
  username: 'sandbox-chalan-merchant',
  password: 'sandbox-merchant-password',
  appKey: 'sandbox-app-key-5f1c7d20',
  appSecret: 'sandbox-app-secret-83b1e64a9d07',
} as const;

export const merchant = {
  msisdn: '01800000000',
  name: 'Chalan SANDBOX',
  shortCode: '50099',
  topicArn: 'arn:aws:sns:ap-southeast-1:000000000000:bpt_01800000000',
  balancePoisha: 10_000_000,
} as const;

export const PIN = '12121';
export const OTP = '123456';

const WALLET_POISHA = 5_000_000;
const activeWallets = [
  '01770618575',
  '01929918378',
  '01770618576',
  '01877722345',
  '01619777282',
  '01619777283',
];
export const poorWallet = '01823074817';
export const blockedWallet = '01823074818';
export const firstWallet = '01770618575';

export function seededWallets(): Record<string, Wallet> {
  const wallet = (poisha: number, blocked = false): Wallet => ({ poisha, blocked, wrongPins: 0 });
  return {
    ...Object.fromEntries(activeWallets.map((msisdn) => [msisdn, wallet(WALLET_POISHA)])),
    [poorWallet]: wallet(0),
    [blockedWallet]: wallet(WALLET_POISHA, true),
  };
}
