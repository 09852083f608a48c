/** Renders a labelled text input with its error message. Passwords can be shown. */
import { Field, IconButton, Input, InputGroup, type InputProps } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

type TextFieldProps = Omit<InputProps, 'onChange' | 'value'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
};

export function TextField({ label, value, onChange, error, hint, ...rest }: TextFieldProps) {
  return (
    <Field.Root invalid={error !== undefined} required={rest.required ?? false}>
      <Field.Label>{label}</Field.Label>
      <Input {...rest} value={value} onChange={(event) => onChange(event.target.value)} />
      {hint ? <Field.HelperText>{hint}</Field.HelperText> : null}
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : null}
    </Field.Root>
  );
}

export function PasswordField({ label, value, onChange, error, hint, ...rest }: TextFieldProps) {
  const words = useWords(uiWords);
  const [shown, setShown] = useState(false);
  const toggle = (
    <IconButton
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={shown ? words.hidePassword : words.showPassword}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
    </IconButton>
  );
  return (
    <Field.Root invalid={error !== undefined} required={rest.required ?? false}>
      <Field.Label>{label}</Field.Label>
      <InputGroup endElement={toggle} endElementProps={{ px: '1' }}>
        <Input
          {...rest}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </InputGroup>
      {hint ? <Field.HelperText>{hint}</Field.HelperText> : null}
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : null}
    </Field.Root>
  );
}
