/** Holds which cell of the preview is being corrected, which one takes the focus, and what is offered afterwards. */
import { useState, type KeyboardEvent } from 'react';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { headingOf, neighbour, type CellPlace, type EqualOffer } from './sheet-corrections.ts';
import type { SheetCorrections } from './use-sheet-corrections.ts';

export const problemAt = ({ problems }: Preview, { row, name }: CellPlace) =>
  problems.find((problem) => problem.row === row && problem.column === name);

const isSame = (one: CellPlace | null, { row, name }: CellPlace) => one?.row === row && one.name === name;

export type CellEditing = ReturnType<typeof useCellEditing>;

/** `places`: the cells that can be corrected, in the order in which the Enter key goes through them. */
export function useCellEditing(
  preview: Preview,
  corrections: SheetCorrections,
  places: readonly CellPlace[],
) {
  const [editing, setEditing] = useState<CellPlace | null>(null);
  const [focus, setFocus] = useState<CellPlace | null>(null);
  const [offer, setOffer] = useState<EqualOffer | null>(null);
  return {
    // A correction that could not be sent must be sent or taken back first.
    offer: corrections.error ? null : offer,
    setOffer,
    isEditing: (at: CellPlace) => isSame(editing, at),
    takesFocus: (at: CellPlace) => isSame(focus, at),
    open: (at: CellPlace) => {
      setFocus(null);
      setEditing(at);
    },
    cancel: (at: CellPlace) => {
      setEditing(null);
      setFocus(at);
    },
    keep: (at: CellPlace, former: string, text: string, goTo: 1 | -1 | 0) => {
      // The field also loses the focus, and calls this again, after Enter or Escape has closed it.
      if (!isSame(editing, at)) return;
      const next = goTo === 0 ? null : neighbour(places, at, goTo);
      setEditing(next);
      setFocus(next ? null : at);
      const heading = headingOf(preview, at.name);
      if (heading === null || text.trim() === former.trim()) return;
      const isAdded = corrections.add({ heading, text, rowNumber: at.row });
      const rows = problemAt(preview, at)?.sameValue ?? 1;
      setOffer(isAdded && rows > 1 ? { heading, from: former, text, rowNumber: at.row, rows } : null);
    },
    undoByKey: (event: KeyboardEvent) => {
      if (editing || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOffer(null);
      corrections.undo();
    },
  };
}
