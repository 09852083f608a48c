/**
 * Tracks whether the server can be reached. Every call reports its result, and while the connection is lost it is
 * probed regularly.
 */
import { useSyncExternalStore } from 'react';

const probePath = '/api/health';
const probeEveryMs = 5_000;
const probeTimeoutMs = 4_000;
/** Statuses that a gateway in front of our server answers with when the server is unavailable. */
const gatewayStatusMin = 502;

let lost = false;
let probing = false;
const listeners = new Set<() => void>();
const backListeners = new Set<() => void>();

function setLost(next: boolean): void {
  if (lost === next) return;
  lost = next;
  for (const listener of listeners) listener();
  if (!lost) for (const listener of backListeners) listener();
}

/** Returns true if the answer comes from our own server, whatever its status. */
export function isOwnAnswer(response: Response): boolean {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return response.status < gatewayStatusMin || isJson;
}

async function canReach(): Promise<boolean> {
  try {
    return isOwnAnswer(await fetch(probePath, { signal: AbortSignal.timeout(probeTimeoutMs) }));
  } catch {
    return false;
  }
}

/**
 * Probes the server once. A single broken call proves nothing, so the connection counts as lost only when the probe
 * fails as well.
 */
async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  try {
    setLost(!(await canReach()));
  } finally {
    probing = false;
  }
  // A probe may have succeeded just before the network was lost. While the browser is offline, no other request would
  // detect that.
  if (lost || !navigator.onLine) setTimeout(() => void probe(), probeEveryMs);
}

export function noteAnswer(): void {
  setLost(false);
}

export function noteNoAnswer(): void {
  if (!lost) void probe();
}

/** Registers a listener that is called each time the server can be reached again. */
export function onConnectionBack(listener: () => void): void {
  backListeners.add(listener);
}

/** Handles the browser's own online and offline events, which arrive sooner than a failed call. */
export function noteNetworkChange(): void {
  void probe();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => lost,
    () => false,
  );
}
