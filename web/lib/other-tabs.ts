/**
 * Tells this browser's other tabs who has signed in, because they share the session: a tab that asks to sign in again
 * need not ask any longer, and one that shows another person's page must not stay.
 */
const channelName = 'chalan-sign-in';

/**
 * The person who has signed in; null if the tabs must ask the server: somebody has signed out, only the server knows who
 * has signed in, or that person's balance has changed.
 */
type SignedIn = { userId: string | null };
type Listener = (userId: string | null) => void;

/** A channel does not report to itself, so a tab uses the same one for both directions. */
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  channel ??= new BroadcastChannel(channelName);
  return channel;
}

export function tellOtherTabs(userId: string | null): void {
  const report: SignedIn = { userId };
  openChannel()?.postMessage(report);
}

/** Returns a function that stops listening. */
export function listenToOtherTabs(listener: Listener): () => void {
  const opened = openChannel();
  const onMessage = ({ data }: MessageEvent<SignedIn>) => listener(data.userId);
  opened?.addEventListener('message', onMessage);
  return () => opened?.removeEventListener('message', onMessage);
}
