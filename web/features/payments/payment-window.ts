/** Manages the small window in which the payer confirms at bKash, and the message it sends on return. */
import type { PaymentWindowMessage } from '#contracts/payments/payments.ts';
import { wordsNow } from '#web/lib/words.ts';
import { paymentWords } from './words.ts';

const widthPx = 500;
const heightPx = 600;

/** Opens the window during the click, while the browser allows it. Returns null if it was blocked. */
export function openPaymentWindow(): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - widthPx) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - heightPx) / 2);
  const features = `popup,width=${widthPx},height=${heightPx},left=${Math.round(left)},top=${Math.round(top)}`;
  const opened = window.open('about:blank', 'chalan-payment', features);
  if (!opened || opened.closed) return null;
  try {
    opened.document.title = 'bKash';
    opened.document.body.textContent = wordsNow(paymentWords).openingWindow;
  } catch {
    // The window of an earlier payment still shows bKash's page, which the new payment replaces.
  }
  opened.focus();
  return opened;
}

function isPaymentMessage(data: unknown): data is PaymentWindowMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'source' in data &&
    data.source === 'chalan-payment' &&
    'type' in data &&
    (data.type === 'success' || data.type === 'failed')
  );
}

/** Calls back once the window is closed, or once our page in it reports that the payer has returned. */
export function watchPaymentWindow(opened: Window, onReturned: () => void, checkMs: number): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    if (event.origin !== window.location.origin || event.source !== opened) return;
    if (isPaymentMessage(event.data)) onReturned();
  };
  const timer = setInterval(() => opened.closed && onReturned(), checkMs);
  window.addEventListener('message', onMessage);
  return () => {
    clearInterval(timer);
    window.removeEventListener('message', onMessage);
  };
}

/**
 * Notifies the page that opened this window of the result. That page closes the window once it shows the result itself;
 * one that was loaded again, or whose dialog was closed, no longer does.
 */
export function reportResult(type: PaymentWindowMessage['type']): void {
  const opener = window.opener as Window | null;
  if (!opener || opener.closed) return;
  const message: PaymentWindowMessage = { source: 'chalan-payment', type };
  opener.postMessage(message, window.location.origin);
}
