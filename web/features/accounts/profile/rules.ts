/** What a profile and a new password must have before they are sent (spec section 5). */
import { limits } from '#contracts/limits.ts';
import { messagesNow } from '#web/lib/messages.ts';

export type PasswordDraft = { currentPassword: string; newPassword: string; confirmation: string };

/** The button can be pressed: all three are filled, the new one twice the same. */
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

/** While typing nothing is said about a field that is still empty, nor about a word that is not finished. */
export function problemWhileTyping(draft: PasswordDraft): PasswordProblem | null {
  const { currentPassword, newPassword, confirmation } = draft;
  const messages = messagesNow();
  if (confirmation !== '' && !newPassword.startsWith(confirmation))
    return { field: 'confirmation', message: messages.newPasswordsDiffer };
  if (newPassword !== '' && newPassword === currentPassword)
    return { field: 'newPassword', message: messages.newPasswordSame };
  return null;
}

/** Spaces are nothing. */
export const isProfileComplete = (profile: Record<string, string>): boolean =>
  Object.values(profile).every((value) => value.trim() !== '');
