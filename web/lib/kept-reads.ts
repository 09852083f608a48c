/**
 * What a reload during an outage shows: the work history, the progress of jobs, and as much of the customer as the page's
 * frame needs. In this tab only, for an hour; no address, no content of a paper, no login is in it; a paper's number may
 * stand in the name of its file.
 */
import type { DehydratedState } from '@tanstack/react-query';
import type { SignedInUser } from '#contracts/calls/account-answers.ts';

const storageKey = 'chalan-reads';
/** Another shape of what is kept needs another number: an old record is then not read. */
const version = 2;
const keptMs = 60 * 60_000;
const charactersMax = 1_000_000;

type Kept = { version: typeof version; at: number; user: SignedInUser; state: DehydratedState };

let stopped = false;

/** A customer without what nobody else at this desktop should read. */
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

/** Kept from before an outage, and not the customer as the server knows it. */
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
    // A full or forbidden storage only costs the view across a reload without a connection.
  }
}

export function forgetReads(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage nothing was kept.
  }
}

/** For whoever leaves the account: nothing that is still under way writes again. */
export function stopKeepingReads(): void {
  stopped = true;
  forgetReads();
}
