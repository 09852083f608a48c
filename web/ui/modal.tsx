/** A dialog, and the dialog that asks before something is done. */
import { Button, CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export function Modal(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  size?: 'sm' | 'md';
  role?: 'dialog' | 'alertdialog';
}) {
  const { open, onClose, title, children, footer, size = 'sm', role = 'dialog' } = props;
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      size={size}
      role={role}
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
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label="Close" />
            </Dialog.CloseTrigger>
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
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Go Back',
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
