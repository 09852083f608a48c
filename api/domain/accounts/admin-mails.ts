/** Writes the mails to administrators. */
import { adminMailMessages } from '#contracts/accounts/admin-mail-messages.ts';
import { approvalMessages } from '#contracts/accounts/approval-messages.ts';
import type { ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import { quote, sequence } from '#contracts/messages/message.ts';
import type { MailContent } from '#api/domain/messaging/mails.ts';

/** `hasFactor`: has a passkey or two-step sign-in, without which the administration is not accessible. */
export const newAdministratorMail = ({ hasFactor }: { hasFactor: boolean }): MailContent => ({
  subject: adminMailMessages.promoted(),
  parts: [
    adminMailMessages.signedOut(),
    hasFactor ? adminMailMessages.signInWithFactor() : adminMailMessages.setUpFactor(),
    adminMailMessages.contactSupport(),
  ],
});

type AskedApproval = { what: ApprovalKind; who: string; reason: string; url: string };

export const approvalMail = ({ what, who, reason, url }: AskedApproval): MailContent => ({
  subject: adminMailMessages.approvalAsked(),
  parts: [
    sequence(adminMailMessages.whoAsks({ what: approvalMessages[what](), who }), quote(reason.trim())),
    adminMailMessages.confirmWithin(),
    { label: adminMailMessages.openApprovals(), url },
  ],
});

type SuspendedAdministrator = { name: string; who: string; reason: string };

export const suspendedAdministratorMail = ({ name, who, reason }: SuspendedAdministrator): MailContent => ({
  subject: adminMailMessages.suspended(),
  parts: [
    sequence(adminMailMessages.whoSuspended({ who, name }), quote(reason.trim())),
    adminMailMessages.activateAgain(),
    adminMailMessages.contactOthers(),
  ],
});
