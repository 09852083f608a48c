/** The open rows of a chunk, from which its sessions take one after another. */
import type { OpenRow } from '#api/domain/jobs/row-records.ts';

export class RowQueue {
  readonly #rows: OpenRow[];
  /** Groups of rows that have ended or were set aside with the first row of their filing. */
  readonly #handledGroups = new Set<number>();
  /** Natural keys of the rows that are being worked: an equal row waits for the answer instead of asking again. */
  readonly #inWork = new Set<string>();
  /** Rows of this chunk that wait for another look-up, and when each is due on the clock of the process, which nobody sets. */
  #aside: { row: OpenRow; dueAtMs: number }[] = [];
  /** Sessions that wait for the answer of another session's row. */
  #waiting: (() => void)[] = [];

  constructor(rows: readonly OpenRow[]) {
    this.#rows = [...rows];
  }

  /** Number of rows that no session has taken, without those set aside. */
  get length(): number {
    return this.#rows.length;
  }

  /** Returns the next row in the order of the sheet; undefined if none is left. A filing due for a look-up comes first. */
  async take(): Promise<OpenRow | undefined> {
    for (;;) {
      const row = this.#due() ?? this.#first();
      if (row) {
        if (row.naturalKey !== null) this.#inWork.add(row.naturalKey);
        return row;
      }
      if (this.#rows.length === 0) return undefined;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Ends the work on a row. It can be taken again unless it `isHandled`. */
  release(row: OpenRow, isHandled: boolean): void {
    if (!isHandled) this.#rows.unshift(row);
    if (row.naturalKey !== null) this.#inWork.delete(row.naturalKey);
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Offers the row again after `waitMs`; not in this chunk if it is null. */
  setAside(row: OpenRow, waitMs: number | null): void {
    if (waitMs !== null) this.#aside.push({ row, dueAtMs: performance.now() + waitMs });
    this.groupHandled(row);
  }

  /** Marks the rows that are filed together with this one as done. */
  groupHandled({ groupRow }: OpenRow): void {
    if (groupRow !== null) this.#handledGroups.add(groupRow);
  }

  #due(): OpenRow | undefined {
    const due = this.#aside.find(({ dueAtMs }) => dueAtMs <= performance.now());
    if (!due) return undefined;
    this.#aside = this.#aside.filter((each) => each !== due);
    if (due.row.groupRow !== null) this.#handledGroups.delete(due.row.groupRow);
    return due.row;
  }

  #first(): OpenRow | undefined {
    for (let index = 0; index < this.#rows.length;) {
      const row = this.#rows[index];
      if (row && row.groupRow !== null && this.#handledGroups.has(row.groupRow)) this.#rows.splice(index, 1);
      else if (row && row.naturalKey !== null && this.#inWork.has(row.naturalKey)) index += 1;
      else return this.#rows.splice(index, 1)[0];
    }
    return undefined;
  }
}
