/**
 * What a test can change in the simulator and read from it, in-process; control-routes.ts offers the same over HTTP.
 */
import { moveClock } from '#tests/sandbox/framework/control.ts';
import { commitDue, executeDirectly, refundDirectly, type Simulation } from './calls.ts';
import { faultBody, type FaultSwitch } from './faults.ts';
import type { Delivery, Forgery } from './ipn.ts';
import { findPayment, openStates, redirectUrl } from './payments.ts';
import type {
  CallNote,
  JsonObject,
  LedgerEntry,
  Notice,
  Operation,
  Payment,
  Refund,
  Tampering,
  TokenNote,
  Wallet,
} from './state.ts';
import { switchesBody, type Switches } from './switches.ts';

export type ClockChange = Parameters<typeof moveClock>[1];
export type NoticeChoice = {
  /** Selects notices; without any of the three, those that were never delivered. */
  messageId?: string | undefined;
  trxID?: string | undefined;
  paymentID?: string | undefined;
  newestFirst?: boolean | undefined;
  /** How many times each notice is sent, with the same MessageId. */
  times?: number | undefined;
};
const DELIVERIES_MAX = 20;

export type Control = ReturnType<typeof createControl>;

export function createControl(simulation: Simulation, base: () => string) {
  const { memory, ipn } = simulation;
  const { state } = memory;
  const saved = <T>(value: T): T => {
    memory.saveNow();
    return value;
  };
  const wallet = (msisdn: string): Wallet => {
    const found = state.wallets[msisdn];
    if (!found) throw new Error(`No wallet ${msisdn}.`);
    return found;
  };
  const payment = (paymentID: string): Payment => {
    if (!state.payments[paymentID]) throw new Error(`No payment ${paymentID}.`);
    return findPayment(memory, paymentID);
  };

  return {
    now: (): string => memory.nowIso(),
    moveClock: (change: ClockChange): string => {
      moveClock(state, change);
      commitDue(simulation);
      return saved(memory.nowIso());
    },
    wallets: (): Record<string, Wallet> => state.wallets,
    /** Creates a wallet if the number has none yet. */
    setWallet: (
      msisdn: string,
      change: { poisha?: number | undefined; blocked?: boolean | undefined },
    ): Wallet => {
      const kept = (state.wallets[msisdn] ??= { poisha: 0, blocked: false, wrongPins: 0 });
      kept.poisha = change.poisha ?? kept.poisha;
      kept.blocked = change.blocked ?? kept.blocked;
      return saved(kept);
    },
    merchantPoisha: (): number => state.merchantPoisha,
    setMerchantPoisha: (poisha: number): void => {
      state.merchantPoisha = poisha;
      memory.saveNow();
    },

    addFault: (fault: FaultSwitch): void => {
      state.faults.push(faultBody.parse(fault));
      memory.saveNow();
    },
    clearFaults: (): void => {
      state.faults.length = 0;
      state.tamperings.length = 0;
      memory.saveNow();
    },
    /** The next answers of the operation contain false values. */
    tamper: (lie: Omit<Tampering, 'times'> & { times?: number | undefined }): void => {
      state.tamperings.push({ ...lie, times: lie.times ?? 1 });
      memory.saveNow();
    },
    switches: (): Switches => state.switches,
    setSwitches: (change: Partial<Switches>): Switches => {
      state.switches = switchesBody.parse({ ...state.switches, ...change });
      return saved(state.switches);
    },

    payments: (): Payment[] => Object.keys(state.payments).map(payment),
    payment,
    /** Approves as the payer would on the page; returns the address to which the browser would be sent. */
    approve: (paymentID: string, msisdn: string): string => {
      const approved = payment(paymentID);
      wallet(msisdn);
      if (!openStates.includes(approved.state)) throw new Error(`The payment is ${approved.state}.`);
      Object.assign(approved, { state: 'APPROVED', wallet: msisdn, verified: true });
      return saved(redirectUrl(memory, approved, 'success'));
    },
    cancel: (paymentID: string): string => {
      const cancelled = payment(paymentID);
      if (!openStates.includes(cancelled.state)) throw new Error(`The payment is ${cancelled.state}.`);
      cancelled.state = 'CANCELLED';
      return saved(redirectUrl(memory, cancelled, 'cancel'));
    },
    expire: (paymentID: string): void => {
      payment(paymentID).state = 'EXPIRED';
      memory.saveNow();
    },
    /** An execute that the merchant's own records do not contain. */
    execute: (paymentID: string): JsonObject => executeDirectly(simulation, paymentID, base()),
    /** A refund that the merchant's own records do not contain, as made in bKash's merchant portal. */
    refund: (paymentID: string, amount: string): JsonObject =>
      refundDirectly(simulation, payment(paymentID), amount, base()),

    calls: (operation?: Operation): CallNote[] =>
      state.calls.filter((call) => operation === undefined || call.operation === operation),
    ledger: (msisdn?: string): LedgerEntry[] =>
      state.ledger.filter((entry) => msisdn === undefined || entry.wallet === msisdn),
    refunds: (): Refund[] => state.refunds,
    tokenCalls: (): TokenNote[] => state.tokenNotes,
    /** Ends every token before its time. */
    revokeTokens: (): void => {
      state.tokens.length = 0;
      memory.saveNow();
    },
    reset: (): void => memory.reset(),

    setIpn: (change: { target?: string | null | undefined; held?: boolean | undefined }): void => {
      if (change.target !== undefined) state.ipn.target = change.target;
      if (change.held !== undefined) state.ipn.held = change.held;
      memory.saveNow();
    },
    isSubscribed: (): boolean => state.ipn.subscribed,
    subscribe: (): Promise<Delivery> => ipn.subscribe(base()),
    notices: (): Notice[] => state.ipn.notices,
    deliver: async (choice: NoticeChoice = {}): Promise<Delivery[]> => {
      const chosen = state.ipn.notices.filter((notice) => isChosen(notice, choice));
      if (choice.newestFirst) chosen.reverse();
      const times = Math.min(choice.times ?? 1, DELIVERIES_MAX);
      const deliveries: Delivery[] = [];
      for (const notice of chosen)
        for (let time = 0; time < times; time += 1) deliveries.push(await ipn.deliver(notice));
      return deliveries;
    },
    forge: (paymentID: string, forgery: Forgery, claims: JsonObject = {}): Promise<Delivery> =>
      ipn.forge(base(), payment(paymentID), forgery, claims),
    qrPayment: (paid: { wallet: string; poisha: number; invoice?: string | undefined }): Notice => {
      wallet(paid.wallet);
      return saved(ipn.qrPayment(base(), paid));
    },
  };
}

function isChosen(notice: Notice, { messageId, trxID, paymentID }: NoticeChoice): boolean {
  if (messageId === undefined && trxID === undefined && paymentID === undefined)
    return notice.deliveries.length === 0;
  return notice.messageId === messageId || notice.trxID === trxID || notice.paymentID === paymentID;
}
