/** Renders the fields of a mailbox's own server, and reads them. */
import { Grid } from '@chakra-ui/react';
import {
  mailSecurities,
  usualMailPorts,
  type MailSecurity,
  type MailServer,
} from '#contracts/portals/mail-servers.ts';
import type { MailboxSettings } from '#contracts/calls/portals-answers.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { mailboxWords } from './mailbox-words.ts';

/** What is typed; an empty host means the installation's mail server. */
export type TypedServer = { host: string; port: string; security: MailSecurity };
export type ServerErrors = { host?: string; port?: string };

const PORT_MAX = 65_535;
/** The same in every language. */
const protocolNames = { tls: 'TLS', starttls: 'STARTTLS' } as const;

export const typedServerOf = (server: MailServer | null): TypedServer =>
  server
    ? { ...server, port: String(server.port) }
    : { host: '', port: String(usualMailPorts.tls), security: 'tls' };

export function serverProblems(typed: TypedServer, { hasUsualServer }: MailboxSettings): ServerErrors {
  const words = wordsNow(mailboxWords);
  if (typed.host.trim() === '') return hasUsualServer ? {} : { host: words.serverRequired };
  const port = Number(typed.port);
  return Number.isInteger(port) && port >= 1 && port <= PORT_MAX ? {} : { port: words.portWrong };
}

export const serverIn = ({ host, port, security }: TypedServer): MailServer | null =>
  host.trim() === '' ? null : { host: host.trim(), port: Number(port), security };

export function MailServerFields(props: {
  typed: TypedServer;
  settings: MailboxSettings;
  errors: ServerErrors;
  onChange: (typed: TypedServer) => void;
}) {
  const { typed, settings, errors, onChange } = props;
  const words = useWords(mailboxWords);
  const offered = mailSecurities.filter((security) => security !== 'plain' || settings.allowsPlain);
  /** The usual port follows the encryption, and a port that was typed stays. */
  const choose = (security: MailSecurity) => {
    const isUsual = typed.port === String(usualMailPorts[typed.security]);
    onChange({ ...typed, security, port: isUsual ? String(usualMailPorts[security]) : typed.port });
  };
  return (
    <>
      <TextField
        label={words.server}
        hint={settings.hasUsualServer ? words.serverOptional : words.serverHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.host}
        onChange={(host) => onChange({ ...typed, host })}
        error={errors.host}
      />
      <Grid templateColumns="1fr 1fr" gap="4">
        <SelectField
          label={words.security}
          choices={offered.map((value) => ({
            value,
            label: value === 'plain' ? words.notEncrypted : protocolNames[value],
          }))}
          value={typed.security}
          onChange={choose}
        />
        <TextField
          label={words.port}
          inputMode="numeric"
          autoComplete="off"
          value={typed.port}
          onChange={(port) => onChange({ ...typed, port })}
          error={errors.port}
        />
      </Grid>
    </>
  );
}
