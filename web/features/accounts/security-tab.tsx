/** Renders the Security tab: second factor, passkeys, sessions, the customer's data and account deletion. */
import { Button, Grid, Stack, Text } from '@chakra-ui/react';
import { isKeptToSecurity, useUser } from './auth/queries.ts';
import { AdminFactorNotice } from './admin-factor-notice.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { FileJson } from 'lucide-react';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { dataExportUrl } from './queries.ts';
import { accountWords } from './words.ts';

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

/** Downloads all data that is stored about the customer as a file. */
function DataPanel() {
  const user = useUser();
  const words = useWords(accountWords);
  return (
    <Panel title={words.data}>
      <Stack gap="3" align="flex-start">
        <Text textStyle="sm" color="fg.muted">
          {words.dataText}
        </Text>
        <Button asChild size="sm" variant="outline">
          <a href={dataExportUrl(user.id)} download>
            <FileJson aria-hidden /> {words.download}
          </a>
        </Button>
        <Text textStyle="xs" color="fg.muted">
          {words.downloadLimit}
        </Text>
      </Stack>
    </Panel>
  );
}
