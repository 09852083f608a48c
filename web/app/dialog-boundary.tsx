/** Keeps the page, with what is typed in it, when the code of a dialog over it cannot be loaded, and can be closed. */
import { Button, Flex, Text } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';
import { useWords } from '#web/lib/words.ts';
import { appWords } from './words.ts';

/** `onClose` is null for a dialog that must not be left without an answer. */
type Props = { onClose: (() => void) | null };

function DialogMissing({ onClose }: Props) {
  const words = useWords(appWords);
  return (
    <Flex
      role="alert"
      position="fixed"
      bottom="0"
      insetX="0"
      zIndex="toast"
      bg="bg.warning"
      borderTopWidth="1px"
      p="4"
      gap="3"
      align="center"
      justify="center"
      wrap="wrap"
    >
      <Text textStyle="sm">{words.dialogMissing}</Text>
      <Button size="sm" onClick={() => window.location.reload()}>
        {words.loadAgain}
      </Button>
      {onClose ? (
        <Button size="sm" variant="outline" colorPalette="gray" onClick={onClose}>
          {words.close}
        </Button>
      ) : null}
    </Flex>
  );
}

type State = { isMissing: boolean };

export class DialogBoundary extends Component<Props & { children: ReactNode }, State> {
  override state: State = { isMissing: false };

  static getDerivedStateFromError(): State {
    return { isMissing: true };
  }

  private close(onClose: () => void): void {
    onClose();
    this.setState({ isMissing: false });
  }

  override render() {
    const { onClose, children } = this.props;
    if (!this.state.isMissing) return children;
    return <DialogMissing onClose={onClose && (() => this.close(onClose))} />;
  }
}
