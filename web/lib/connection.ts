/** Whether the server can be reached: told by every call, and looked at again by itself while it can not. */
import { useSyncExternalStore } from 'react';

const probePath = '/api/health';
const probeEveryMs = 5_000;
const probeTimeoutMs = 4_000;
/** Answers of what stands before our server, when the server itself is away. */
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

/** An answer of our own, whatever it says. */
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

/** One call that broke off proves nothing: the connection is lost when a second one fails as well. */
async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  try {
    setLost(!(await canReach()));
  } finally {
    probing = false;
  }
  if (lost) setTimeout(() => void probe(), probeEveryMs);
}

export function noteAnswer(): void {
  setLost(false);
}

export function noteNoAnswer(): void {
  if (!lost) void probe();
}

/** Called each time the server is there again. */
export function onConnectionBack(listener: () => void): void {
  backListeners.add(listener);
}

/** The browser's own word on its network, which comes sooner than a call that fails. */
export function noteNetworkChange(): void {
  void probe();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => lost);
}
