/** Shows the dialogs of a start: the login that it needs, and the questions before it. */
import { Text } from '@chakra-ui/react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { CredentialName } from '#contracts/portals/portal-logins.ts';
import { useBankName } from '#web/lib/bank-name.ts';
import { creditsText } from '#web/lib/money.ts';
import { useWords } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { CredentialsDialog } from '#web/features/portals/credentials-dialog.tsx';
import type { ChosenBank } from './bank-choice.tsx';
import { FilingQuestion } from './filing-question.tsx';
import type { AskedStart } from './use-asked-start.ts';
import { startWords } from './words.ts';

/** Asks for the new price of a start whose price has changed since it was checked. */
function PriceQuestion(props: {
  seen: number;
  newPrice: number | null;
  onAccept: () => void;
  onCancel: () => void;
}) {
  const { seen, newPrice, onAccept, onCancel } = props;
  const words = useWords(startWords);
  return (
    <ConfirmDialog
      open={newPrice !== null}
      title={words.priceChanged}
      confirmLabel={newPrice === null ? words.start : words.startFor(creditsText(newPrice))}
      onConfirm={onAccept}
      onCancel={onCancel}
    >
      <Text textStyle="sm">{words.youSaw(creditsText(seen), creditsText(newPrice ?? 0))}</Text>
    </ConfirmDialog>
  );
}

export function StartDialogs(props: {
  preview: Preview | null;
  user: User;
  chosen: ChosenBank | undefined;
  start: AskedStart;
  /** The portal whose login is being saved; null if none is. */
  loginOf: CredentialName | null;
  onLoginClosed: () => void;
}) {
  const { preview, user, chosen, start, loginOf, onLoginClosed } = props;
  const nameOf = useBankName();
  return (
    <>
      {loginOf === null ? null : <CredentialsDialog portal={loginOf} onClose={onLoginClosed} />}
      <FilingQuestion
        open={start.isAskingToFile && preview !== null}
        rows={preview?.billableRows ?? 0}
        hiddenRows={preview?.hiddenRows ?? 0}
        price={preview && !user.isAdmin ? creditsText(preview.totalCredits) : null}
        bank={chosen?.isAsked ? nameOf(chosen.bank) : null}
        onConfirm={start.fileAll}
        onCancel={start.stopAsking}
      />
      <PriceQuestion
        seen={preview?.totalCredits ?? 0}
        newPrice={preview ? start.newPrice : null}
        onAccept={start.acceptNewPrice}
        onCancel={start.dropNewPrice}
      />
    </>
  );
}
