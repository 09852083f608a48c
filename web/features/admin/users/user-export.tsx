/** Saves all users as a JSON file named with the date. */
import { Button } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { isoDay } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useWords } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { exportUsers } from './queries.ts';
import { userWords } from './words.ts';

export function UserExport() {
  const words = useWords(userWords);
  const request = useMutation({
    mutationFn: exportUsers,
    onSuccess: ({ exportedAt, users }) => {
      const text = JSON.stringify({ exportedAt, users }, null, 2);
      saveFile(`chalan-users-${isoDay(new Date())}.json`, text, 'application/json');
      notify('success', words.exported(users.length));
    },
    onError: (error) => notify('error', words.exportFailed(errorText(error)), requestIdText(error)),
  });
  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      loading={request.isPending}
      loadingText={words.exporting}
      onClick={() => request.mutate()}
    >
      <Download aria-hidden /> {words.export}
    </Button>
  );
}
