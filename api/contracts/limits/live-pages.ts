/** Limits of the live pages of portals that customers work on. */
import { KIB } from '#contracts/byte-sizes.ts';

export const limitsOfLivePages = {
  /**
   * A portal's live page that a customer works on. Pictures are sent at most once in each period, and only while
   * somebody watches. The page is no larger than this, in pixels.
   */
  liveFramePeriodMs: 250,
  liveFrameBytesMax: 400 * KIB,
  /** Quality of the pictures as JPEG, in per cent. */
  liveFrameQuality: 50,
  livePagePixelsMax: 4_096,
  liveInputsPerCallMax: 20,
  /** Calls whose inputs the page has not yet processed; further ones are refused. */
  liveCallsWaitingMax: 20,
  liveTextLengthMax: 200,
  liveDragPointsMax: 50,
  /** A window that has not shown the page for this long has lost control of it. */
  liveControlMs: 8_000,
  liveViewsPerCustomerMax: 4,
  /** How often a process looks for new pictures, and a worker for new inputs. */
  livePollMs: 150,
  /** A customer who has not opened the page after this share of the waiting time, in per cent, is reminded. */
  liveReminderPercent: 50,
} as const;
