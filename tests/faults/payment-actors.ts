/**
 * Acts as the payers of a storm, as their browsers would: over HTTP, and patient while a server is killed and
 * restarted.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Customer } from '#temporal/local/customer.ts';
import type { Control } from '#tests/sandbox/bkash/control.ts';
import { blockedWallet, poorWallet } from '#tests/sandbox/bkash/merchant.ts';
import type { Payer, Plan } from './payment-plans.ts';

/** Number of concurrent payments. */
const AT_ONCE = 24;
/** A create whose worker was killed is given up after 90 s. */
const PATIENCE_MS = 150_000;
const CALL_TIMEOUT_MS = 15_000;
const RETRY_MS = 300;
const POLLS_MAX = 5;
const TABS = 5;
/** Here a customer makes in a minute the payments of years, so the rate limit answers. */
const TOO_MANY = 429;

export type StormFixture = {
  app: string;
  control: Control;
  customers: Customer[];
  /** Called before each payment with the number of payments begun. */
  onBegin: (begun: number) => void;
  /** Answers that no browser should have received. */
  surprises: string[];
};
type Claim = 'success' | 'failure' | 'cancel';

/** Each customer has two wallets. */
export const stormWallet = (customer: number, nth: 0 | 1): string =>
  `0171${String(2 * customer + nth).padStart(7, '0')}`;

export async function playStorm(fixture: StormFixture, plans: Plan[]): Promise<void> {
  const waiting = plans.entries();
  const player = async (): Promise<void> => {
    for (const [index, plan] of waiting) {
      fixture.onBegin(index);
      await new Payment(fixture, plan).play();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, player));
}

class Payment {
  readonly #fixture: StormFixture;
  readonly #plan: Plan;
  readonly #order = `STORM-${randomUUID()}`;

  constructor(fixture: StormFixture, plan: Plan) {
    this.#fixture = fixture;
    this.#plan = plan;
  }

  async play(): Promise<void> {
    const { fault, clicks, payer } = this.#plan;
    if (fault) this.#fixture.control.addFault(fault);
    const answers = await Promise.all(Array.from({ length: clicks }, () => this.#create()));
    const paymentID = answers.find((answer) => answer !== null);
    if (paymentID) await this.#pay(payer, paymentID);
  }

  async #pay(payer: Payer, paymentID: string): Promise<void> {
    const { control } = this.#fixture;
    switch (payer) {
      case 'pays':
        return this.#return(this.#approve(paymentID));
      case 'pays in many tabs':
        return this.#returnInTabs(this.#approve(paymentID));
      case 'returns out of order': {
        const back = this.#approve(paymentID);
        await this.#claim(paymentID, 'cancel');
        return this.#return(back);
      }
      case 'closes after the PIN':
        this.#approve(paymentID);
        return;
      case 'closes while returning':
        return this.#returnAndClose(this.#approve(paymentID));
      case 'cancels':
        return this.#return(control.cancel(paymentID));
      case 'cancels, then claims success':
        await this.#return(control.cancel(paymentID));
        return this.#claim(paymentID, 'success');
      case 'claims success without approving':
        return this.#claim(paymentID, 'success');
      case 'claims success too early':
        await this.#claim(paymentID, 'success');
        return this.#return(this.#approve(paymentID));
      case 'leaves':
        return;
      case 'has no balance':
        return this.#return(control.approve(paymentID, poorWallet));
      case 'is blocked':
        return this.#return(control.approve(paymentID, blockedWallet));
      case 'pays twice':
        return this.#payTwice(paymentID);
      case 'is debited elsewhere': {
        const back = this.#approve(paymentID);
        control.execute(paymentID);
        return this.#return(back);
      }
      case 'forges a notice':
        return this.#forge(paymentID);
      case "uses another's return":
        await this.#claimAnothers(paymentID);
        return this.#return(this.#approve(paymentID));
      case 'polls':
        return this.#poll(paymentID, this.#approve(paymentID));
    }
  }

  /** The payer claims that the first payment's page failed, begins again and then pays on both pages. */
  async #payTwice(first: string): Promise<void> {
    const { control } = this.#fixture;
    await this.#claim(first, 'failure');
    const second = await this.#create();
    const backs = [this.#approve(first)];
    if (second && second !== first) {
      backs.push(this.#approve(second, 1));
      // Both are debited, whatever the platform does about the first one.
      control.execute(second);
    }
    await Promise.all(backs.map((back) => this.#return(back)));
  }

  /** Requests the same order until bKash creates a payment for it or the platform refuses. */
  async #create(): Promise<string | null> {
    const answer = await this.#persist('create-payment', () =>
      this.#post('/api/bkash/create-payment', {
        amount: this.#plan.amountPoisha / 100,
        merchantInvoiceNumber: this.#order,
      }),
    );
    const body: unknown = await answer.json();
    if (answer.ok && isCreated(body)) return body.paymentID;
    // bKash refused; or the order is paid already; or its other payment is not decided.
    if (![409, 422].includes(answer.status)) this.#surprise('create-payment', answer);
    return null;
  }

