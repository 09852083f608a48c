/** Keeps the page, with what is typed in it, when the code of a dialog over it cannot be loaded. */
import { Button, Flex, Text } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';
import { useWords } from '#web/lib/words.ts';
import { appWords } from './words.ts';

function DialogMissing() {
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
    </Flex>
  );
}

type State = { isMissing: boolean };

export class DialogBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { isMissing: false };

  static getDerivedStateFromError(): State {
    return { isMissing: true };
  }

  override render() {
    return this.state.isMissing ? <DialogMissing /> : this.props.children;
  }
}
