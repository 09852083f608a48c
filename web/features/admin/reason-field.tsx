/** Renders the required reason for an administrator's action, which is kept in the audit log. */
import { reasonLengthMax } from '#contracts/accounts/reason-rules.ts';
import { useWords } from '#web/lib/words.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { adminWords } from './words.ts';

export function ReasonField(props: {
  value: string;
  onChange: (value: string) => void;
  /** Set where the field asks for more than a reason. */
  label?: string;
  /** Set where more must be said than that the reason is kept. */
  hint?: string;
  error?: string | undefined;
}) {
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
