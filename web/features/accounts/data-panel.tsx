/** Downloads all data that is stored about the customer as a file. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { FileJson } from 'lucide-react';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useUser } from './auth/queries.ts';
import { dataExportUrl } from './queries.ts';
import { accountWords } from './words.ts';

export function DataPanel() {
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
