/**
 * Lists the requests that wait for a second administrator and the earlier ones, and edits the limits below which one is
 * enough.
 */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Approval, ApprovalsAnswer } from '#contracts/calls/accounts-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { OwnerFields, useOwnerProof } from '#web/features/accounts/owner-fields.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { AloneLimitsForm } from './alone-limits-form.tsx';
import { ApprovalDetails } from './approval-details.tsx';
import { approvalsQuery, confirmApproval, refuseApproval, withdrawApproval } from './queries.ts';
import { approvalWords } from './words.ts';

function ConfirmDialog(props: { approval: Approval; onDone: () => void; onClose: () => void }) {
  const { approval, onDone, onClose } = props;
  const words = useWords(approvalWords);
  const owner = useOwnerProof();
  const confirm = useMutation({
    mutationFn: () => confirmApproval(approval.id, owner.proof),
    onSuccess: () => {
      notify('success', words.confirmed);
      onClose();
    },
    onSettled: onDone,
  });
  return (
    <FormDialog
      title={words.confirmTitle}
      submitLabel={words.confirm}
      waitsFor={stillNeeded(...owner.missing())}
      pending={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.mutate()}
      onClose={onClose}
    >
      <ApprovalDetails approval={approval} />
      <Text textStyle="sm">{words.confirmEffect}</Text>
      <OwnerFields owner={owner} />
    </FormDialog>
  );
}

type Step = 'confirm' | 'refuse' | 'withdraw';

function StepDialog(props: { approval: Approval; step: Step; onDone: () => void; onClose: () => void }) {
  const { approval, step, onDone, onClose } = props;
  const words = useWords(approvalWords);
  if (step === 'confirm') return <ConfirmDialog approval={approval} onDone={onDone} onClose={onClose} />;
  const action =
    step === 'refuse'
      ? {
          title: words.refuseTitle,
          effect: words.refuseEffect,
          confirmLabel: words.refuse,
          destructive: true,
          needsReason: true,
          act: (reason: string) => refuseApproval(approval.id, reason),
          success: words.refused,
        }
      : {
          title: words.withdrawTitle,
          effect: words.withdrawEffect,
          confirmLabel: words.withdraw,
          act: () => withdrawApproval(approval.id),
          success: words.withdrawn,
        };
  return <ActionDialog action={action} onDone={onDone} onClose={onClose} />;
}

function Steps(props: { approval: Approval; onAsk: (step: Step) => void }) {
  const { approval, onAsk } = props;
  const words = useWords(approvalWords);
  const isOwn = useUser().id === approval.requestedBy.id;
  const button = (step: Step, label: string) => (
    <Button
      size="xs"
      variant={step === 'confirm' ? 'solid' : 'outline'}
      colorPalette={step === 'confirm' ? 'brand' : 'gray'}
      onClick={() => onAsk(step)}
    >
      {label}
    </Button>
  );
  if (approval.isUnfinished && !isOwn) return button('confirm', words.finish);
  if (approval.state !== 'open') return null;
  if (!isOwn)
    return (
      <Flex gap="2" wrap="wrap">
        {button('confirm', words.confirm)}
        {button('refuse', words.refuse)}
      </Flex>
    );
  return (
    <Flex gap="3" align="center" wrap="wrap">
      {button('withdraw', words.withdraw)}
      <Text textStyle="xs" color="fg.muted">
        {words.own}
      </Text>
    </Flex>
  );
}

function Requests(props: { approvals: Approval[] }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ approval: Approval; step: Step } | null>(null);
  return (
    <Stack as="ul" listStyleType="none" gap="4">
      {props.approvals.map((approval) => (
        <Stack as="li" key={approval.id} gap="3" pt="4" borderTopWidth="1px">
          <ApprovalDetails approval={approval} />
          <Steps approval={approval} onAsk={(step) => setAsked({ approval, step })} />
        </Stack>
      ))}
      {asked ? (
        <StepDialog
          {...asked}
          onDone={() => void client.invalidateQueries({ queryKey: ['admin'] })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Stack>
  );
}

function Content({ approvals, openCount, limits, hasSecond }: ApprovalsAnswer) {
  const words = useWords(approvalWords);
  const waits = ({ state, isUnfinished }: Approval): boolean => state === 'open' || isUnfinished;
  const waiting = approvals.filter(waits);
  const over = approvals.filter((approval) => !waits(approval));
  const listed = approvals.filter(({ state }) => state === 'open').length;
  return (
    <Stack gap="5">
      {hasSecond ? null : (
        <Notice tone="warning" title={words.aloneTitle}>
          {words.alone}
        </Notice>
      )}
      <Panel title={words.title}>
        <Stack gap="4">
          <Text textStyle="sm" color="fg.muted">
            {words.intro}
          </Text>
          {waiting.length === 0 ? (
            <EmptyState icon={ShieldCheck} title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            <>
              <Text textStyle="sm" fontWeight="medium">
                {words.waiting(openCount + waiting.length - listed)}
              </Text>
              {openCount > listed ? (
                <Text textStyle="sm" color="fg.muted">
                  {words.cut(listed)}
                </Text>
              ) : null}
              <Requests approvals={waiting} />
            </>
          )}
        </Stack>
      </Panel>
      <AloneLimitsForm limits={limits} />
      {over.length > 0 ? (
        <Panel title={words.over}>
          <Requests approvals={over} />
        </Panel>
      ) : null}
    </Stack>
  );
}

export function ApprovalsTab() {
  const words = useWords(approvalWords);
  const approvals = useQuery(approvalsQuery);
  if (approvals.data) return <Content {...approvals.data} />;
  if (approvals.isPending) return <LoadingLines lines={3} height="24" label={words.loading} />;
  return (
    <ErrorState title={words.loadFailed} error={approvals.error} onRetry={() => void approvals.refetch()} />
  );
}
