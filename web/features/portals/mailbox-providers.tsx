/** Renders the buttons that connect a mailbox at its provider, without a password. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { mailProviderNames, type MailProvider } from '#contracts/portals/mail-servers.ts';
import { useWords } from '#web/lib/words.ts';
import { mailboxWords } from './mailbox-words.ts';
import { beginMailboxConsent } from './queries.ts';

export function MailboxProviders(props: {
  providers: readonly MailProvider[];
  /** The provider and the address of the connected mailbox. */
  connected: { provider: MailProvider; address: string } | null;
  /** Whether the customer has allowed us to act with the mailbox; called before the customer leaves for the provider. */
  isAllowed: () => boolean;
  disabled: boolean;
  onFailed: (error: unknown) => void;
}) {
  const { providers, connected, isAllowed, disabled, onFailed } = props;
  const words = useWords(mailboxWords);
  const begin = useMutation({
    mutationFn: (provider: MailProvider) => beginMailboxConsent(provider),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: onFailed,
  });
  // The page is left once the address is known, so the button stays as it is until then.
  const isLeaving = begin.isPending || begin.isSuccess;
  return (
    <Stack gap="3">
      <Text fontWeight="medium">{words.withProvider}</Text>
      <Text textStyle="sm" color="fg.muted">
        {connected
          ? words.connectedAs(mailProviderNames[connected.provider], connected.address)
          : words.withProviderText}
      </Text>
      <Flex gap="3" wrap="wrap">
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="outline"
            disabled={disabled || isLeaving}
            loading={isLeaving && begin.variables === provider}
            loadingText={mailProviderNames[provider]}
            onClick={() => {
              if (isAllowed()) begin.mutate(provider);
            }}
          >
            {connected?.provider === provider
              ? words.connectAgain(mailProviderNames[provider])
              : words.connect(mailProviderNames[provider])}
          </Button>
        ))}
      </Flex>
    </Stack>
  );
}
