/** Renders the API tokens and webhooks for the customer's own systems. */
import { Code, Flex, Text } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { CopyButton } from './copy-button.tsx';
import { SystemsFrame } from './systems-frame.tsx';
import { TokensPanel } from './tokens-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';
import { accessWords } from './words.ts';

export function ApiAccessPage() {
  const { id } = useUser();
  const words = useWords(accessWords);
  return (
    <SystemsFrame place="access">
      <Flex gap="2" columnGap="6" wrap="wrap" align="center" justify="space-between">
        <Text color="fg.muted" textStyle="sm" maxW="2xl">
          {words.intro}
        </Text>
        <Flex gap="2" align="center" minW="0" textStyle="sm">
          <Text color="fg.muted" flexShrink="0">
            {words.userId}
          </Text>
          <Code textStyle="xs" minW="0" truncate>
            {id}
          </Code>
          <CopyButton text={id} what={words.userId} />
        </Flex>
      </Flex>
      <TokensPanel />
      <WebhooksPanel />
    </SystemsFrame>
  );
}
