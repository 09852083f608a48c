/** Rules for the reason that an administrator gives for a change, which the forms and the server share. */

export const reasonLengthMin = 3;
export const reasonLengthMax = 255;

export const isReason = (reason: string): boolean => reason.trim().length >= reasonLengthMin;
