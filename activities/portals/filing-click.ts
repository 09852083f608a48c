/**
 * Makes the click that files. Each of its requests passes a last check, is sent once, and is followed to its answer.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Request, Response, Route } from 'playwright';
import { egressOf, type Egress } from '#activities/browser/egress.ts';
import { faultPoint } from '#activities/fault-points.ts';
import { PortalFault } from './contract.ts';
import { portalMessages } from './messages.ts';
import { strayedFault } from './navigation.ts';

export type FilingSteps = {
  /**
   * Checks and records directly before a request leaves that it is sent; false holds it back. Rejects if there is no
   * answer within `LAST_CHECK_MS_MAX`.
   */
  markSent: () => Promise<boolean>;
  /** Called when the answer is lost, while the page is still open; it is closed afterwards. */
  beforeClosing: (cause: unknown) => Promise<void>;
};

/** The request certainly never reached the portal, so the click may be repeated. */
export class NotSent extends Error {
  /** True if the last check refused the request because the right to file was lost. */
  readonly isRefused: boolean;
  constructor(isRefused: boolean, options: { cause: unknown }) {
    super('The filing request was not sent.', options);
    this.name = 'NotSent';
    this.isRefused = isRefused;
  }
}

/** The click ended without sending anything, because the page itself answered it; `answer` is the click's result. */
export class AnsweredByPage extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('The page itself answered the filing click.');
    this.name = 'AnsweredByPage';
    this.answer = answer;
  }
}

/**
 * Maximum time between the last check and the request. If more has passed, the process was frozen in between, or the
 * database does not answer.
 */
export const LAST_CHECK_MS_MAX = 3_000;
/** How long to wait for an answer after the connection has closed, because Playwright may report it a little later. */
const ANSWER_GRACE_MS = 1_000;

/**
 * Makes the click. Throws NotSent if its request never reached the portal, and AnsweredByPage if the click succeeded
 * without any request. After every other failure it closes the context, because a page with an unfinished filing might
 * send it again.
 */
