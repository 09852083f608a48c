/** Pictures of an open page while somebody watches it: the browser sends one whenever the page has changed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { limits } from '#contracts/limits.ts';

/** `widthPx` and `heightPx` are those of the page, in whose pixels a person's clicks are given. */
export type Frame = { jpeg: Uint8Array<ArrayBuffer>; widthPx: number; heightPx: number };
type SentFrame = { data: string; sessionId: number; metadata: { deviceWidth: number; deviceHeight: number } };
const format = { format: 'jpeg', quality: limits.liveFrameQuality } as const;
type Take = (frame: Frame) => Promise<void>;

/**
 * When to request another picture of a page at rest: the browser drops pictures while one is unacknowledged, even the
 * last one of a change.
 */
const REST_MS = 2 * limits.liveFramePeriodMs;

export class Screen {
  readonly #page: Page;
  readonly #take: Take;
  #session: CDPSession | null = null;
  /** The last picture that the browser sent, and the last one that was requested; a page at rest repeats them. */
  #sent = '';
  #asked = '';
  #sizePx = { widthPx: 0, heightPx: 0 };
  #restTimer: NodeJS.Timeout | undefined;

  constructor(page: Page, take: Take) {
    this.#page = page;
    this.#take = take;
  }

  /** Starts or stops the pictures. Idempotent. */
  async show(isWatched: boolean): Promise<void> {
    if (isWatched && !this.#session) await this.#start();
    if (!isWatched && this.#session) await this.stop();
  }

  async stop(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    this.#sent = '';
    this.#asked = '';
    clearTimeout(this.#restTimer);
    await session?.detach().catch(() => undefined);
  }

  async #start(): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page);
    this.#session = session;
    session.on('Page.screencastFrame', (frame: SentFrame) => void this.#receive(session, frame));
    await session.send('Page.startScreencast', {
      ...format,
      maxWidth: limits.livePagePixelsMax,
      maxHeight: limits.livePagePixelsMax,
    });
  }

  /** Stores a picture, then acknowledges it. The browser sends the next one only then, which limits their rate. */
  async #receive(session: CDPSession, { data, sessionId, metadata }: SentFrame): Promise<void> {
    const pause = delay(limits.liveFramePeriodMs, undefined, { ref: false });
    if (session === this.#session && data !== this.#sent) {
      this.#sent = data;
      this.#sizePx = {
        widthPx: Math.round(metadata.deviceWidth),
        heightPx: Math.round(metadata.deviceHeight),
      };
      clearTimeout(this.#restTimer);
      this.#restTimer = setTimeout(() => void this.#askAtRest(session), REST_MS).unref();
      await this.#keep(data);
    }
    await pause;
    await session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  }

  async #askAtRest(session: CDPSession): Promise<void> {
    const before = this.#sent;
    const answer = await session.send('Page.captureScreenshot', format).catch(() => null);
    const isLatest = session === this.#session && before === this.#sent;
    if (!answer || !isLatest || answer.data === this.#asked) return;
    this.#asked = answer.data;
    await this.#keep(answer.data);
  }

  /** Stores a picture. One that is too large or cannot be stored is skipped; the next one replaces it. */
  async #keep(data: string): Promise<void> {
    const jpeg = new Uint8Array(Buffer.from(data, 'base64'));
    if (jpeg.length > limits.liveFrameBytesMax) return;
    await this.#take({ jpeg, ...this.#sizePx }).catch(() => undefined);
  }
}
