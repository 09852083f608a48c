/** Finishes the connection of a mailbox with what the provider has sent back in the address. */
import { Container, Heading } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { mailProviderNames } from '#contracts/portals/mail-servers.ts';
import { errorText } from '#web/lib/messages.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { mailboxWords } from './mailbox-words.ts';
import { credentialsKey, finishMailboxConsent } from './queries.ts';

export function MailboxConnectedPage() {
  const words = useWords(mailboxWords);
  usePageTitle(words.pageTitle);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const finish = useMutation({
    mutationFn: finishMailboxConsent,
    onSettled: () => client.invalidateQueries({ queryKey: credentialsKey }),
  });
  const { mutate } = finish;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const sent = new URLSearchParams(search);
    mutate({ state: sent.get('state') ?? '-', code: sent.get('code') });
    // The code is used up, and stays in no history.
    void navigate(pathname, { replace: true });
  }, [mutate, navigate, pathname, search]);

  return (
    <Container maxW="3xl" py="8">
      <Heading as="h1" size="xl" mb="6">
        {words.pageTitle}
      </Heading>
      <Panel title={finish.data ? words.done : finish.error ? words.notConnected : words.finishing}>
        {finish.isPending || finish.isIdle ? <LoadingLines lines={2} label={words.finishing} /> : null}
        {finish.data ? (
          <Notice tone="success">
            {words.doneText(mailProviderNames[finish.data.provider], finish.data.email)}
          </Notice>
        ) : null}
        {finish.error ? (
          <Notice tone="error" smallPrint={requestIdText(finish.error)}>
            {errorText(finish.error)}
          </Notice>
        ) : null}
        <RouteButton to={paths.dashboard({ tab: 'credentials' })} alignSelf="flex-start" mt="4">
          {words.toAccess}
        </RouteButton>
      </Panel>
    </Container>
  );
}
