/** Starts a job after the questions that it needs: whether to file, and whether to pay a new price. */
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ServiceSummary } from '#services/contract.ts';
import type { ChosenBank } from './bank-choice.tsx';
import { needsFilingQuestion } from './filing-rules.ts';
import { covers } from './start-reason.ts';
import type { SheetCorrections } from './use-sheet-corrections.ts';
import type { CheckedFile, StartChoice } from './use-start-draft.ts';
import { useStartJob, type StartCall } from './use-start-job.ts';

export type StartInput = {
  service: ServiceSummary | null;
  checked: CheckedFile | null;
  /** The corrections of the sheet; the REX page has none. */
  corrections?: SheetCorrections;
  /** Whether only documents are made, without the portal. */
  documentsOnly?: boolean;
  /** The bank of the claims; services without one do not ask for it. */
  chosen?: ChosenBank;
  keepPreview: (preview: Preview) => CheckedFile;
  dropFile: () => void;
  /** Keeps what a start says beside the file, for its repetition. */
  noteSent?: (file: CheckedFile, choice: StartChoice) => void;
  /** Shows the sheet as it is now, after a start was refused because it has changed. */
  onChanged: (seen: Preview) => void;
  call?: StartCall;
  /** The answer may come after the page was left, or another file was checked. */
  onStarted: (jobId: string, started: CheckedFile) => void;
};

export type AskedStart = ReturnType<typeof useAskedStart>;

export function useAskedStart(user: User, input: StartInput) {
  const { service, checked, corrections, documentsOnly = false, chosen, call } = input;
  const { keepPreview, dropFile, noteSent, onChanged, onStarted } = input;
  const [isAskingToFile, setAskingToFile] = useState(false);
  const { start, newPrice, dropNewPrice, ...started } = useStartJob({
    user,
    documentsOnly,
    bankKey: chosen?.bank?.key ?? null,
    call,
    onSent: noteSent,
    onStarted,
    onRefused: ({ preview }, why) => {
      if (why === 'file is gone') return dropFile();
      // After a refusal, the next attempt needs a new idempotency key; storing the preview again creates one.
      keepPreview(preview);
      if (why === 'sheet changed') onChanged(preview);
    },
  });

  const startOrAsk = () => {
    if (!service || !checked) return;
    // A tap that also ends the typing in a cell comes before the page has been rendered with that correction. Its price
    // is not known yet, so the customer starts once more.
    if (corrections?.isOutdated()) return;
    const { billableRows, hiddenRows } = checked.preview;
    if (!documentsOnly && needsFilingQuestion(service.effect, billableRows, hiddenRows))
      setAskingToFile(true);
    else start(checked);
  };

  const fileAll = () => {
    setAskingToFile(false);
    if (checked) start(checked);
  };

  const acceptNewPrice = () => {
    if (!checked || newPrice === null) return;
    const priced = {
      ...checked.preview,
      totalCredits: newPrice,
      costPerRow: newPrice / Math.max(1, checked.preview.billableRows),
    };
    // A start at a new price is a new request, so it gets a new idempotency key.
    const repriced = keepPreview(priced);
    if (covers(user, newPrice)) start(repriced);
    dropNewPrice();
  };

  return {
    ...started,
    startOrAsk,
    isAskingToFile,
    stopAsking: () => setAskingToFile(false),
    fileAll,
    newPrice,
    dropNewPrice,
    acceptNewPrice,
  };
}
