/** The picture of an open page while somebody watches it: the browser sends one whenever the page has changed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { limits } from '#contracts/limits.ts';

/** `widthPx` and `heightPx` are those of the page, in whose pixels a person's clicks are given. */
export type Frame = { jpeg: Uint8Array<ArrayBuffer>; widthPx: number; heightPx: number };
type SentFrame = { data: string; sessionId: number; metadata: { deviceWidth: number; deviceHeight: number } };
type Take = (frame: Frame) => Promise<void>;

export class Screen {
  readonly #page: Page;
  readonly #take: Take;
  #session: CDPSession | null = null;

  /** `take` is called with one picture at a time. */
  constructor(page: Page, take: Take) {
    this.#page = page;
    this.#take = take;
  }

  /** Shows the page, or stops showing it. Idempotent. */
  async show(isWatched: boolean): Promise<void> {
    if (isWatched && !this.#session) await this.#start();
    if (!isWatched && this.#session) await this.stop();
  }

  async stop(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.detach().catch(() => undefined);
  }

  async #start(): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page);
    this.#session = session;
    session.on('Page.screencastFrame', (frame: SentFrame) => void this.#receive(session, frame));
    await session.send('Page.startScreencast', {
      format: 'jpeg',
      quality: limits.liveFrameQuality,
      maxWidth: limits.livePagePixelsMax,
      maxHeight: limits.livePagePixelsMax,
    });
  }

  /** The browser sends the next picture only after this one is acknowledged, which limits how many there are. */
  async #receive(session: CDPSession, { data, sessionId, metadata }: SentFrame): Promise<void> {
    const jpeg = Buffer.from(data, 'base64');
    const pause = delay(limits.liveFramePeriodMs, undefined, { ref: false });
    try {
      if (jpeg.length <= limits.liveFrameBytesMax && session === this.#session)
        await this.#take({
          jpeg: new Uint8Array(jpeg),
          widthPx: Math.round(metadata.deviceWidth),
          heightPx: Math.round(metadata.deviceHeight),
        });
    } finally {
      await pause;
      await session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    }
  }
}
