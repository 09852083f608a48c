/** English texts of notifications, which are stored with them. */
import { formatCredits } from '#contracts/credits/credits.ts';
import { approvalNames } from '#contracts/accounts/approval-rules.ts';
import type { NoticeTexts } from '#contracts/messaging/notices.ts';
import { plural } from '#api/domain/jobs/job-record.ts';

const approvals = approvalNames.en;

export const noticeTexts: NoticeTexts = {
  approval_asked: ({ what, who }) => ({
    title: 'An administrator asks for your confirmation',
    message: `${approvals[what]}: ${who} asks for it. It takes effect when you confirm it, within 24 hours.`,
    action: 'Open approvals',
  }),
  approval_confirmed: ({ what, who }) => ({
    title: 'Your request was confirmed',
    message: `${approvals[what]}: ${who} has confirmed it.`,
    action: 'Open approvals',
  }),
  approval_refused: ({ what, who }) => ({
    title: 'Your request was refused',
    message: `${approvals[what]}: ${who} has refused it. Nothing was changed.`,
    action: 'Open approvals',
  }),
  administrator_suspended: ({ name, who }) => ({
    title: 'An administrator was suspended',
    message: `${who} has suspended the administrator ${name}. If you did not expect this, activate the account again, and ask ${who}.`,
    action: 'Open users',
  }),
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
  login_managed: ({ portal }) => ({
    title: 'Portal login entered for you',
    message: `Our team has entered your company's login for ${portal}, as agreed with you. Tell us if you did not agree to it.`,
    action: 'View Portal Access',
  }),
  login_unmanaged: ({ portal }) => ({
    title: 'Portal login removed',
    message: `Our team has removed the login for ${portal} that it had entered for your company.`,
    action: 'View Portal Access',
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
    message: `${formatCredits(balance)} credits are left, less than the ${formatCredits(threshold)} at which you wanted to be notified.`,
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
  payment_held: ({ bdt }) => ({
    title: 'Payment is being checked',
    message: `bKash reported other figures for your payment of ${bdt.toFixed(2)} BDT than agreed. Our team looks into it; please do not pay again.`,
    action: 'View transactions',
  }),
  payment_unconfirmed: ({ bdt }) => ({
    title: 'Payment not confirmed yet',
    message: `bKash has not confirmed your payment of ${bdt.toFixed(2)} BDT yet. We go on asking bKash; please do not pay again before you hear from us.`,
    action: 'View transactions',
  }),
  payment_not_taken: ({ bdt }) => ({
    title: 'Payment was not taken',
    message: `bKash has not taken your payment of ${bdt.toFixed(2)} BDT. You can buy the credits again.`,
    action: 'View transactions',
  }),
  payment_closed: ({ bdt }) => ({
    title: 'Payment closed',
    message: `Our team has closed your payment of ${bdt.toFixed(2)} BDT. If money or credits are missing, please contact us.`,
    action: 'View transactions',
  }),
  refund_delayed: ({ bdt }) => ({
    title: 'Refund is delayed',
    message: `bKash has not confirmed that ${bdt.toFixed(2)} BDT went back to your wallet. Our team looks into it.`,
    action: 'View transactions',
  }),
  refund_not_made: ({ bdt, credits }) => ({
    title: 'Refund was not made',
    message: `bKash did not send ${bdt.toFixed(2)} BDT back to your wallet.${credits > 0 ? ` ${formatCredits(credits)} credits came back to your account.` : ''}`,
    action: 'View transactions',
  }),
  refund_repeated: ({ bdt, trxId }) => ({
    title: 'A refund was made more than once',
    message: `bKash sent ${bdt.toFixed(2)} BDT to your wallet (${trxId}) beside the refunds that we asked for. Our team looks into it.`,
    action: 'View transactions',
  }),
  payment_decision: ({ bdt }) => ({
    title: 'A payment needs a decision',
    message: `A payment or refund of ${bdt.toFixed(2)} BDT cannot be ended without a person.`,
    action: 'Open the payments',
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
  job_stopped: ({ service, file, reason }) => ({
    title: 'Automation stopped',
    message: `${service}: ${file} was stopped by our team: ${reason} The credits of its open rows came back.`,
    action: 'View job',
  }),
  filing_repeated: ({ portal, service, row, times }) => ({
    title: `A filing was sent to ${portal} again`,
    message: `${service}, row ${row}: the first request left no trace, so it was sent ${times} times. Please check that the portal has it once.`,
    action: 'Open the job',
  }),
  filing_twins: ({ portal, service, row, references, clicks }) => ({
    title: `A filing is on ${portal} more than once`,
    message: `${service}, row ${row}: the portal also has ${references}. We clicked ${clicks} ${clicks === 1 ? 'time' : 'times'}. Please have the twin cancelled.`,
    action: 'Open the job',
  }),
  workflow_failing: ({ service, file }) => ({
    title: 'A job was taken up again',
    message: `The workflow of ${service}: ${file} could not go on. The job continues in a new run; the old one shows why.`,
    action: 'Open the job',
  }),
  filing_gone: ({ portal, service, row, reference }) => ({
    title: `A filing is no longer on ${portal}`,
    message: `${service}, row ${row}: ${reference || 'the filing'} was on the portal and is not found any more.`,
    action: 'Open the job',
  }),
  portal_changed: ({ portal, what }) => ({
    title: `${portal} has changed`,
    message: `${what} The portal is paused; its jobs wait.`,
    action: 'Open the portal board',
  }),
};
