/** Edits the limits up to which one administrator can act without a second one. */
import { Grid, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AloneLimits } from '#contracts/calls/accounts-answers.ts';
import { localDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { approvalsQuery, notifyDone, saveAloneLimits } from './queries.ts';
import { approvalWords } from './words.ts';
import { SettingsSave } from '#web/features/admin/system/settings-save.tsx';
import { creditsIn } from '#web/features/admin/users/rules.ts';

const names = ['creditsMax', 'refundBdtMax'] as const;
type Name = (typeof names)[number];

export function AloneLimitsForm({ limits }: { limits: AloneLimits }) {
  const words = useWords(approvalWords);
  const client = useQueryClient();
  /** What was typed here. The other limit follows what somebody else may save meanwhile. */
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const draft: Record<Name, string> = {
    creditsMax: typed.creditsMax ?? localDigits(limits.creditsMax.toFixed(2)),
    refundBdtMax: typed.refundBdtMax ?? localDigits(limits.refundBdtMax.toFixed(2)),
  };
  const [saves, setSaves] = useState(0);
  const save = useMutation({
    mutationFn: saveAloneLimits,
    onSuccess: (answer) => {
      notifyDone(answer, words.limitsSaved);
      setSaves(saves + 1);
      setTyped({});
      return client.invalidateQueries({ queryKey: approvalsQuery.queryKey });
    },
  });
  const hints: Record<Name, string> = { creditsMax: words.creditsHint, refundBdtMax: words.refundHint };
  const parsed = { creditsMax: creditsIn(draft.creditsMax), refundBdtMax: creditsIn(draft.refundBdtMax) };
  const { creditsMax, refundBdtMax } = parsed;
  return (
    <Panel title={words.limitsTitle}>
      <Stack gap="4" maxW="2xl">
        <Text textStyle="sm" color="fg.muted">
          {words.raise}
        </Text>
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3" alignItems="start">
          {names.map((name) => (
            <TextField
              key={name}
              label={words[name]}
              value={draft[name]}
              inputMode="decimal"
              autoComplete="off"
              hint={hints[name]}
              error={parsed[name] === null ? words.numberWrong : undefined}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          ))}
        </Grid>
        <SettingsSave
          key={saves}
          name={words.limitsTitle}
          disabled={creditsMax === null || refundBdtMax === null}
          pending={save.isPending}
          error={save.error}
          onSave={(reason) => {
            if (creditsMax !== null && refundBdtMax !== null)
              save.mutate({ creditsMax, refundBdtMax, reason });
          }}
        />
      </Stack>
    </Panel>
  );
}
