/** Renders a dialog around one form, with cancel and submit buttons and the server's error message. */
import { Button, Stack } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from './fields-form.tsx';
import { Modal } from './modal.tsx';
import { Notice } from './notice.tsx';
import { requestIdText } from './states.tsx';
import { WaitsFor } from './still-needed.tsx';
import { uiWords } from './words.ts';

export function FormDialog(props: {
  title: string;
  submitLabel: string;
  /** Why the form cannot be submitted yet; null if it can. Absent where it always can. */
  waitsFor?: string | null;
  pending: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  backLabel?: string;
  destructive?: boolean;
  /** Turns off the browser's validation where the dialog reports field errors itself. */
  noValidate?: boolean;
  /** A button set apart from the others, such as one that removes. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { title, submitLabel, waitsFor, pending, error, onSubmit, onClose } = props;
  const { backLabel, destructive = false, noValidate = false, aside, children } = props;
  const words = useWords(uiWords);
  const [formId, reasonId] = [useId(), useId()];
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      persistent
      busy={pending}
      footer={
        <>
          {waitsFor === undefined ? null : <WaitsFor id={reasonId} text={waitsFor} />}
          {aside}
          <Button variant="outline" colorPalette="gray" onClick={onClose} disabled={pending}>
            {backLabel ?? words.goBack}
          </Button>
          <Button
            type="submit"
            form={formId}
            colorPalette={destructive ? 'failure' : 'brand'}
            disabled={Boolean(waitsFor)}
            aria-describedby={waitsFor ? reasonId : undefined}
            loading={pending}
            loadingText={submitLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <FieldsForm id={formId} onSubmit={onSubmit} noValidate={noValidate}>
        <Stack gap="4">
          {children}
          {error ? <Notice tone="error" title={errorText(error)} smallPrint={requestIdText(error)} /> : null}
        </Stack>
      </FieldsForm>
    </Modal>
  );
}
