/**
 * Renders the Security tab: second factor, passkeys, sessions, preferences, the customer's data and account deletion.
 */
import { Grid, Stack } from '@chakra-ui/react';
import { isKeptToSecurity, useUser } from './auth/queries.ts';
import { AdminFactorNotice } from './admin-factor-notice.tsx';
import { DataPanel } from './data-panel.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function SecurityTab() {
  const user = useUser();
  const isKept = isKeptToSecurity(user);
  return (
    <Stack gap="4">
      {isKept ? <AdminFactorNotice user={user} /> : null}
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap="4"
        alignItems="start"
      >
        <Stack gap="4">
          {user.adminFactor === 'unproved' ? null : (
            <>
              <SecondFactorPanel />
              <PasskeysPanel />
            </>
          )}
          <SessionsPanel />
          <PreferencesPanel />
        </Stack>
        <Stack gap="4">
          {isKept ? null : (
            <>
              <DataPanel />
              <DeletePanel />
            </>
          )}
        </Stack>
      </Grid>
    </Stack>
  );
}
