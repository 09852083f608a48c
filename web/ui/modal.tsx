/** Provides the dialog component and the confirmation dialog. */
import { Button, CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

/**
 * The element that opened a dialog, such as a menu or another dialog, may still be closing and briefly take back the
 * focus. Neither that nor its own closing is a request to close the dialog.
 */
export const staysOpen = {
  onRequestDismiss: (event: Event) => event.preventDefault(),
  onFocusOutside: (event: Event) => event.preventDefault(),
};

export function Modal(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  size?: 'sm' | 'md';
  role?: 'dialog' | 'alertdialog';
  /** A click outside the dialog does not close it. */
  persistent?: boolean;
  /** Only a button of the dialog's own closes it: neither a click outside, nor the Escape key, nor a cross. */
  locked?: boolean;
  /** While a request is pending whose failure only the dialog would show, nothing closes it. */
  busy?: boolean;
}) {
  const { open, onClose, title, children, footer, size = 'sm', role = 'dialog' } = props;
  const { locked = false, persistent = locked, busy = false } = props;
  const { close } = useWords(uiWords);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => !details.open && !busy && onClose()}
      size={size}
      role={role}
      closeOnInteractOutside={!persistent && role === 'dialog'}
      closeOnEscape={!locked}
      {...staysOpen}
      placement={{ base: 'center', md: 'top' }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{children}</Dialog.Body>
            {footer ? <Dialog.Footer flexWrap="wrap">{footer}</Dialog.Footer> : null}
            {locked ? null : (
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" colorPalette="gray" aria-label={close} disabled={busy} />
              </Dialog.CloseTrigger>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

export function ConfirmDialog(props: {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const words = useWords(uiWords);
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = words.goBack,
    destructive,
    pending = false,
  } = props;
  return (
    <Modal
      open={open}
      onClose={props.onCancel}
      title={title}
      role="alertdialog"
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={props.onCancel}>
            {cancelLabel}
          </Button>
          <Button
            colorPalette={destructive ? 'failure' : 'brand'}
            loading={pending}
            loadingText={confirmLabel}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
