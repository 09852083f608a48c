/**
 * Stores what a reload during an outage shows: the work history, the progress of jobs, and the part of the customer's
 * record that the page's frame needs. It is kept in this tab only, for one hour. It contains no address, document
 * content or login, although a document's number may be part of a file name.
 */
import type { DehydratedState } from '@tanstack/react-query';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';

const storageKey = 'chalan-reads';
/** Increase this number when the stored shape changes; records of another version are not read. */
const version = 4;
const keptMs = 60 * 60_000;
const charactersMax = 1_000_000;

type Kept = { version: typeof version; at: number; user: SignedInUser; state: DehydratedState };

let stopped = false;

/** Removes from the customer's record everything that nobody else at a shared desktop should read. */
function displayUser(user: SignedInUser): SignedInUser {
  return {
    ...user,
    email: '',
    company: '',
    mobile: '',
    memberSince: '',
    createdAt: '',
    updatedAt: '',
    lastActivity: null,
  };
}

/** Returns true for a customer restored from storage, as opposed to one that the server answered with. */
export const isDisplayOnly = ({ email }: SignedInUser): boolean => email === '';

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const record: Partial<Record<keyof Kept, unknown>> = value;
  if (record.version !== version || typeof record.at !== 'number') return false;
  if (typeof record.user !== 'object' || typeof record.state !== 'object') return false;
  return Date.now() - record.at < keptMs;
}

export function readKept(): Kept | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

export function keepReads(user: SignedInUser, state: DehydratedState): void {
  if (stopped) return;
  const record: Kept = { version, at: Date.now(), user: displayUser(user), state };
  const text = JSON.stringify(record);
  try {
    if (text.length <= charactersMax) sessionStorage.setItem(storageKey, text);
  } catch {
    // If storage is full or forbidden, only the view after a reload without a connection is lost.
  }
}

export function forgetReads(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage nothing was kept.
  }
}

/** Stops all further writes, so that a pending write cannot store data after the customer has left the account. */
export function stopKeepingReads(): void {
  stopped = true;
  forgetReads();
}
