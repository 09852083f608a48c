/** Lists the saved portal logins (spec section 2, "Portal Access"). */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, KeyRound } from 'lucide-react';
import { useCallback, useState } from 'react';
import {
  credentialPortalOf,
  placeOfCredential,
  portalOfCredential,
  type CredentialName,
} from '#contracts/portals/portal-logins.ts';
import { mailProviderNames } from '#contracts/portals/mail-servers.ts';
import type { SavedCredential, ShownCredential } from '#contracts/calls/portals-answers.ts';
import type { PortalCondition } from '#contracts/portals/portals.ts';
import { formatDateTime, formatSince } from '#web/lib/dates.ts';
import { usePortalName } from '#web/lib/portal-name.ts';
import { serviceName, services } from '#web/lib/services.ts';
import { paths } from '#web/paths.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { uiWords } from '#web/ui/words.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { portalAt, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import { banksQuery, loginsWith, useLoginLabel } from './bank-queries.ts';
import { portalConditionsQuery, savedCredentialsQuery, shownLoginQuery } from './queries.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { loginWords } from './login-words.ts';

function servicesUsing(name: CredentialName): string[] {
  return services
    .filter(({ credentials }) => credentials === credentialPortalOf(name))
    .map(({ id, name }) => serviceName(id, name));
}

function savedAs(
  { managed, provider }: SavedCredential,
  shown: ShownCredential | undefined,
  updated: string,
): string {
  const words = wordsNow(loginWords);
  const username = shown?.username;
  if (managed) return words.managed(updated);
  if (username && provider) return words.connectedAs(mailProviderNames[provider], username, updated);
  return username ? words.savedAs(username, updated) : words.updated(updated);
}

function SavedAs(props: { saved: SavedCredential; userId: string }) {
  const { saved, userId } = props;
  const shown = useQuery(shownLoginQuery(saved.portal_name, userId));
  const words = useWords(loginWords);
  const updated = formatDateTime(saved.updated_at);
  return (
    <Text textStyle="sm" color="fg.muted">
      {savedAs(saved, shown.data, updated)}
      {saved.consent_at ? words.allowed(formatDateTime(saved.consent_at)) : words.notAllowed}
      {lastUse(saved)}
    </Text>
  );
}

function lastUse({ tested_at, test_outcome }: SavedCredential): string {
  const words = wordsNow(loginWords);
  if (!tested_at) return words.notUsed;
  const said: Record<string, (when: string) => string> = {
    ok: words.lastLogin,
    CREDENTIALS_INVALID: words.refused,
    ACCOUNT_LOCKED: words.locked,
    HUMAN_REQUIRED: words.askedForCode,
  };
  return (said[test_outcome ?? ''] ?? words.lastUsed)(formatDateTime(tested_at));
}

function PortalRow(props: {
  portal: CredentialName;
  saved: SavedCredential | undefined;
  condition: PortalCondition | undefined;
  onOpen: () => void;
}) {
  const { portal, saved, condition, onOpen } = props;
  const words = useWords(loginWords);
  const user = useUser();
  const names = servicesUsing(portal);
  const label = useLoginLabel()(portal);
  return (
    <ListRow py="4" gap="4" wrap="wrap">
      <Box color="fg.muted" hideBelow="sm">
        <KeyRound size={20} aria-hidden />
      </Box>
      <Stack gap="1" flex="1 1 14rem" minW="0" align="flex-start">
        <Flex gap="2" align="center" wrap="wrap">
          <Text fontWeight="medium">{label}</Text>
          {saved ? (
            <StatusTag tone="brand" icon={CircleCheck} label={words.saved} />
          ) : (
            <StatusTag tone="gray" icon={CircleDashed} label={words.notSaved} />
          )}
          {condition ? <Condition condition={condition} /> : null}
        </Flex>
        {saved ? <SavedAs saved={saved} userId={user.id} /> : null}
        <Text textStyle="sm" color="fg.muted">
          {names.length > 0 ? words.usedBy(names.join(', ')) : words.usedByNone}
        </Text>
      </Stack>
      <Button
        size="sm"
        variant="outline"
        colorPalette={saved ? 'gray' : 'brand'}
        aria-label={`${saved ? words.edit : words.add}: ${label}`}
        onClick={onOpen}
      >
        {saved ? words.edit : words.add}
      </Button>
    </ListRow>
  );
}

/** Renders nothing for a portal that works normally. */
function Condition(props: { condition: PortalCondition }) {
  const { state, since, opensAt } = props.condition;
  const words = useWords(loginWords);
  const { opensAt: opens } = useWords(uiWords);
  if (state === 'up') return null;
  return (
    <Flex gap="1.5" align="center">
      <PortalStateTag state={state} />
      {since ? (
        <Text textStyle="xs" color="fg.muted">
          {opensAt ? opens(formatDateTime(opensAt)) : words.since(formatSince(since))}
        </Text>
      ) : null}
    </Flex>
  );
}

/** Lists the portals that need no login. */
function OpenPortals(props: { conditions: PortalCondition[] }) {
  const words = useWords(loginWords);
  const nameOf = usePortalName();
  const withLogin = new Set<string>(Object.values(portalOfCredential));
  const open = props.conditions.filter(({ portal }) => !withLogin.has(portalAt(portal as PortalPlace)));
  if (open.length === 0) return null;
  return (
    <Box borderTopWidth="1px" pt="4">
      <Text fontWeight="medium">{words.openPortals}</Text>
      <Stack as="ul" listStyleType="none" gap="1.5" pt="1.5" textStyle="sm">
        {open.map((condition) => (
          <Flex as="li" key={condition.portal} gap="2" align="center" wrap="wrap">
            {nameOf(condition.label)}
            <PortalStateTag state={condition.state} />
          </Flex>
        ))}
      </Stack>
    </Box>
  );
}

export function PortalAccessTab() {
  const words = useWords(loginWords);
  const user = useUser();
  const saved = useQuery(savedCredentialsQuery(user.id));
  // The conditions are optional; if they cannot be loaded, the list is shown without them.
  const conditions = useQuery(portalConditionsQuery).data ?? [];
  const banks = useQuery(banksQuery).data?.banks ?? [];
  const [open, setOpen] = useState<CredentialName | null>(null);
  const close = useCallback(() => setOpen(null), []);
  return (
    <Panel
      title={words.title}
      actions={
        <RouteLink to={paths.portals} textStyle="sm">
          {words.portals}
        </RouteLink>
      }
    >
      <Text textStyle="sm" color="fg.muted" maxW="2xl">
        {words.intro}
      </Text>
      {saved.isPending ? (
        <Box pt="4">
          <LoadingLines lines={2} height="16" label={words.loading} />
        </Box>
      ) : null}
      {saved.isError && !saved.data ? (
        <Box pt="4">
          <ErrorState title={words.failed} error={saved.error} onRetry={() => void saved.refetch()} />
        </Box>
      ) : null}
      {saved.data ? (
        <Box as="ul" listStyleType="none" pt="2">
          {loginsWith(banks).map((portal) => (
            <PortalRow
              key={portal}
              portal={portal}
              saved={saved.data.find(({ portal_name }) => portal_name === portal)}
              condition={conditions.find((other) => other.portal === placeOfCredential(portal))}
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
