/**
 * Messages of the administration, word for word from spec section 8. They are in their own file so that no public page
 * loads them.
 */

export const adminMessages = {
  emailVerified: 'Email verified successfully',
  emailVerifyFailed: 'Failed to verify email',
  verificationSent: 'Verification email sent successfully',
  verificationFailed: 'Failed to send verification email',
  resetSent: 'Password reset email sent successfully',
  resetFailed: 'Failed to send password reset email',
  loginSaved: 'Portal login saved for the company',
  loginRemoved: 'Portal login removed',
  referenceGiven: 'Reference given to the company',
  referenceTaken: 'Reference taken from the company',
  userDeleted: 'User deleted successfully',
  userDeleteFailedPrefix: 'Failed to delete user: ',
  imported: 'Data imported successfully',
  importFailed: 'Failed to import data. Please check the file format.',
  messageStatusFailed: 'Failed to update message status',
  noticeSaved: 'System notification updated successfully',
  adsLoadFailed: 'Failed to load ads settings',
  adsToggleFailed: 'Failed to toggle ad placement',
  adsSaved: 'All ad settings saved successfully',
  adsSaveFailed: 'Failed to save ad settings',
} as const;
