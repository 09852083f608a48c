/**
 * Remembers from which page each opened job was reached, so that the job's page leads back there. An address can contain
 * what was searched for, such as a customer's email address. It is kept in this tab only, whose history contains it as
 * well, until the person signs out or another one signs in.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useTakenOver } from './use-taken-over.ts';

const storageKey = 'chalan-origins';
/** More jobs than people usually go back through. */
const originsMax = 50;
/** No page makes a longer address; whoever types one is led to the dashboard after a reload. */
const addressLengthMax = 500;

/** The address from which each entry of the browser's history was reached; kept for a reload. */
const origins = new Map<string, string>();

/** The address of the page that was open last and belongs to no single job; none if a job was opened directly. */
let lastPlace: string | undefined;

function readKept(): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, string][];
    for (const [entry, place] of kept) origins.set(entry, place);
  } catch {
    // Without storage, a job's page leads to the dashboard after a reload.
  }
}

function keep(entry: string, place: string): void {
  if (place.length > addressLengthMax) return;
  origins.set(entry, place);
  const [oldest] = origins.keys();
  if (origins.size > originsMax && oldest !== undefined) origins.delete(oldest);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...origins]));
  } catch {
    // Without storage, a job's page leads to the dashboard after a reload.
  }
}

/** What somebody else left in this tab. */
export function forgetOrigins(): void {
  origins.clear();
  lastPlace = undefined;
}

const isOfOneJob = (pathname: string): boolean => pathname.startsWith(`${paths.jobs}/`);

/** Each document's first entry has the same key. */
const entryOf = (key: string, pathname: string): string => `${key} ${pathname}`;

readKept();

/** Notes which page is open. Pages of one job keep the origin of the first of them. */
export function useOriginsNoted(): void {
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    if (!isOfOneJob(pathname)) {
      lastPlace = pathname + search;
      return;
    }
    const entry = entryOf(key, pathname);
    lastPlace = origins.get(entry) ?? lastPlace;
    if (lastPlace !== undefined) keep(entry, lastPlace);
  }, [key, pathname, search]);
}

/** Returns the address from which the open page of a job was reached; none if it was opened directly. */
export function useOrigin(): string | undefined {
  const { key, pathname } = useLocation();
  const origin = origins.get(entryOf(key, pathname)) ?? lastPlace;
  // The server does not know it.
  return useTakenOver() ? origin : undefined;
}
