/** Shows the price, the reason if the job cannot be started, and the button that starts it. */
import { Box } from '@chakra-ui/react';
import { useCallback, useState } from 'react';
import { creditsText } from '#web/lib/money.ts';
import { useWords } from '#web/lib/words.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { unitOf } from '#web/features/jobs/catalogue/queries.ts';
import { PortalNow } from './portal-now.tsx';
import { StartBar } from './start-bar.tsx';
import { StartDialogs } from './start-dialogs.tsx';
import { StartNotices } from './start-notices.tsx';
import { bankStateOf, reasonToWait, startLabel } from './start-reason.ts';
import { useAskedStart, type StartInput } from './use-asked-start.ts';
import { useLoginState } from './use-login-state.ts';
import { startWords } from './words.ts';

export function StartAction(
  props: StartInput & {
    reading: boolean;
    /** Whether the columns of the sheet must be named first. */
    isAsked?: boolean;
  },
) {
  const {
    service,
    checked,
    reading,
    isAsked = false,
    corrections,
    documentsOnly = false,
    chosen,
    call,
  } = props;
  const words = useWords(startWords);
  const user = useUser();
  const [isSavingLogin, setSavingLogin] = useState(false);
  const closeLogin = useCallback(() => setSavingLogin(false), []);
  const login = useLoginState(service, { documentsOnly, chosen, userId: user.id });
  const start = useAskedStart(user, props);
  const reason = reasonToWait({
    service,
    checked,
    reading,
    isUnchecked: Boolean(corrections?.error),
    isAsked,
    user,
    login: login.state,
    bank: bankStateOf(chosen),
  });
  const preview = checked?.preview ?? null;
  const unit = service ? unitOf(service) : 'row';
  const portal =
    service?.portal && !documentsOnly ? <PortalNow portal={chosen?.place ?? service.portal} /> : null;
  return (
    <>
      <StartNotices
        preview={preview}
        unit={unit}
        user={user}
        isLoginMissing={login.state === 'missing'}
        isStartedBefore={checked !== null && start.keyStartedBefore === checked.key}
        onSaveLogin={() => setSavingLogin(true)}
      />
      <Box hideFrom="md" pt="3" _empty={{ display: 'none' }}>
        {portal}
      </Box>
      <StartBar
        reason={reason}
        ready={preview ? words.ready(preview.billableRows + preview.repeatedRows, unit) : ''}
        balance={preview && !user.isAdmin ? words.balanceNow(creditsText(user.credits)) : null}
        label={call?.label ?? (preview ? startLabel(preview, unit) : words.startAutomation)}
        isStarting={start.isStarting}
        onStart={start.startOrAsk}
      >
        <Box hideBelow="md">{portal}</Box>
      </StartBar>
      <StartDialogs
        preview={preview}
        user={user}
        chosen={chosen}
        start={start}
        loginOf={isSavingLogin ? login.portal : null}
        onLoginClosed={closeLogin}
      />
    </>
  );
}
