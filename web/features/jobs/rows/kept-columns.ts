/** Stores in this browser which columns of rows a customer has chosen for each service. */
import { useState } from 'react';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { inOrder, usualColumns, type ChosenColumns } from './rows-columns.ts';

const storageKey = 'chalan-row-columns';
/** Each service has one entry for each customer of this browser; the oldest are forgotten. */
const entriesMax = 60;

type Kept = Record<string, string[]>;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function readAll(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

function write(key: string, columns: string[]): void {
  const { [key]: _, ...others } = readAll();
  const entries = Object.entries({ ...others, [key]: columns }).slice(-entriesMax);
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function read(key: string): ChosenColumns {
  const kept = readAll()[key];
  return isTexts(kept) ? inOrder(kept) : usualColumns;
}

export function useKeptColumns(userId: string, serviceId: string) {
  const key = `${userId}/${serviceId}`;
  const [chosen, setChosen] = useState<ChosenColumns>(() => read(key));
  const choose = (columns: ChosenColumns) => {
    const next = inOrder(columns);
    write(key, next);
    setChosen(next);
  };
  // The server does not know the choice.
  return { chosen: useTakenOver() ? chosen : usualColumns, choose };
}
