/** A dialog that does something to the account once the password has been typed. */
import { Text } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';

export function PasswordDialog(props: {
  title: string;
  text: string;
  /** Label of the field for the password. */
  label: string;
  submitLabel: string;
  destructive?: boolean;
  /** The label of another field that is still to be filled in. */
  missing?: string | false;
  act: { mutate: (currentPassword: string) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
  /** Fields below that for the password. */
  children?: ReactNode;
}) {
  const {
    title,
    text,
    label,
    submitLabel,
    destructive = false,
    missing = false,
    act,
    onClose,
    children,
  } = props;
  const [currentPassword, setCurrentPassword] = useState('');
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      destructive={destructive}
      waitsFor={stillNeeded(currentPassword === '' && label, missing)}
      pending={act.isPending}
      error={act.error}
      onSubmit={() => act.mutate(currentPassword)}
      onClose={onClose}
    >
      <Text textStyle="sm">{text}</Text>
      <PasswordField
        label={label}
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      {children}
    </FormDialog>
  );
}
