/** The button by which administrators probe a portal or the desk of a bank at once. */
import { Button } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { portalsKey, probeNow } from './queries.ts';
import { probeLoginWords } from './probe-login-words.ts';

export function ProbeNowButton(props: { place: string; label: string; isProbing: boolean }) {
  const { place, label, isProbing } = props;
  const words = useWords(probeLoginWords);
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => probeNow(place),
    onSuccess: () => notify('success', words.probeBegun),
    onError: (error) => notify('error', errorText(error), requestIdText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: portalsKey }),
  });
  return (
    <Button
      size="sm"
      variant="outline"
      colorPalette="gray"
      aria-label={words.probeNowNamed(label)}
      loading={ask.isPending}
      loadingText={words.probeNow}
      disabled={isProbing}
      onClick={() => ask.mutate()}
    >
      {words.probeNow}
    </Button>
  );
}
