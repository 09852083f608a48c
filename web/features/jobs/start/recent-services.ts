/** Stores in this browser which services each customer started last; the list of services begins with them. */
import { useState } from 'react';

const storageKey = 'chalan-recent-services';
/** Enough for a customer's daily work; the other services keep their places in the list. */
const recentMax = 4;
/** Customers of this browser; the oldest are forgotten. */
const customersMax = 20;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function readAll(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

function read(userId: string): readonly string[] {
  const kept = readAll()[userId];
  return isTexts(kept) ? kept.slice(0, recentMax) : [];
}

function write(userId: string, serviceIds: readonly string[]): void {
  const { [userId]: _, ...others } = readAll();
  const entries = Object.entries({ ...others, [userId]: serviceIds }).slice(-customersMax);
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage the list lasts as long as the page.
  }
}

/** Returns the ids of the services that were started last, the latest first, and a function that adds one. */
export function useRecentServices(userId: string) {
  const [recent, setRecent] = useState(() => read(userId));
  const add = (serviceId: string) => {
    const next = [serviceId, ...read(userId).filter((id) => id !== serviceId)].slice(0, recentMax);
    write(userId, next);
    setRecent(next);
  };
  return { recent, add };
}
