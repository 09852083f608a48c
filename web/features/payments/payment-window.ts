/** The small window in which bKash asks the payer, and what it says when it comes back. */
import type { PaymentWindowMessage } from '#contracts/payments/payments.ts';
import { wordsNow } from '#web/lib/words.ts';
import { paymentWords } from './words.ts';

const widthPx = 500;
const heightPx = 600;

/** Opens the window inside the click, while the browser still allows it; null when it is blocked. */
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
    // The window of an earlier payment still shows bKash's page; it is about to show the new one.
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

/** Calls back once the window is closed or our own page in it says that the payer is back. */
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

/** Tells the page that opened this window how the payment went, and closes it; false when nobody opened it. */
export function reportAndClose(type: PaymentWindowMessage['type']): boolean {
  const opener: Window | null = window.opener;
  if (!opener || opener.closed) return false;
  const message: PaymentWindowMessage = { source: 'chalan-payment', type };
  opener.postMessage(message, window.location.origin);
  window.close();
  return true;
}
