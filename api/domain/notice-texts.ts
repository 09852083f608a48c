/** What notifications say in English, which is kept with them. */
import { formatCredits } from '#contracts/credits.ts';
import type { NoticeTexts } from '#contracts/notices.ts';
import { plural } from './job-record.ts';

export const noticeTexts: NoticeTexts = {
  job_completed: ({ service, file, done, rows }) => ({
    title: 'Automation complete',
    message: `${service}: ${file}: ${done} of ${rows} ${plural(rows, 'row')} done.`,
    action: 'View job',
  }),
  job_failed: ({ service, file, reason }) => ({
    title: 'Automation failed',
    message: `${service}: ${file}: ${reason}`,
    action: 'View job',
  }),
  login_refused: ({ service, file, reason }) => ({
    title: 'Portal login refused',
    message: `${reason} ${service}: ${file} was stopped and the credits of its open rows came back.`,
    action: 'Update Portal Access',
  }),
  captcha_asked: ({ service, prompt }) => ({
    title: 'The portal asks for a CAPTCHA',
    message: `${service} waits for your answer: ${prompt}`,
    action: 'Answer',
  }),
  code_asked: ({ service, prompt }) => ({
    title: 'The portal asks for a code',
    message: `${service} waits for your answer: ${prompt}`,
    action: 'Answer',
  }),
  credits_low: ({ balance, threshold }) => ({
    title: 'Credits are running low',
    message: `${formatCredits(balance)} credits are left, less than the ${formatCredits(threshold)} at which you wanted to be told.`,
    action: 'Buy Credits',
  }),
  credits_returned: ({ service, file, credits, reason }) => ({
    title: 'Credits returned',
    message: `${service}, ${file}: ${formatCredits(credits)} credits came back to your account. ${reason}`,
    action: 'View job',
  }),
  payment_received: ({ credits }) => ({
    title: 'Payment received',
    message: `Payment received: ${formatCredits(credits)} credits added.`,
  }),
  payment_repeated: ({ trxId }) => ({
    title: 'Payment is sent back',
    message: `Your order was paid twice. The second payment, ${trxId}, goes back to your bKash wallet.`,
  }),
  payment_refunded: ({ bdt, creditsTaken }) => ({
    title: 'Payment refunded',
    message: `${bdt.toFixed(2)} BDT went back to your bKash wallet.${creditsTaken > 0 ? ` ${formatCredits(creditsTaken)} credits were taken back.` : ''}`,
  }),
  token_created: ({ name }) => ({
    title: 'API token created',
    message: `The token “${name}” can now call the API in your name. If this was not you, revoke it and change your password.`,
    action: 'View tokens',
  }),
  webhook_off: ({ url }) => ({
    title: 'Webhook switched off',
    message: `Nothing could be delivered to ${url} for 3 days. Please check the address, then switch it on again.`,
    action: 'View webhooks',
  }),
  schedule_missed: ({ name, service, reason }) => ({
    title: 'Scheduled run not started',
    message: `${name} (${service}): ${reason} The schedule stays; it runs again tomorrow.`,
    action: 'View schedules',
  }),
  portal_changed: ({ portal, what }) => ({
    title: `${portal} has changed`,
    message: `${what} The portal is paused; its jobs wait.`,
    action: 'Open the portal board',
  }),
};