export async function clickOnce<T>(
  context: BrowserContext,
  click: () => Promise<T>,
  { markSent, beforeClosing }: FilingSteps,
): Promise<T> {
  const gate = new Gate(egressOf(context), markSent);
  await context.route('**', gate.pass);
  context.on('response', gate.onAnswer);
  context.on('requestfailed', gate.onFailure);
  try {
    const answer = await Promise.race([click(), gate.lost]);
    await gate.shut();
    await context.unroute('**', gate.pass);
    if (gate.hasReleased()) return answer;
    if (gate.isRefused || gate.heldBackBy) throw new NotSent(gate.isRefused, { cause: gate.heldBackBy });
    throw new AnsweredByPage(answer);
  } catch (error) {
    if (error instanceof NotSent || error instanceof AnsweredByPage) throw error;
    await gate.shut();
    // A released request may not have left yet. Without a connection to the portal it never will.
    if (gate.isUnderWay() && !gate.hasSent()) {
      egressOf(context).close();
      await context.close();
    }
    if (gate.hasSent()) {
      try {
        await beforeClosing(error);
      } finally {
        // While the context closes, the browser may still be about to send the request again.
        egressOf(context).close();
        await context.close();
      }
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

type Current = { request: Request; ended: () => void };

class Gate {
  readonly lost: Promise<never>;
  isRefused = false;
  /** Why a request did not leave that the last check has not refused; null if there was none. */
  heldBackBy: unknown = null;
  readonly #egress: Egress;
  readonly #markSent: FilingSteps['markSent'];
  readonly #passed = new Set<string>();
  /** Requests that have not been released. The browser would send them unchecked if the interception ended first. */
  readonly #waiting = new Set<Route>();
  /** Requests that the page has given up; the browser no longer sends them. */
  readonly #givenUp = new WeakSet<Request>();
  /** The request in progress; the next one waits until it ends. */
  #current: Current | null = null;
  #turn: Promise<void> = Promise.resolve();
  #hasSent = false;
  #isShut = false;
  #lose: (cause: PortalFault) => void = () => undefined;

  constructor(egress: Egress, markSent: FilingSteps['markSent']) {
    this.#egress = egress;
    this.#markSent = markSent;
    this.lost = new Promise((_, reject) => {
      this.#lose = reject;
    });
    // The click itself may fail first; without this handler the rejection would be unhandled.
    this.lost.catch(() => undefined);
  }

  /** Returns whether a request was released and has neither been answered nor failed. */
  isUnderWay(): boolean {
    return this.#current !== null;
  }

  hasReleased(): boolean {
    return this.#passed.size > 0;
  }

  hasSent(): boolean {
    return this.#hasSent || (this.#current !== null && this.#egress.hasSent());
  }

  readonly pass = async (route: Route): Promise<void> => {
    const request = route.request();
    if (!this.#mayFile(request)) return route.fallback();
    this.#waiting.add(route);
    const earlier = this.#turn;
    let ended = (): void => undefined;
    this.#turn = new Promise((resolve) => {
      ended = resolve;
    });
    await earlier;
    const isSent = await this.#send(route, ended);
    if (isSent) return;
    ended();
    await this.#refuse(route);
  };

  /**
   * Refuses the requests that have not left, and all further ones. Call it before the interception ends and before
   * the page is used for anything else.
   */
  async shut(): Promise<void> {
    this.#isShut = true;
    if (this.#waiting.size > 0)
      this.heldBackBy ??= new PortalFault('TIMEOUT', portalMessages.noAnswerInTime());
    await Promise.all([...this.#waiting].map((route) => this.#refuse(route)));
  }

  async #refuse(route: Route): Promise<void> {
    this.#waiting.delete(route);
    // Fails only if the page has been closed or the request was refused before.
    await route.abort('blockedbyclient').catch(() => undefined);
  }

  /**
   * Returns whether the request may be the filing: one with a method that changes data, or the first page to which the
   * click navigates, since some portals file by GET.
   */
  #mayFile(request: Request): boolean {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method())) return true;
    return request.isNavigationRequest() && this.#passed.size === 0;
  }

  async #send(route: Route, ended: () => void): Promise<boolean> {
    const request = route.request();
    const fingerprint = fingerprintOf(request);
    if (!this.#egress.destinations.isOwn(request.url())) return false;
    // A repetition of the same request is never intended by the click.
    if (this.#passed.has(fingerprint) || !this.#mayLeave(request)) return false;
    if (!(await this.#passesLastCheck())) return false;
    // The click may have ended during the check.
    if (!this.#mayLeave(request)) return false;
    this.#waiting.delete(route);
    this.#passed.add(fingerprint);
    this.#current = { request, ended };
    this.#egress.allowOneSend(request.url());
    faultPoint('allowed to leave');
    void this.#noticeLoss(this.#current);
    await route.continue();
    return true;
  }

  #mayLeave(request: Request): boolean {
    return !this.#isShut && !this.#givenUp.has(request);
  }

  async #passesLastCheck(): Promise<boolean> {
    const askedAtMs = performance.now();
    try {
      const mayLeave = await this.#markSent();
      this.isRefused = !mayLeave || performance.now() - askedAtMs > LAST_CHECK_MS_MAX;
      return !this.isRefused;
    } catch (error) {
      // If the check itself fails, the request must not leave.
      this.heldBackBy = error;
      return false;
    }
  }

  readonly onAnswer = (response: Response): void => {
    if (firstOf(response.request()) !== this.#current?.request) return;
    const next = nextAddress(response);
    if (next === null) this.#end(true);
    else this.#sendOn(next);
  };

  /**
   * Lets the browser repeat the filing at the address to which the portal redirects it, or gives it up if that is not
   * the portal's own.
   */
  #sendOn(url: string): void {
    if (!this.#current) return;
    if (!this.#egress.destinations.isOwn(url)) {
      this.#isShut = true;
      this.#lose(strayedFault(url));
      return;
    }
    this.#current = { ...this.#current };
    this.#egress.sendOn(url);
    void this.#noticeLoss(this.#current);
  }

  readonly onFailure = (request: Request): void => {
    this.#givenUp.add(request);
    if (firstOf(request) !== this.#current?.request) return;
    const wasSent = this.#egress.hasSent();
    // After a lost answer nothing more may be sent, whatever the page tries next.
    this.#isShut ||= wasSent;
    this.#end(wasSent);
  };

  #end(wasSent: boolean): void {
    const { ended } = this.#current ?? {};
    this.#hasSent ||= wasSent;
    this.#current = null;
    this.#egress.answered();
    ended?.();
  }

  async #noticeLoss(current: Current): Promise<void> {
    await this.#egress.filingClosed();
    await delay(ANSWER_GRACE_MS);
    if (current !== this.#current) return;
    this.#lose(new PortalFault('TIMEOUT', portalMessages.connectionClosed()));
  }

  end(): void {
    if (this.#current) this.#end(this.#egress.hasSent());
  }
}

/** Redirects that make the browser send the same request, with its body, to another address. */
const SENDS_ON = [307, 308];

/** Returns the address at which the browser repeats the request; null if this is its answer. */
function nextAddress(response: Response): string | null {
  const location = response.headers()['location'];
  if (!SENDS_ON.includes(response.status()) || location === undefined) return null;
  return URL.canParse(location, response.url()) ? new URL(location, response.url()).href : null;
}

/** Returns the request that a chain of redirects began with. */
function firstOf(request: Request): Request {
  const from = request.redirectedFrom();
  return from ? firstOf(from) : request;
}

/** Fingerprint of a request, equal for a repetition of it. */
function fingerprintOf(request: Request): string {
  const [, boundary] = /;\s*boundary=([^;]+)/.exec(request.headers()['content-type'] ?? '') ?? [];
  const body = request.postDataBuffer()?.toString('latin1') ?? '';
  // The browser chooses a new boundary each time it encodes the same form.
  const same = boundary === undefined ? body : body.replaceAll(boundary, '');
  return `${request.method()} ${request.url()} ${createHash('sha256').update(same).digest('hex')}`;
}
