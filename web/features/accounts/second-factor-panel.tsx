/** Shows whether signing in requires a code from an app, and lets the customer change that. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import type { SecondFactorState } from '#contracts/calls/accounts-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { useUser } from './auth/queries.ts';
import { secondFactorQuery } from './queries.ts';
import { SecondFactorOff } from './second-factor-off.tsx';
import { SecondFactorOn } from './second-factor-on.tsx';
import { secondFactorWords } from './second-factor-words.ts';

/** With fewer recovery codes than this, the panel suggests new ones. */
const codesFew = 3;

function State(props: { state: SecondFactorState; onChange: () => void }) {
  const { enabled, recoveryCodesLeft } = props.state;
  const words = useWords(secondFactorWords);
  return (
    <Stack gap="3" align="flex-start">
      {enabled ? (
        <StatusTag tone="brand" icon={Lock} label={words.on} />
      ) : (
        <StatusTag tone="gray" icon={LockOpen} label={words.off} />
      )}
      <Text textStyle="sm" color="fg.muted">
        {enabled ? words.onText : words.offText}
      </Text>
      {enabled ? (
        <Text textStyle="sm" color="fg.muted">
          {words.codesLeft(recoveryCodesLeft)}
          {recoveryCodesLeft < codesFew ? `. ${words.newCodes}` : null}
        </Text>
      ) : null}
      <Button
        size="sm"
        variant={enabled ? 'outline' : 'solid'}
        colorPalette={enabled ? 'gray' : 'brand'}
        onClick={props.onChange}
      >
        {enabled ? words.switchOff : words.switchOn}
      </Button>
    </Stack>
  );
}

export function SecondFactorPanel() {
  const user = useUser();
  const words = useWords(secondFactorWords);
  const state = useQuery(secondFactorQuery(user.id));
  const [asked, setAsked] = useState<'on' | 'off' | null>(null);
  const close = () => setAsked(null);
  return (
    <Panel title={words.title}>
      {state.isPending ? <LoadingLines lines={2} height="8" label={words.loading} /> : null}
      <LoadFailure title={words.loadFailed} query={state} />
      {state.data ? (
        <State state={state.data} onChange={() => setAsked(state.data.enabled ? 'off' : 'on')} />
      ) : null}
      {asked === 'on' ? <SecondFactorOn user={user} onClose={close} /> : null}
      {asked === 'off' ? <SecondFactorOff user={user} onClose={close} /> : null}
    </Panel>
  );
}
