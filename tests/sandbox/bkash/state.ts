/** What the simulator remembers, in a snapshot that a restart reads again. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeSnapshot } from '#tests/sandbox/framework/store.ts';
import type { Fault } from './faults.ts';
import { merchant, seededWallets } from './merchant.ts';
import { defaultSwitches, type Switches } from './switches.ts';

const SNAPSHOT_DELAY_MS = 200;
const SNAPSHOT_FILE = 'bkash.json';

type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export type Wallet = { poisha: number; blocked: boolean; wrongPins: number };

/** The payment's states; the last five are final. APPROVED has moved no money yet. */
export type PaymentState =
  | 'CREATED'
  | 'WALLET_OK'
  | 'OTP_OK'
  | 'APPROVED'
  | 'EXECUTING'
  | 'COMPLETED'
  | 'EXEC_FAILED'
  | 'CANCELLED'
  | 'PAGE_FAILED'
  | 'EXPIRED';

export type Payment = {
  paymentID: string;
  mode: string;
  state: PaymentState;
  /** As the merchant wrote it. */
  amount: string;
  poisha: number;
  currency: string;
  intent: string;
  invoice: string;
  payerReference: string;
  callbackUrl: string;
  signature: string;
  hash: string;
  createdMs: number;
  /** Entered by the payer. */
  wallet: string | null;
  otpSentMs: number;
  otpSends: number;
  wrongOtps: number;
  /** The PIN was correct: bKash calls the verification complete. */
  verified: boolean;
  executedMs: number | null;
  trxID: string | null;
  /** The reason why the page or the execute ended the payment. */
  failureCode: string | null;
};

export type Refund = {
  family: Family;
  paymentID: string;
  originalTrxID: string;
  refundTrxID: string;
  poisha: number;
  sku: string;
  reason: string;
  completedMs: number;
  /** The list of refunds shows the refund from this time on; without it, at once. */
  listedMs?: number;
};

export type Family = 'A' | 'B';

/** One movement of money: a debit leaves the wallet, a refund returns to it. */
export type LedgerEntry = {
  at: string;
  kind: 'debit' | 'refund';
  wallet: string;
  poisha: number;
  trxID: string;
  paymentID: string | null;
};

export type TokenNote = { at: string; kind: 'grant' | 'refresh'; issued: boolean };
type IssuedToken = { idToken: string; refreshToken: string; expiresMs: number };

export type CallNote = {
  at: string;
  family: Family;
  operation: Operation;
  paymentID: string | null;
  body: JsonObject;
  /** HTTP status; null while unanswered and if the connection was cut. */
  status: number | null;
  answer: JsonObject | null;
  fault: string | null;
};

export const operations = [
  'grant',
  'refresh',
  'create',
  'execute',
  'query',
  'search',
  'refund',
  'refundStatus',
] as const;
export type Operation = (typeof operations)[number];

/** Operations whose answers can contain false values. */
export const tamperedOperations = ['execute', 'query', 'refund', 'refundStatus'] as const;

/** False values that the next answers contain. */
export type Tampering = {
  operation: (typeof tamperedOperations)[number];
  amount?: string | undefined;
  currency?: string | undefined;
  invoice?: string | undefined;
  trxID?: string | undefined;
  paymentID?: string | undefined;
  /** The status of the payment or the refund. */
  status?: string | undefined;
  /** How many answers; -1 means all until the faults are cleared. */
  times: number;
};

/** A call that is committed by itself after its client has given up. */
export type LateCommit = {
  /** On the simulator's clock. */
  dueMs: number;
  family: Family;
  operation: Operation;
  body: JsonObject;
  base: string;
};

export type Notice = {
  messageId: string;
  /** The SNS timestamp, in real time. */
  timestamp: string;
  message: JsonObject;
  trxID: string;
  paymentID: string | null;
  base: string;
  deliveries: { at: string; status: number | null }[];
};

type BkashState = {
  clockOffsetMs: number;
  switches: Switches;
  wallets: Record<string, Wallet>;
  merchantPoisha: number;
  payments: Record<string, Payment>;
  refunds: Refund[];
  ledger: LedgerEntry[];
  tokens: IssuedToken[];
  tokenNotes: TokenNote[];
  blockedUntilMs: number;
  faults: Fault[];
  tamperings: Tampering[];
  calls: CallNote[];
  late: LateCommit[];
  ipn: { target: string | null; held: boolean; subscribed: boolean; token: string | null; notices: Notice[] };
};

export type Memory = {
  state: BkashState;
  nowMs: () => number;
  nowIso: () => string;
  /** Called before an answer that reports a commit is sent. */
  saveNow: () => void;
  /** Saves soon; many changes become one write. */
  changed: () => void;
  reset: () => void;
};

function emptyState(ipnTarget: string | null): BkashState {
  return {
    clockOffsetMs: 0,
    switches: defaultSwitches(),
    wallets: seededWallets(),
    merchantPoisha: merchant.balancePoisha,
    payments: {},
    refunds: [],
    ledger: [],
    tokens: [],
    tokenNotes: [],
    blockedUntilMs: 0,
    faults: [],
    tamperings: [],
    calls: [],
    late: [],
    ipn: { target: ipnTarget, held: false, subscribed: false, token: null, notices: [] },
  };
}

/** Without a directory, nothing survives the process. */
export function openMemory(directory: string | undefined, ipnTarget: string | null): Memory {
  const file = directory === undefined ? undefined : path.join(directory, SNAPSHOT_FILE);
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  const state = { ...emptyState(ipnTarget), ...(file && existsSync(file) ? readState(file) : {}) };
  // The address given at this start replaces the stored one.
  state.ipn.target = ipnTarget ?? state.ipn.target;
  let timer: NodeJS.Timeout | undefined;

  const nowMs = (): number => Date.now() + state.clockOffsetMs;
  const saveNow = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (file) writeSnapshot(file, state);
  };
  return {
    state,
    nowMs,
    nowIso: () => new Date(nowMs()).toISOString(),
    saveNow,
    changed: () => {
      timer ??= setTimeout(saveNow, SNAPSHOT_DELAY_MS).unref();
    },
    reset: () => {
      Object.assign(state, emptyState(ipnTarget));
      saveNow();
    },
  };
}

/** An older snapshot may lack fields that were added later. */
function readState(file: string): Partial<BkashState> {
  const state: Partial<BkashState> = JSON.parse(readFileSync(file, 'utf8'));
  return { ...state, switches: { ...defaultSwitches(), ...state.switches } };
}
