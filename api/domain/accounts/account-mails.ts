/** What the mails about an account say: its address, password, second factors and devices. */
import { accountMailMessages } from '#contracts/accounts/mail-messages.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import type { ClosedWays } from './secure-account.ts';
import type { MailContent } from '#api/domain/messaging/mails.ts';

export const verificationMail = (url: string): MailContent => ({
  subject: accountMailMessages.verify(),
  parts: [
    accountMailMessages.confirmAddress(),
    { label: accountMailMessages.verifyLink(), url },
    accountMailMessages.verifyValidity(),
  ],
});

/** Sent when someone registers an address that already has an account, so that only its owner learns so. */
export const alreadyRegisteredMail = (appUrl: string): MailContent => ({
  subject: accountMailMessages.alreadyRegistered(),
  parts: [
    accountMailMessages.triedToRegister(),
    { label: accountMailMessages.openChalan(), url: appUrl },
    accountMailMessages.forgottenPassword(),
  ],
});

export const passwordResetMail = (url: string): MailContent => ({
  subject: accountMailMessages.reset(),
  parts: [
    accountMailMessages.askedForPassword(),
    { label: accountMailMessages.choosePassword(), url },
    accountMailMessages.resetValidity(),
  ],
});

/** `passkeys`: how many the account still has. */
type PasswordChange = { signedOut: 'every device' | 'every other device'; passkeys: number };

export const passwordChangedMail = ({ signedOut, passkeys }: PasswordChange): MailContent => ({
  subject: accountMailMessages.passwordChanged(),
  parts: [
    signedOut === 'every device'
      ? accountMailMessages.signedOutEverywhere()
      : accountMailMessages.signedOutElsewhere(),
    ...passkeysLeft(passkeys),
    accountMailMessages.wasNotYou(),
  ],
});

function passkeysLeft(passkeys: number): Message[] {
  if (passkeys === 0) return [];
  const left = passkeys === 1 ? accountMailMessages.onePasskey : accountMailMessages.severalPasskeys;
  return [left({ passkeys })];
}

const factorChanges = {
  on: accountMailMessages.factorOn(),
  off: accountMailMessages.factorOff(),
  reset: accountMailMessages.factorReset(),
};

export const secondFactorMail = (change: keyof typeof factorChanges): MailContent => ({
  subject: accountMailMessages.factorChanged(),
  parts: [factorChanges[change], accountMailMessages.wasNotYou()],
});

type NewDevice = { at: Date; address: string; browser: string | null; system: string | null };

export const newDeviceMail = ({ at, address, browser, system }: NewDevice): MailContent => ({
  subject: accountMailMessages.newSignIn(),
  parts: [
    accountMailMessages.onNewDevice(),
    accountMailMessages.device({ at: at.toISOString(), browser: browserName(browser, system), address }),
    accountMailMessages.deviceNotYours(),
  ],
});

function browserName(browser: string | null, system: string | null): Message {
  if (browser && system) return accountMailMessages.browserAndSystem({ browser, system });
  const known = browser ?? system;
  return known ? quote(known) : accountMailMessages.unknownBrowser();
}

/** `passkeys`: how many were removed when the password was reset. */
export type PasskeyChange = { change: 'added' | 'removed' } | { change: 'reset'; passkeys: number };

/** The passkeys' names are omitted, because an intruder could have chosen them. */
export function passkeyMail(event: PasskeyChange & { isAdmin: boolean }): MailContent {
  if (event.change === 'reset')
    return {
      subject: accountMailMessages.passkeysRemoved(),
      parts: [
        accountMailMessages.removedToBeSafe({ passkeys: event.passkeys }),
        accountMailMessages.addPasskeysAgain(),
      ],
    };
  return {
    subject: accountMailMessages.passkeysChanged(),
    parts: [
      event.change === 'added' ? accountMailMessages.passkeyAdded() : accountMailMessages.passkeyRemoved(),
      event.isAdmin
        ? accountMailMessages.administratorsPasskeyNotYours()
        : accountMailMessages.passkeyNotYours(),
    ],
  };
}

/** About what was closed when the account was secured; see secure-account.ts. */
export const waysClosedMail = ({ tokens, webhooks, schedules }: ClosedWays): MailContent => ({
  subject: accountMailMessages.waysClosed(),
  parts: [
    accountMailMessages.stoppedToBeSafe(),
    accountMailMessages.stoppedWays({ tokens, webhooks, schedules }),
    accountMailMessages.switchOnAgain(),
  ],
});

/** The reason stays in the log of changes: it can name what the account's holder must not learn by mail. */
export const accountSuspendedMail: MailContent = {
  subject: accountMailMessages.accountSuspended(),
  parts: [
    accountMailMessages.teamSuspended(),
    accountMailMessages.suspensionStops(),
    accountMailMessages.askSupport(),
  ],
};

export const accountActivatedMail: MailContent = {
  subject: accountMailMessages.accountActivated(),
  parts: [accountMailMessages.teamActivated(), accountMailMessages.stayPaused()],
};

export const accountDeletedMail: MailContent = {
  subject: accountMailMessages.accountDeleted(),
  parts: [accountMailMessages.teamDeleted(), accountMailMessages.askSupport()],
};
