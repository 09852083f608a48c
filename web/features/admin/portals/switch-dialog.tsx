/** Asks an administrator to confirm that a place is paused or resumed, unless somebody else has done it by then. */
import { Button, Text } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { Modal } from '#web/ui/modal.tsx';
import { uiWords } from '#web/ui/words.ts';
import { ActionDialog, type AdminAction } from '#web/features/admin/action-dialog.tsx';
import { actionOf } from './place-actions.tsx';
import type { PortalAction } from './queries.ts';
import { portalWords } from './words.ts';

/** `asked` is what the administrator has chosen; `state` is the place's state now, which others may have changed. */
export function SwitchDialog(props: {
  asked: PortalAction;
  state: string;
  action: AdminAction;
  onDone: () => void;
  onClose: () => void;
}) {
  const { asked, state, action, onDone, onClose } = props;
  const words = useWords(portalWords);
  const { close } = useWords(uiWords);
  if (actionOf({ state }) === asked)
    return <ActionDialog action={action} onDone={onDone} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      title={action.title}
      role="alertdialog"
      footer={
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {close}
        </Button>
      }
    >
      <Text textStyle="sm">{asked === 'pause' ? words.alreadyPaused : words.alreadyResumed}</Text>
    </Modal>
  );
}
