/** How the payer's page looks: a card of our own design, for a popup of 500×600 and for phones. */
import { html, raw } from 'hono/html';
import type { Html } from '#tests/sandbox/framework/html.ts';
import { amountOf } from './formats.ts';
import { blockedWallet, merchant, OTP, PIN, poorWallet } from './merchant.ts';
import type { Payment, Wallet } from './state.ts';

export type { Html };

const style = raw(`<style>
:root { --rose: #a8123e; --blush: #fdf0f4; --line: #e6c3cf; --ink: #2b1a20 }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--blush) }
.sandbox { margin: 0; padding: 4px 16px; background: var(--ink); color: #fff; font-size: 13px; font-weight: 700; letter-spacing: 2px; text-align: center }
main { max-width: 460px; margin: 0 auto; padding: 16px }
.order { display: flex; justify-content: space-between; gap: 16px; padding-bottom: 12px; border-bottom: 1px solid var(--line) }
.order p { margin: 0; min-width: 0; overflow-wrap: anywhere } .order small { display: block; color: #6b4a55 }
p.amount { flex: none; font-size: 20px; font-weight: 700; white-space: nowrap }
h1 { font-size: 20px; margin: 16px 0 8px }
label { display: block; font-weight: 600 } .terms { display: flex; gap: 8px; align-items: flex-start; margin-top: 12px; font-weight: 400 }
input[type=text], input[type=password] { width: 100%; margin-top: 4px; padding: 10px 12px; font-size: 18px; border: 1px solid #8d5a6b; border-radius: 6px; background: #fff }
input[type=checkbox] { width: 20px; height: 20px; margin: 1px 0 0; accent-color: var(--rose); flex: none }
:focus-visible { outline: 3px solid #2f6fde; outline-offset: 2px }
.alert { margin: 0 0 12px; padding: 8px 12px; border-left: 4px solid var(--rose); background: #fff }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px }
button, .button { flex: 1 1 120px; min-height: 44px; padding: 10px 16px; font: inherit; font-weight: 600; text-align: center; text-decoration: none; border: 1px solid var(--rose); border-radius: 6px; background: #fff; color: var(--rose); cursor: pointer }
.primary { background: var(--rose); color: #fff }
aside { margin-top: 20px; padding: 8px 12px; border: 1px dashed var(--line); border-radius: 6px; font-size: 14px }
aside p { margin: 0 0 4px } code { font-size: 14px }
</style>`);

const hint = html`<aside aria-label="Sandbox hint">
  <p>No real money. PIN <code>${PIN}</code>, verification code <code>${OTP}</code>.</p>
</aside>`;

function frame(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} – SANDBOX payment</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <p class="sandbox">SANDBOX</p>
        <main>${body}</main>
      </body>
    </html>`;
}

const order = (payment: Payment): Html =>
  html`<div class="order">
    <p>${merchant.name}<small>Invoice ${payment.invoice}</small></p>
    <p class="amount">BDT ${amountOf(payment.poisha)}</p>
  </div>`;

/** Cancelling must not require the fields to be filled in. */
function screen(
  payment: Payment,
  shown: { title: string; message: string | undefined; fields: Html; more?: Html; hint: Html },
): Html {
  const { title, message } = shown;
  return frame(
    title,
    html`${order(payment)}
      <h1>${title}</h1>
      ${message ? html`<p class="alert" role="alert">${message}</p>` : ''}
      <form method="post" autocomplete="off">
        <input type="hidden" name="screen" value="${payment.state}" />
        ${shown.fields}
        <div class="buttons">
          <button class="primary" name="action" value="confirm">Confirm</button>
          ${shown.more ?? ''}
          <button name="action" value="cancel" formnovalidate>Cancel</button>
        </div>
      </form>
      ${shown.hint}`,
  );
}

export function walletScreen(payment: Payment, wallets: [string, Wallet][], message?: string): Html {
  const isNumber = /^01\d{9}$/.test(payment.payerReference);
  return screen(payment, {
    title: 'Your wallet number',
    message,
    fields: html`<label
        >Wallet number
        <input
          type="text"
          name="wallet"
          inputmode="numeric"
          maxlength="11"
          placeholder="01XXXXXXXXX"
          value="${isNumber ? payment.payerReference : ''}"
          required
      /></label>
      <label class="terms"
        ><input type="checkbox" name="terms" value="yes" required /> I agree to the terms and
        conditions</label
      >`,
    hint: walletHint(wallets.map(([msisdn]) => msisdn)),
  });
}

function walletHint(wallets: string[]): Html {
  const good = wallets.filter((msisdn) => msisdn !== poorWallet && msisdn !== blockedWallet);
  return html`<aside aria-label="Sandbox hint">
    <p>No real money. Wallets that pay:</p>
    <p>${good.map((msisdn) => html`<code>${msisdn}</code> `)}</p>
    <p>No balance: <code>${poorWallet}</code>. Blocked: <code>${blockedWallet}</code>.</p>
    <p>Verification code <code>${OTP}</code>, PIN <code>${PIN}</code>.</p>
  </aside>`;
}

export function otpScreen(payment: Payment, message?: string): Html {
  return screen(payment, {
    title: 'Verification code',
    message,
    fields: html`<label
      >Code sent to ${payment.wallet}
      <input
        type="text"
        name="otp"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength="6"
        required
        autofocus
    /></label>`,
    more: html`<button name="action" value="resend" formnovalidate>Resend code</button>`,
    hint,
  });
}

export function pinScreen(payment: Payment, message?: string): Html {
  return screen(payment, {
    title: 'Your PIN',
    message,
    fields: html`<label
      >PIN of ${payment.wallet}
      <input type="password" name="pin" inputmode="numeric" maxlength="5" required autofocus
    /></label>`,
    hint,
  });
}

export function endScreen(payment: Payment, words: string, backUrl: string): Html {
  return frame(
    'Payment closed',
    html`${order(payment)}
      <h1>Payment closed</h1>
      <p class="alert" role="alert">${words}</p>
      <div class="buttons"><a class="button" href="${backUrl}">Back to ${merchant.name}</a></div>`,
  );
}

export function lostScreen(): Html {
  return frame(
    'Not found',
    html`<h1>This payment link is not valid</h1>
      <p>Go back to the shop and start again.</p>`,
  );
}
