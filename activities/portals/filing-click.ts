/** The click that files: each of its requests passes a last check, leaves once, and is followed to its answer. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Request, Response, Route } from 'playwright';
import { say } from '#contracts/say.ts';
import { egressOf, type Egress } from '#activities/egress.ts';
import { PortalFault } from './contract.ts';

export type FilingSteps = {
  /** Asked right before a request leaves; false keeps it here. */
  letGo: () => Promise<boolean>;
  /** The answer is lost: the page is still open, and closed afterwards. */
  beforeClosing: (cause: unknown) => Promise<void>;
};

/** The request certainly never reached the portal, so that the click may be made again. */
export class NotSent extends Error {
  /** The last check refused the request: the right to file has passed on. */
  readonly isRefused: boolean;
  constructor(isRefused: boolean, options: { cause: unknown }) {
    super('The filing request was not sent.', options);
    this.name = 'NotSent';
    this.isRefused = isRefused;
  }
}

/** Between the answer of the last check and the request: later than this, the process was frozen in between. */
const FRESH_MS = 3_000;
/** An answer may be told a moment after its connection has closed. */
const ANSWER_GRACE_MS = 1_000;

/**
 * Does the click. Throws NotSent when nothing left towards the portal; after every other failure the context is closed,
 * because a page with a filing under way might send it again.
 */
export async function clickOnce<T>(
  context: BrowserContext,
  click: () => Promise<T>,
  { letGo, beforeClosing }: FilingSteps,
): Promise<T> {
  const gate = new Gate(egressOf(context), letGo);
  await context.route('**', gate.pass);
  context.on('response', gate.onAnswer);
  context.on('requestfailed', gate.onFailure);
  try {
    const answer = await Promise.race([click(), gate.lost]);
    await context.unroute('**', gate.pass);
    return answer;
  } catch (error) {
    if (gate.hasSent()) {
      await beforeClosing(error);
      await context.close();
      throw error;
    }
    await context.unroute('**', gate.pass).catch(() => undefined);
    throw new NotSent(gate.isRefused, { cause: error });
  } finally {
    gate.end();
    context.off('response', gate.onAnswer);
    context.off('requestfailed', gate.onFailure);
  }
}

class Gate {
  readonly lost: Promise<never>;
  isRefused = false;
  readonly #egress: Egress;
  readonly #letGo: FilingSteps['letGo'];
  readonly #passed = new Set<string>();
  /** The request that is under way; the next one waits for its end. */
  #current: { request: Request; ended: () => void } | null = null;
  #turn: Promise<void> = Promise.resolve();
  #hasSent = false;
  #hasEnded = false;
  #lose: (cause: PortalFault) => void = () => undefined;

  constructor(egress: Egress, letGo: FilingSteps['letGo']) {
    this.#egress = egress;
    this.#letGo = letGo;
    this.lost = new Promise((_, reject) => {
      this.#lose = reject;
    });
    // The click itself may end first.
    this.lost.catch(() => undefined);
  }

  hasSent(): boolean {
    return this.#hasSent || (this.#current !== null && this.#egress.hasSent());
  }

  readonly pass = async (route: Route): Promise<void> => {
    const request = route.request();
    if (!this.#mayFile(request)) return route.continue();
    const earlier = this.#turn;
    let ended = (): void => undefined;
    this.#turn = new Promise((resolve) => {
      ended = resolve;
    });
    await earlier;
    const isSent = await this.#send(route, ended);
    if (isSent) return;
    ended();
    // Fails only when the page is gone.
    await route.abort('blockedbyclient').catch(() => undefined);
  };

  /** Whatever changes something on the portal; and the first page that the click leads to, should that be what files. */
  #mayFile(request: Request): boolean {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method())) return true;
    return request.isNavigationRequest() && this.#passed.size === 0;
  }

  async #send(route: Route, ended: () => void): Promise<boolean> {
    const request = route.request();
    const print = printOf(request);
    // The same once more is never what the click meant.
    if (this.#passed.has(print) || this.#hasEnded) return false;
    if (!(await this.#passesLastCheck())) return false;
    this.#passed.add(print);
    this.#current = { request, ended };
    this.#egress.allowOneSend();
    void this.#noticeLoss(request);
    await route.continue();
    return true;
  }

  async #passesLastCheck(): Promise<boolean> {
    const askedAtMs = performance.now();
    try {
      this.isRefused = !(await this.#letGo()) || performance.now() - askedAtMs > FRESH_MS;
      return !this.isRefused;
    } catch {
      // Whoever can not be asked has not agreed.
      return false;
    }
  }

  readonly onAnswer = (response: Response): void => {
    if (response.request() === this.#current?.request) this.#end(true);
  };

  readonly onFailure = (request: Request): void => {
    if (request === this.#current?.request) this.#end(this.#egress.hasSent());
  };

  #end(wasSent: boolean): void {
    const { ended } = this.#current ?? {};
    this.#hasSent ||= wasSent;
    this.#current = null;
    this.#egress.answered();
    ended?.();
  }

  async #noticeLoss(request: Request): Promise<void> {
    await this.#egress.filingClosed();
    await delay(ANSWER_GRACE_MS);
    if (request !== this.#current?.request) return;
    this.#lose(new PortalFault('TIMEOUT', say('The portal closed the connection without an answer.')));
  }

  end(): void {
    this.#hasEnded = true;
    if (this.#current) this.#end(this.#egress.hasSent());
  }
}

/** Equal for the same request made again. */
function printOf(request: Request): string {
  const body = createHash('sha256')
    .update(request.postDataBuffer() ?? '')
    .digest('hex');
  return `${request.method()} ${request.url()} ${body}`;
}