  #approve(paymentID: string, nth: 0 | 1 = 0): string {
    return this.#fixture.control.approve(paymentID, stormWallet(this.#customerIndex, nth));
  }

  async #return(address: string): Promise<void> {
    const answer = await this.#persist('callback', () => this.#open(address));
    if (answer.status !== 303) this.#surprise('callback', answer);
  }

  async #returnInTabs(address: string): Promise<void> {
    await Promise.all(Array.from({ length: TABS }, () => this.#return(address)));
  }

  async #returnAndClose(address: string): Promise<void> {
    await this.#open(address, AbortSignal.timeout(this.#plan.closesAfterMs)).catch(() => undefined);
  }

  async #claim(paymentID: string, status: Claim): Promise<void> {
    const { signature } = this.#fixture.control.payment(paymentID);
    return this.#return(this.#callback({ paymentID, status, signature }));
  }

  /** Uses the signature of the attacker's own payment. */
  async #claimAnothers(paymentID: string): Promise<void> {
    const { control } = this.#fixture;
    const { signature } = control.payment(paymentID);
    const another = control.payments().find((payment) => payment.paymentID !== paymentID);
    for (const foreign of [another?.paymentID ?? '', 'TR0011guessed1762072142166']) {
      const address = this.#callback({ paymentID: foreign, status: 'success', signature });
      const answer = await this.#persist('callback of another', () => this.#open(address));
      if (answer.status !== 404) this.#surprise('callback of another', answer);
    }
  }

  async #forge(paymentID: string): Promise<void> {
    const { status } = await this.#fixture.control.forge(paymentID, this.#plan.forgery);
    if (status !== null && status < 400) this.#fixture.surprises.push(`forged notice: ${status}`);
  }

  /** Polls as the dialog does, for a while, with notices that arrive repeatedly meanwhile. */
  async #poll(paymentID: string, back: string): Promise<void> {
    await this.#return(back);
    for (let poll = 0; poll < POLLS_MAX; poll += 1) {
      const answer = await this.#persist('query-payment', () =>
        this.#post('/api/bkash/query-payment', { paymentID }),
      );
      if (!answer.ok) this.#surprise('query-payment', answer);
      await this.#fixture.control.deliver({ paymentID, times: 2, newestFirst: true });
    }
  }

  #callback(query: Record<string, string>): string {
    return `${this.#fixture.app}/api/bkash/callback?${new URLSearchParams(query)}`;
  }

  #open(address: string, signal: AbortSignal = AbortSignal.timeout(CALL_TIMEOUT_MS)): Promise<Response> {
    return fetch(address, { redirect: 'manual', signal });
  }

  #post(place: string, body: object): Promise<Response> {
    const { app, customers } = this.#fixture;
    return fetch(`${app}${place}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: customers[this.#customerIndex]?.cookie ?? '' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
  }

  async #persist(what: string, ask: () => Promise<Response>): Promise<Response> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await ask().catch(() => null);
      if (answer && answer.status < 500 && answer.status !== TOO_MANY) return answer;
      if (Date.now() > deadline)
        throw new Error(`${what} was not answered: ${answer?.status ?? 'no answer'}.`);
      await pause(RETRY_MS);
    }
  }

  #surprise(what: string, { status }: Response): void {
    this.#fixture.surprises.push(`${what}: ${status}`);
  }

  get #customerIndex(): number {
    return this.#plan.customer % this.#fixture.customers.length;
  }
}

const isCreated = (body: unknown): body is { paymentID: string } =>
  typeof body === 'object' && body !== null && 'paymentID' in body && typeof body.paymentID === 'string';
