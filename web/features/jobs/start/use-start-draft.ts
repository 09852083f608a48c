/** Holds what is chosen and checked in Start Automation. It survives a reload and a look at another page. */
import { startTransition, useCallback, useOptimistic, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { limits } from '#contracts/limits.ts';
import { forgetStored, readStored, useStoredState } from '#web/lib/use-stored-state.ts';

/** What a start says beside the file. */
export type StartChoice = { documentsOnly: boolean; bankKey: string | null };

/**
 * `key` ensures that a repeated click or a lost answer starts only one job. `edits`: the corrections with which the file
 * was checked. `sent`: what was sent with the key, because a repetition with another choice would be a different request.
 */
export type CheckedFile = {
  preview: Preview;
  key: string;
  checkedAtMs: number;
  edits: readonly SheetEdit[];
  sent?: StartChoice | null;
};

/**
 * What the form chose because the customer had not. It is kept while the file is checked and started, so that news of
 * banks and portals changes neither where the rows are filed nor whether they are.
 */
type OwnChoice = StartChoice & { serviceId: string };

/**
 * The checked file with what the customer chose for it, and what the form chose by itself: another address, such as that
 * of the sidebar, does not name it.
 */
type KeptFile = CheckedFile & StartChoice & { ownChoice: OwnChoice | null };

const isFresh = (file: CheckedFile) => Date.now() - file.checkedAtMs < limits.draftRetentionMs;

type Choice = 'service' | 'documents' | 'bank';

/**
 * Returns the address's parameters, and a function that changes some of them; null removes one. A change takes effect
 * immediately. The router renders a new address in a transition, which can take seconds while the page is being taken
 * over, and a start in that time would use the former choice.
 */
function useChosen() {
  const [address, setAddress] = useSearchParams();
  const [query, show] = useOptimistic(address);
  const choose = useCallback(
    (choices: Partial<Record<Choice, string | null>>) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(choices)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      if (next.toString() === query.toString()) return;
      startTransition(() => {
        show(next);
        setAddress(next, { replace: true });
      });
    },
    [query, setAddress, show],
  );
  return [query, choose] as const;
}

const storedKey = 'chalan-checked-file-6';

/** Forgets a file that was started after the page was left, unless another one has been checked since. */
export function forgetStarted({ preview }: CheckedFile): void {
  const kept = readStored<KeptFile | null>(storedKey, null);
  if (kept?.preview.uploadId === preview.uploadId) forgetStored(storedKey);
}

type ChangeKept = (next: (latest: KeptFile | null) => KeptFile | null) => void;

/** Changes the kept file unless it has been replaced since. */
const changeFile = (change: ChangeKept, { key }: CheckedFile, changed: Partial<KeptFile>): void =>
  change((latest) => (latest?.key === key ? { ...latest, ...changed } : latest));

/** Returns what the form chose by itself, and the functions that note and replace it. */
function useOwnChoice(serviceId: string | null, checked: KeptFile | null, change: ChangeKept) {
  const [choiceWithoutFile, setChoiceWithoutFile] = useState<OwnChoice | null>(null);
  const withoutFile = choiceWithoutFile?.serviceId === serviceId ? choiceWithoutFile : null;
  const ownChoice = checked ? checked.ownChoice : withoutFile;
  /** Remembers what the form chose. Once only documents are made, that stays so until the customer switches it off. */
  const noteOwnChoice = useCallback(
    (now: StartChoice) => {
      // What was sent is no choice of the form any more.
      if (serviceId === null || checked?.sent) return;
      const next = {
        serviceId,
        bankKey: now.bankKey ?? ownChoice?.bankKey ?? null,
        documentsOnly: now.documentsOnly || ownChoice?.documentsOnly === true,
      };
      if (ownChoice?.bankKey === next.bankKey && ownChoice.documentsOnly === next.documentsOnly) return;
      if (checked) changeFile(change, checked, { ownChoice: next });
      else setChoiceWithoutFile(next);
    },
    [change, checked, ownChoice, serviceId],
  );
  return { ownChoice, noteOwnChoice, setChoiceWithoutFile };
}

export function useStartDraft() {
  const [query, choose] = useChosen();
  const [stored, setStored, changeStored] = useStoredState<KeptFile | null>(storedKey, null);
  const fresh = stored && isFresh(stored) ? stored : null;
  const serviceId = query.get('service') ?? fresh?.preview.serviceId ?? null;
  const checked = fresh?.preview.serviceId === serviceId ? fresh : null;
  const documentsOnly = query.get('documents') === 'only' || checked?.documentsOnly === true;
  const bankKey = query.get('bank') ?? checked?.bankKey ?? null;
  const own = useOwnChoice(serviceId, checked, changeStored);
  const { ownChoice, noteOwnChoice, setChoiceWithoutFile } = own;
  const sent = checked?.sent ?? null;

  /** A start of another check, or with another choice, is a different request, so it gets a new key. */
  const keep = useCallback(
    (file: Pick<KeptFile, 'preview' | 'edits' | 'documentsOnly' | 'bankKey' | 'ownChoice'>): CheckedFile => {
      const kept = { ...file, key: crypto.randomUUID(), checkedAtMs: Date.now(), sent: null };
      setStored(kept);
      return kept;
    },
    [setStored],
  );
  const keepPreview = useCallback(
    (preview: Preview, edits?: readonly SheetEdit[]): CheckedFile => {
      // Corrections of the same upload still apply unless others are given.
      const before = stored?.preview.uploadId === preview.uploadId ? stored.edits : [];
      return keep({ preview, edits: edits ?? before, documentsOnly, bankKey, ownChoice });
    },
    [bankKey, documentsOnly, keep, ownChoice, stored],
  );
  const noteSent = useCallback(
    (file: CheckedFile, choice: StartChoice) => changeFile(changeStored, file, { sent: choice }),
    [changeStored],
  );
  const setDocumentsOnly = useCallback(
    (next: boolean) => {
      const withFiling = ownChoice && { ...ownChoice, documentsOnly: false };
      if (checked) keep({ ...checked, documentsOnly: next, ownChoice: withFiling });
      else setChoiceWithoutFile(withFiling);
      choose({ documents: next ? 'only' : null });
    },
    [checked, choose, keep, ownChoice, setChoiceWithoutFile],
  );
  const setBank = useCallback(
    (next: string) => {
      setChoiceWithoutFile(null);
      if (checked) keep({ ...checked, bankKey: next, ownChoice: null });
      choose({ bank: next });
    },
    [checked, choose, keep, setChoiceWithoutFile],
  );
  /** What was chosen stays: from now on only the address names it. */
  const dropFile = useCallback(() => {
    setStored(null);
    setChoiceWithoutFile(ownChoice);
    choose({ service: serviceId, documents: documentsOnly ? 'only' : null, bank: bankKey });
  }, [bankKey, choose, documentsOnly, ownChoice, serviceId, setChoiceWithoutFile, setStored]);
  const setService = useCallback(
    (next: string | null) => {
      setStored(null);
      setChoiceWithoutFile(null);
      choose({ service: next, documents: null, bank: null });
    },
    [choose, setChoiceWithoutFile, setStored],
  );
  return {
    serviceId,
    checked,
    sent,
    documentsOnly: sent?.documentsOnly ?? (documentsOnly || ownChoice?.documentsOnly === true),
    bankKey: sent?.bankKey ?? bankKey ?? ownChoice?.bankKey ?? null,
    noteOwnChoice,
    noteSent,
    keepPreview,
    dropFile,
    setService,
    setDocumentsOnly,
    setBank,
  };
}
