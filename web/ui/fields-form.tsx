/** Renders fields as a form, so that Enter in one of them does what the form's button does while it can be pressed. */
import type { ReactNode, SubmitEvent } from 'react';

export function FieldsForm(props: {
  /** For a button outside of the form, such as in a dialog's footer. */
  id?: string;
  onSubmit: () => void;
  /** Turns off the browser's validation where the fields report their errors themselves. */
  noValidate?: boolean;
  children: ReactNode;
}) {
  const { id, onSubmit, noValidate = false, children } = props;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // To React, a dialog is inside of whatever opened it, which may be another form.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <form id={id} onSubmit={submit} noValidate={noValidate}>
      {children}
    </form>
  );
}
