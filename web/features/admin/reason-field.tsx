/** Renders the required reason for an administrator's action, which is kept in the audit log. */
import { useWords } from '#web/lib/words.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { reasonLengthMax, reasonLengthMin } from './action-dialog.tsx';
import { adminWords } from './words.ts';

export const isReason = (reason: string): boolean => reason.trim().length >= reasonLengthMin;

export function ReasonField(props: { value: string; onChange: (value: string) => void }) {
  const words = useWords(adminWords);
  return (
    <TextField
      label={words.reason}
      hint={words.reasonHint}
      maxLength={reasonLengthMax}
      autoComplete="off"
      required
      {...props}
    />
  );
}
