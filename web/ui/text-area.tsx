/** Renders a labelled multi-line text field with its error message. */
import { Field, Textarea, useRecipe } from '@chakra-ui/react';
import type { Ref, TextareaHTMLAttributes } from 'react';

type TextAreaProps = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'onChange' | 'value' | 'defaultValue' | 'color'
> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  /** The text is program code, such as HTML. */
  code?: boolean;
  areaRef?: Ref<HTMLTextAreaElement>;
};

export function TextArea({
  label,
  value,
  onChange,
  error,
  hint,
  code = false,
  areaRef,
  ...rest
}: TextAreaProps) {
  // Takes the styles of an input. Rendering an Input as a textarea would disconnect it from its label.
  const look = useRecipe({ key: 'input' })({});
  return (
    <Field.Root invalid={error !== undefined} required={rest.required ?? false}>
      <Field.Label>{label}</Field.Label>
      <Textarea
        {...(areaRef ? { ref: areaRef } : {})}
        rows={4}
        {...rest}
        css={[
          look,
          { h: 'auto', py: '2', lineHeight: '1.5', resize: 'vertical' },
          code ? { fontFamily: 'mono', textStyle: 'sm' } : {},
        ]}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint ? <Field.HelperText>{hint}</Field.HelperText> : null}
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : null}
    </Field.Root>
  );
}
