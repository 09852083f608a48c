/** The payer's page at bKash: wallet, OTP, PIN, and back to the merchant; it needs no script. */
import { Hono, type Context } from 'hono';
import { messageOf, type Code } from './codes.ts';
import { OTP, PIN } from './merchant.ts';
import { failureWords, findPayment, openStates, redirectUrl, walletTrouble } from './payments.ts';
import { endScreen, lostScreen, otpScreen, pinScreen, walletScreen, type Html } from './payer-screens.ts';
import type { Memory, Payment } from './state.ts';

const OTP_LIFE_MS = 3 * 60_000;
const OTP_SENDS_MAX = 3;
const WRONG_OTPS_MAX = 3;
const WRONG_PINS_MAX = 3;
const MSISDN = /^01[3-9]\d{8}$/;

/** Stay with a message, go on to the next screen, or return to the merchant. */
type Step = { stay: string } | 'next' | 'leave';

export function payerPage(memory: Memory): Hono {
  const app = new Hono();
  app.get('/', (c) => {
    const payment = openedPayment(memory, c);
    if (!payment) return c.html(lostScreen(), 404);
    return payment.state === 'APPROVED' || payment.state === 'COMPLETED'
      ? c.redirect(redirectUrl(memory, payment, 'success'), 303)
      : c.html(screenOf(memory, payment));
  });
  app.post('/', async (c) => {
    const payment = openedPayment(memory, c);
    if (!payment) return c.html(lostScreen(), 404);
    const form = await c.req.formData();
    const step = takeStep(memory, payment, (name) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    });
    memory.saveNow();
    if (step === 'next') return c.redirect(c.req.url, 303);
    if (step === 'leave') return c.redirect(wayBack(memory, payment), 303);
    return c.html(screenOf(memory, payment, step.stay), 422);
  });
  return app;
}

/** The payment that the address names, if its hash is correct. */
function openedPayment(memory: Memory, c: Context): Payment | undefined {
  const id = c.req.query('paymentId') ?? '';
  const payment = memory.state.payments[id];
  return payment && payment.hash === c.req.query('hash') ? findPayment(memory, id) : undefined;
}

function screenOf(memory: Memory, payment: Payment, message?: string): Html {
  switch (payment.state) {
    case 'CREATED':
      return walletScreen(payment, Object.entries(memory.state.wallets), message);
    case 'WALLET_OK':
      return otpScreen(payment, message);
    case 'OTP_OK':
      return pinScreen(payment, message);
    default:
      return endScreen(payment, endWords(payment), wayBack(memory, payment));
  }
}

function endWords(payment: Payment): string {
  switch (payment.state) {
    case 'CANCELLED':
      return 'You cancelled this payment.';
    case 'EXPIRED':
      return 'The time for this payment is over.';
    case 'PAGE_FAILED':
    case 'EXEC_FAILED':
      return failureWords(payment);
    default:
      return 'This payment is done with.';
  }
}

function wayBack(memory: Memory, payment: Payment): string {
  switch (payment.state) {
    case 'APPROVED':
    case 'EXECUTING':
    case 'COMPLETED':
      return redirectUrl(memory, payment, 'success');
    case 'CANCELLED':
      return redirectUrl(memory, payment, 'cancel');
    default:
      return redirectUrl(memory, payment, 'failure');
  }
}

function takeStep(memory: Memory, payment: Payment, field: (name: string) => string): Step {
  if (!openStates.includes(payment.state)) return 'leave';
  if (field('action') === 'cancel') {
    payment.state = 'CANCELLED';
    return 'leave';
  }
  // A form of an earlier screen that is sent again does not apply to this screen.
  if (field('screen') !== payment.state) return 'next';
  if (payment.state === 'CREATED') return takeWallet(memory, payment, field('wallet'), field('terms'));
  if (payment.state === 'OTP_OK') return takePin(memory, payment, field('pin'));
  return field('action') === 'resend' ? resendOtp(memory, payment) : takeOtp(memory, payment, field('otp'));
}

function takeWallet(memory: Memory, payment: Payment, msisdn: string, terms: string): Step {
  if (!MSISDN.test(msisdn)) return { stay: messageOf('2009') };
  if (terms === '') return { stay: 'Please agree to the terms and conditions.' };
  if (!memory.state.wallets[msisdn]) return { stay: messageOf('2057') };
  const trouble = walletTrouble(memory, msisdn, payment.poisha);
  payment.wallet = msisdn;
  if (memory.state.switches.troubleOnPage && trouble) return failPage(payment, trouble);
  payment.state = 'WALLET_OK';
  payment.otpSentMs = memory.nowMs();
  payment.otpSends = 1;
  return 'next';
}

function resendOtp(memory: Memory, payment: Payment): Step {
  if (payment.otpSends >= OTP_SENDS_MAX) return { stay: messageOf('2013') };
  payment.otpSends += 1;
  payment.otpSentMs = memory.nowMs();
  return { stay: 'A new verification code was sent.' };
}

function takeOtp(memory: Memory, payment: Payment, otp: string): Step {
  if (memory.nowMs() - payment.otpSentMs > OTP_LIFE_MS) return { stay: messageOf('2018') };
  if (otp === OTP) {
    payment.state = 'OTP_OK';
    return 'next';
  }
  payment.wrongOtps += 1;
  return payment.wrongOtps >= WRONG_OTPS_MAX ? failPage(payment, '2017') : { stay: messageOf('2016') };
}

function takePin(memory: Memory, payment: Payment, pin: string): Step {
  const wallet = memory.state.wallets[payment.wallet ?? ''];
  if (!wallet) return failPage(payment, '2057');
  if (pin === PIN) {
    wallet.wrongPins = 0;
    payment.verified = true;
    payment.state = 'APPROVED';
    return 'leave';
  }
  wallet.wrongPins += 1;
  if (wallet.wrongPins < WRONG_PINS_MAX) return { stay: messageOf('2014') };
  wallet.wrongPins = 0;
  return failPage(payment, '2015');
}

function failPage(payment: Payment, code: Code): Step {
  payment.state = 'PAGE_FAILED';
  payment.failureCode = code;
  return 'leave';
}
