/** Shows a secret that is displayed only once, with a copy button. */
import { Button, Code, Flex, Stack, Text } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { Modal } from '#web/ui/modal.tsx';
import { CopyButton } from './copy-button.tsx';
import { accessWords } from './words.ts';

export function ShownOnce(props: {
  title: string;
  text: string;
  what: string;
  secret: string;
  onClose: () => void;
}) {
  const { title, text, what, secret, onClose } = props;
  const words = useWords(accessWords);
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      persistent
      footer={<Button onClick={onClose}>{words.done}</Button>}
    >
      <Stack gap="3">
        <Text textStyle="sm">{text}</Text>
        <Flex gap="2" align="center" borderWidth="1px" borderRadius="l2" bg="bg.subtle" p="2">
          <Code
            flex="1"
            minW="0"
            bg="transparent"
            color="fg"
            overflowWrap="anywhere"
            whiteSpace="normal"
            aria-label={what}
          >
            {secret}
          </Code>
          <CopyButton text={secret} what={what} />
        </Flex>
      </Stack>
    </Modal>
  );
}
