/** Lets administrators give a portal's probes a login of their own, and shows what they last found with it. */
import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import type { ProbeLoginView, Walk } from '#contracts/calls/portal-pages-answers.ts';
import { limits } from '#contracts/limits.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { OwnerFields, useOwnerProof } from '#web/features/accounts/owner-fields.tsx';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { formatSince } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Said } from '#web/ui/said.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { stillNeeded, WaitsFor } from '#web/ui/still-needed.tsx';
import { adminWords } from '#web/features/admin/words.ts';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { DeskPanel } from './desk-panel.tsx';
import { probeLoginQuery, removeProbeLogin, saveProbeLogin } from './probe-login-queries.ts';
import { probeLoginWords } from './probe-login-words.ts';
import { portalsKey } from './queries.ts';

function WalkNotice({ walk, isStopped }: { walk: Walk; isStopped: boolean }) {
  const words = useWords(probeLoginWords);
  const { outcome } = walk;
  if (outcome === 'ok') return <Notice tone="success" title={words.good} />;
  const said = <Said text={walk.message} data={walk.messageData} />;
  if (isStopped)
    return (
      <Notice tone="error" title={words.stopped} smallPrint={words.stoppedWhy}>
        {said}
      </Notice>
    );
  const title =
    outcome === 'PORTAL_CHANGED'
      ? words.changed
      : outcome === 'NOT_READ_ONLY'
        ? words.notReadOnly
        : words.down;
  return (
    <Notice tone="warning" title={title}>
      {said}
    </Notice>
  );
}

function WalkedPages({ pages }: Pick<Walk, 'pages'>) {
  const words = useWords(probeLoginWords);
  return (
    <Box as="ul" listStyleType="none" aria-label={words.pages}>
      {pages.map(({ page, missing, gone }) => (
        <Flex
          as="li"
          key={page}
          gap="3"
          py="1.5"
          wrap="wrap"
          textStyle="sm"
          borderTopWidth="1px"
          _first={{ borderTopWidth: '0' }}
        >
          <Text flex="0 0 9rem" fontWeight="medium">
            {page}
          </Text>
          <Text
            flex="1 1 12rem"
            minW="0"
            overflowWrap="anywhere"
            color={missing.length > 0 ? 'fg.error' : 'fg.muted'}
          >
            {[
              missing.length > 0 ? words.missing(missing.join(', ')) : words.inOrder,
              gone.length > 0 ? words.gone(gone.join(', ')) : '',
            ]
              .filter((part) => part !== '')
              .join('; ')}
          </Text>
        </Flex>
      ))}
    </Box>
  );
}

function LastWalk({ view }: { view: ProbeLoginView }) {
  const words = useWords(probeLoginWords);
  const { walk, isStopped, portal } = view;
  if (!walk) return <Text textStyle="sm">{words.notWalked}</Text>;
  const { at, tookMs, pages, goodAt, outcome } = walk;
  return (
    <Stack as="section" aria-label={words.lastWalk} gap="2">
      <Heading as="h3" size="sm">
        {words.lastWalk}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {words.walked(formatSince(at), formatNumber(Math.round(tookMs / 100) / 10))}
        {goodAt !== null && outcome !== 'ok' ? ` · ${words.goodAt(formatSince(goodAt))}` : ''}
      </Text>
      <WalkNotice walk={walk} isStopped={isStopped} />
      <WalkedPages pages={pages} />
      {pages.length > 0 ? (
        <RouteLink to={paths.systemPage('portals', { map: portal })} textStyle="sm">
          {words.seePictures}
        </RouteLink>
      ) : null}
    </Stack>
  );
}

