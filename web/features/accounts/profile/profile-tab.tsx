/**
 * Shows the customer's own data, preferences and account status, and opens the password dialog (spec section 2,
 * "Profile").
 */
import { Box, Button, Grid, Stack, Text } from '@chakra-ui/react';
import { BadgeCheck, CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#web/lib/dates.ts';
import { isDisplayOnly } from '#web/lib/kept-reads.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { PreferencesPanel } from '#web/features/accounts/preferences-panel.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { profileWords } from './words.ts';

function AccountPanel() {
  const user = useUser();
  const words = useWords(profileWords);
  const suspended = user.status === 'suspended';
  return (
    <Panel title={words.account}>
      <Stack as="dl" gap="4">
        <Box>
          <Text as="dt" textStyle="xs" color="fg.muted">
            {words.memberSince}
          </Text>
          <Text as="dd">{isDisplayOnly(user) ? '–' : formatDate(user.memberSince)}</Text>
        </Box>
        <Box>
          <Text as="dt" textStyle="xs" color="fg.muted" pb="1">
            {words.status}
          </Text>
          <Box as="dd" display="flex" flexWrap="wrap" gap="1.5">
            <StatusTag
              tone={suspended ? 'failure' : 'brand'}
              icon={suspended ? CircleAlert : CircleCheck}
              label={suspended ? words.suspended : words.active}
            />
            <StatusTag
              tone={user.emailVerified ? 'brand' : 'attention'}
              icon={user.emailVerified ? BadgeCheck : CircleAlert}
              label={user.emailVerified ? words.verified : words.notVerified}
            />
            {user.isAdmin ? (
              <StatusTag tone="information" icon={ShieldCheck} label={words.administrator} />
            ) : null}
          </Box>
        </Box>
      </Stack>
    </Panel>
  );
}

function PasswordPanel() {
  const words = useWords(profileWords);
  const [open, setOpen] = useState(false);
  return (
    <Panel title={words.password}>
      <Stack gap="3" align="flex-start">
        <Text textStyle="sm" color="fg.muted">
          {words.passwordHint}
        </Text>
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {words.changePassword}
        </Button>
        <RouteLink to={paths.account({ tab: 'security' })} textStyle="sm" minH="6" variant="underline">
          {words.more}
        </RouteLink>
      </Stack>
      {open ? <ChangePasswordDialog onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}

export function ProfileTab() {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
      gap="4"
      alignItems="start"
    >
      <Stack gap="4">
        <ProfilePanel />
        <PreferencesPanel />
      </Stack>
      <Stack gap="4">
        <AccountPanel />
        <PasswordPanel />
      </Stack>
    </Grid>
  );
}
