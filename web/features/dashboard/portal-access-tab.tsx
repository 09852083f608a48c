/** The logins saved for the portals (spec section 2, "Portal Access"). */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, KeyRound } from 'lucide-react';
import { useCallback, useState } from 'react';
import {
  credentialPortalLabels,
  credentialPortals,
  type CredentialPortal,
  type SavedCredential,
} from '#contracts/credentials.ts';
import { catalogue } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, LoadingLines } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useUser } from '../auth/queries.ts';
import { savedCredentialsQuery, savedUsernameQuery } from '../credentials/queries.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';

function servicesUsing(portal: CredentialPortal): string[] {
  return catalogue
    .filter(
      (service: ServiceDefinition) => service.availability === 'available' && service.credentials === portal,
    )
    .map(({ name }) => name);
}

function SavedAs(props: { saved: SavedCredential; userId: string }) {
  const { saved, userId } = props;
  const username = useQuery(savedUsernameQuery(saved.portal_name, userId));
  return (
    <Text textStyle="sm" color="fg.muted">
      {username.data ? (
        <>
          Username <b>{username.data}</b>, updated{' '}
        </>
      ) : (
        'Updated '
      )}
      <time dateTime={saved.updated_at}>{formatDateTime(saved.updated_at)}</time>
    </Text>
  );
}

function PortalRow(props: {
  portal: CredentialPortal;
  saved: SavedCredential | undefined;
  onOpen: () => void;
}) {
  const { portal, saved, onOpen } = props;
  const user = useUser();
  const names = servicesUsing(portal);
  const label = credentialPortalLabels[portal];
  return (
    <Flex
      as="li"
      py="4"
      gap="4"
      wrap="wrap"
      align="center"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
    >
      <Box color="fg.muted" hideBelow="sm">
        <KeyRound size={20} aria-hidden />
      </Box>
      <Stack gap="1" flex="1 1 14rem" minW="0" align="flex-start">
        <Flex gap="2" align="center" wrap="wrap">
          <Text fontWeight="medium">{label}</Text>
          {saved ? (
            <StatusTag tone="brand" icon={CircleCheck} label="Saved" />
          ) : (
            <StatusTag tone="gray" icon={CircleDashed} label="Not saved" />
          )}
        </Flex>
        {saved ? <SavedAs saved={saved} userId={user.id} /> : null}
        <Text textStyle="sm" color="fg.muted">
          {names.length > 0 ? `Used by ${names.join(', ')}.` : 'No service that is available now uses it.'}
        </Text>
      </Stack>
      <Button
        size="sm"
        variant="outline"
        colorPalette={saved ? 'gray' : 'brand'}
        aria-label={`${saved ? 'Edit login' : 'Add login'}: ${label}`}
        onClick={onOpen}
      >
        {saved ? 'Edit login' : 'Add login'}
      </Button>
    </Flex>
  );
}

export function PortalAccessTab() {
  const user = useUser();
  const saved = useQuery(savedCredentialsQuery(user.id));
  const [open, setOpen] = useState<CredentialPortal | null>(null);
  const close = useCallback(() => setOpen(null), []);
  return (
    <Panel title="Portal Access">
      <Text textStyle="sm" color="fg.muted" maxW="2xl">
        Services work the portals with the login that you save here, once. Bangladesh Bank and the EPB need
        your own; on the others our account is used where you have saved none. Passwords are stored encrypted
        and are never shown again.
      </Text>
      {saved.isPending ? (
        <Box pt="4">
          <LoadingLines lines={2} height="16" label="Loading saved logins" />
        </Box>
      ) : null}
      {saved.isError && !saved.data ? (
        <Box pt="4">
          <ErrorState
            title="Saved logins could not be loaded."
            error={saved.error}
            onRetry={() => void saved.refetch()}
          />
        </Box>
      ) : null}
      {saved.data ? (
        <Box as="ul" listStyleType="none" pt="2">
          {credentialPortals.map((portal) => (
            <PortalRow
              key={portal}
              portal={portal}
              saved={saved.data.find(({ portal_name }) => portal_name === portal)}
              onOpen={() => setOpen(portal)}
            />
          ))}
        </Box>
      ) : null}
      {open ? <CredentialsDialog portal={open} onClose={close} /> : null}
    </Panel>
  );
}
