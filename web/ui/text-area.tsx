/** A labelled text of several lines with its error below. */
import { Field, Input } from '@chakra-ui/react';
import type { TextareaHTMLAttributes } from 'react';

type TextAreaProps = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'onChange' | 'value' | 'defaultValue' | 'color'
> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  /** Text of a program, such as HTML. */
  code?: boolean;
};

export function TextArea({ label, value, onChange, error, hint, code = false, ...rest }: TextAreaProps) {
  return (
    <Field.Root invalid={error !== undefined} required={rest.required ?? false}>
      <Field.Label>{label}</Field.Label>
      <Input
        asChild
        h="auto"
        py="2"
        lineHeight="1.5"
        resize="vertical"
        {...(code ? { fontFamily: 'mono', textStyle: 'sm' } : {})}
      >
        <textarea rows={4} {...rest} value={value} onChange={(event) => onChange(event.target.value)} />
      </Input>
      {hint ? <Field.HelperText>{hint}</Field.HelperText> : null}
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : null}
    </Field.Root>
  );
}
