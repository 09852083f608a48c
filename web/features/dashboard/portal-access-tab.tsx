/** The logins saved for the portals (spec section 2, "Portal Access"). */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, KeyRound } from 'lucide-react';
import { useCallback, useState } from 'react';
import {
  credentialPortalLabels,
  credentialPortals,
  portalOfCredential,
  type CredentialPortal,
  type SavedCredential,
} from '#contracts/credentials.ts';
import type { PortalCondition } from '#contracts/portals.ts';
import { catalogue } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { formatDateTime, formatSince } from '../../lib/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { PortalStateTag } from '../../ui/portal-state-tag.tsx';
import { ErrorState, LoadingLines } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useUser } from '../auth/queries.ts';
import { portalConditionsQuery, savedCredentialsQuery, savedUsernameQuery } from '../credentials/queries.ts';
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
      {saved.consent_at
        ? `, allowed ${formatDateTime(saved.consent_at)}`
        : ', not allowed yet: open it and allow it'}
      . {lastUse(saved)}
    </Text>
  );
}

const useWords: Record<string, string> = {
  ok: 'The portal let it in',
  CREDENTIALS_INVALID: 'The portal refused it',
  ACCOUNT_LOCKED: 'The portal has locked it',
  HUMAN_REQUIRED: 'The portal asked for a code',
};

function lastUse({ tested_at, test_outcome }: SavedCredential): string {
  if (!tested_at) return 'Not used since it was saved.';
  return `${useWords[test_outcome ?? ''] ?? 'Last used'} ${formatDateTime(tested_at)}.`;
}

function PortalRow(props: {
  portal: CredentialPortal;
  saved: SavedCredential | undefined;
  condition: PortalCondition | undefined;
  onOpen: () => void;
}) {
  const { portal, saved, condition, onOpen } = props;
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
          {condition ? <Condition condition={condition} /> : null}
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

/** Nothing is said of a portal that does well. */
function Condition(props: { condition: PortalCondition }) {
  const { state, since } = props.condition;
  if (state === 'up') return null;
  return (
    <Flex gap="1.5" align="center">
      <PortalStateTag state={state} />
      {since ? (
        <Text textStyle="xs" color="fg.muted">
          since {formatSince(since)}
        </Text>
      ) : null}
    </Flex>
  );
}

/** Portals that everybody may look at. */
function OpenPortals(props: { conditions: PortalCondition[] }) {
  const withLogin = new Set<string>(Object.values(portalOfCredential));
  const open = props.conditions.filter(({ portal }) => !withLogin.has(portal));
  if (open.length === 0) return null;
  return (
    <Box borderTopWidth="1px" pt="4">
      <Text fontWeight="medium">Portals without a login</Text>
      <Stack as="ul" listStyleType="none" gap="1.5" pt="1.5" textStyle="sm">
        {open.map((condition) => (
          <Flex as="li" key={condition.portal} gap="2" align="center" wrap="wrap">
            {condition.label}
            <PortalStateTag state={condition.state} />
          </Flex>
        ))}
      </Stack>
    </Box>
  );
}

export function PortalAccessTab() {
  const user = useUser();
  const saved = useQuery(savedCredentialsQuery(user.id));
  // A convenience: without it the list says nothing of the portals.
  const conditions = useQuery(portalConditionsQuery).data ?? [];
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
              condition={conditions.find((other) => other.portal === portalOfCredential[portal])}
              onOpen={() => setOpen(portal)}
            />
          ))}
        </Box>
      ) : null}
      <OpenPortals conditions={conditions} />
      {open ? <CredentialsDialog portal={open} onClose={close} /> : null}
    </Panel>
  );
}
