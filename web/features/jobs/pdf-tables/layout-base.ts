/** Knows which stored layout the changes on the page start from, so that they never replace changes from elsewhere. */
import { hashKey } from '@tanstack/react-query';
import type { TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { isChangedElsewhere, type LayoutChange } from './queries.ts';

/** The same text for equal layouts, whatever the order of their fields. */
const nameOf = (layout: unknown): string => hashKey([layout]);

export class LayoutBase {
  /** Null as long as nothing was edited: changes then start from the layout that the page shows. */
  #base: string | null = null;
  readonly #sent = new Set<string>();

  /** Notes the stored layout from which editing starts; later calls change nothing until `forget`. */
  start(digest: string): void {
    this.#base ??= digest;
  }

  move(digest: string): void {
    this.#base = digest;
  }

  forget(): void {
    this.#base = null;
    this.#sent.clear();
  }

  /**
   * Sends a change. If the layout that is stored instead of the base is one that this page sent before, its answer was
   * lost, and the change is sent again.
   */
  async send<T>(
    layout: TablesLayout,
    shownDigest: string,
    call: (change: LayoutChange) => Promise<T>,
  ): Promise<T> {
    this.start(shownDigest);
    this.#sent.add(nameOf(layout));
    try {
      return await call({ layout, base: this.#base ?? shownDigest });
    } catch (error) {
      const { layout: stored, layoutDigest } = isChangedElsewhere(error) ? error.details : {};
      if (typeof layoutDigest !== 'string' || !this.#sent.has(nameOf(stored))) throw error;
      this.#base = layoutDigest;
      return call({ layout, base: layoutDigest });
    }
  }
}