function LoginForm({ view }: { view: ProbeLoginView }) {
  const words = useWords(probeLoginWords);
  const client = useQueryClient();
  const { portal, login } = view;
  const [username, setUsername] = useState(login?.username ?? '');
  const [password, setPassword] = useState('');
  const [minutes, setMinutes] = useState(String(login?.everyMinutes ?? limits.probeWalkMinutes));
  const [reason, setReason] = useState('');
  const owner = useOwnerProof();
  const waitsForId = useId();
  const { reason: reasonLabel } = useWords(adminWords);
  const save = useMutation({
    mutationFn: () =>
      saveProbeLogin(portal, {
        ...owner.proof,
        username: username.trim(),
        ...(password === '' ? {} : { password }),
        everyMinutes: Number(minutes),
        reason: reason.trim(),
      }),
    onSuccess: () => {
      notify('success', words.savedNow);
      setPassword('');
      setReason('');
      owner.change({ currentPassword: '', code: '' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: portalsKey }),
  });
  const needsPassword = username.trim() !== login?.username;
  const waitsFor = stillNeeded(
    username.trim() === '' && words.username,
    password === '' && needsPassword && words.password,
    !/^\d{1,4}$/.test(minutes) && words.everyMinutes,
    !isReason(reason) && reasonLabel,
    ...owner.missing(words.yourPassword),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Stack asChild gap="3" maxW="xl">
      <form onSubmit={submit} aria-label={login ? words.change : words.enter}>
        <Heading as="h3" size="sm">
          {login ? words.change : words.enter}
        </Heading>
        <TextField
          label={words.username}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.probeLoginCharactersMax}
          value={username}
          onChange={setUsername}
        />
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          maxLength={limits.probeLoginCharactersMax}
          value={password}
          onChange={setPassword}
          {...(needsPassword ? {} : { hint: words.passwordKept })}
        />
        <TextField
          label={words.everyMinutes}
          hint={words.everyMinutesHint(limits.probeWalkMinutesMin, limits.probeWalkMinutesMax)}
          inputMode="numeric"
          autoComplete="off"
          value={minutes}
          onChange={setMinutes}
        />
        <ReasonField value={reason} onChange={setReason} />
        <OwnerFields owner={owner} label={words.yourPassword} />
        {save.error ? (
          <Notice tone="error" title={errorText(save.error)} smallPrint={requestIdText(save.error)} />
        ) : null}
        <Flex gap="2" wrap="wrap">
          <WaitsFor id={waitsForId} text={waitsFor} />
          <Button
            type="submit"
            disabled={waitsFor !== null}
            aria-describedby={waitsForId}
            loading={save.isPending}
            loadingText={words.save}
          >
            {words.save}
          </Button>
          {login ? <RemoveButton portal={portal} /> : null}
        </Flex>
      </form>
    </Stack>
  );
}

function RemoveButton({ portal }: { portal: string }) {
  const words = useWords(probeLoginWords);
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" colorPalette="gray" onClick={() => setOpen(true)}>
        {words.remove}
      </Button>
      {isOpen ? (
        <ActionDialog
          action={{
            title: words.remove,
            effect: words.removeEffect,
            confirmLabel: words.remove,
            destructive: true,
            needsReason: true,
            act: (reason) => removeProbeLogin(portal, reason),
            success: words.removed,
          }}
          onDone={() => void client.invalidateQueries({ queryKey: portalsKey })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function Content({ view }: { view: ProbeLoginView }) {
  const words = useWords(probeLoginWords);
  const { login } = view;
  return (
    <Stack gap="6">
      <Text textStyle="sm" color="fg.muted" maxW="3xl">
        {words.intro}
      </Text>
      <Text textStyle="sm" overflowWrap="anywhere">
        {login ? words.saved(login.username, login.savedBy, formatSince(login.savedAt)) : words.none}
      </Text>
      {login ? <LastWalk view={view} /> : null}
      <LoginForm key={login?.savedAt ?? ''} view={view} />
    </Stack>
  );
}

export function ProbeLoginPanel({ portal }: { portal: string }) {
  const words = useWords(probeLoginWords);
  const query = useQuery(probeLoginQuery(portal));
  return (
    <DeskPanel portal={portal} words={words} query={query}>
      {(data) => <Content view={data} />}
    </DeskPanel>
  );
}
