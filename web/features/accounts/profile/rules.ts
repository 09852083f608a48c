/** Validates a profile and a new password before they are sent (spec section 5). */
import { limits } from '#contracts/limits.ts';
import { messagesNow } from '#web/lib/messages.ts';

export type PasswordDraft = { currentPassword: string; newPassword: string; confirmation: string };

/** Returns true when the button can be enabled: all three fields are filled in, and both new passwords match. */
export function isComplete({ currentPassword, newPassword, confirmation }: PasswordDraft): boolean {
  return currentPassword !== '' && newPassword !== '' && newPassword === confirmation;
}

export type PasswordProblem = { field: keyof PasswordDraft; message: string };

export function passwordProblem(draft: PasswordDraft): PasswordProblem | null {
  const { currentPassword, newPassword, confirmation } = draft;
  const messages = messagesNow();
  if (currentPassword === '') return { field: 'currentPassword', message: messages.currentPasswordRequired };
  if (newPassword === '') return { field: 'newPassword', message: messages.newPasswordRequired };
  if (newPassword.length < limits.passwordLengthMin)
    return { field: 'newPassword', message: messages.newPasswordTooShort };
  if (newPassword !== confirmation) return { field: 'confirmation', message: messages.newPasswordsDiffer };
  if (newPassword === currentPassword) return { field: 'newPassword', message: messages.newPasswordSame };
  return null;
}

/** While the customer is typing, empty fields and unfinished passwords are not reported. */
export function problemWhileTyping(draft: PasswordDraft): PasswordProblem | null {
  const { currentPassword, newPassword, confirmation } = draft;
  const messages = messagesNow();
  if (confirmation !== '' && !newPassword.startsWith(confirmation))
    return { field: 'confirmation', message: messages.newPasswordsDiffer };
  if (newPassword !== '' && newPassword === currentPassword)
    return { field: 'newPassword', message: messages.newPasswordSame };
  return null;
}

/** A field that contains only spaces counts as empty. */
export const isProfileComplete = (profile: Record<string, string>): boolean =>
  Object.values(profile).every((value) => value.trim() !== '');
