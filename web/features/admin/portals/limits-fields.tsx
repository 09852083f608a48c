/** Renders the fields for the limits of a portal: its numbers, its opening hours by weekday, and its holidays. */
import { Box, Button, Checkbox, Grid, IconButton, Stack, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { PortalLimitsAnswer } from '#contracts/calls/portal-limits-answers.ts';
import { limits } from '#contracts/limits.ts';
import { textsIn } from '#contracts/messages/define.ts';
import { weekdayMessages } from '#contracts/portals/weekday-messages.ts';
import { weekdays, type Weekday } from '#contracts/portals/weekdays.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useWords } from '#web/lib/words.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import {
  newHoliday,
  type DayDraft,
  type HolidayDraft,
  type LimitsDraft,
  type LimitsProblems,
} from './limits-rules.ts';
import { limitWords } from './limits-words.ts';

type FieldsProps = {
  draft: LimitsDraft;
  problems: LimitsProblems;
  onChange: (part: Partial<LimitsDraft>) => void;
};

/** The numbers that limit the work on the portal. */
export function NumberFields({
  draft,
  problems,
  known,
  onChange,
}: FieldsProps & { known: PortalLimitsAnswer }) {
  const words = useWords(limitWords);
  return (
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
      <TextField
        label={words.sessions}
        inputMode="numeric"
        autoComplete="off"
        value={draft.sessions}
        onChange={(sessions) => onChange({ sessions })}
        error={problems.sessions}
        hint={words.sessionsHint(known.adapterSessionsMax)}
      />
      <TextField
        label={words.sessionsPerJob}
        inputMode="numeric"
        autoComplete="off"
        disabled={known.hasOneSessionPerLogin}
        value={draft.sessionsPerJob}
        onChange={(sessionsPerJob) => onChange({ sessionsPerJob })}
        error={problems.sessionsPerJob}
        hint={
          known.hasOneSessionPerLogin
            ? words.oneSessionPerLogin
            : words.sessionsPerJobHint(known.ownSessionsPerJobMax)
        }
      />
      <TextField
        label={words.actions}
        inputMode="numeric"
        autoComplete="off"
        value={draft.actions}
        onChange={(actions) => onChange({ actions })}
        error={problems.actions}
        hint={words.actionsHint}
      />
      <TextField
        label={words.pause}
        inputMode="decimal"
        autoComplete="off"
        value={draft.pauseSeconds}
        onChange={(pauseSeconds) => onChange({ pauseSeconds })}
        error={problems.pauseSeconds}
        hint={words.pauseHint}
      />
    </Grid>
  );
}

function Choice(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Checkbox.Root
      checked={props.checked}
      onCheckedChange={({ checked }) => props.onChange(checked === true)}
    >
      <Checkbox.HiddenInput />
      <Checkbox.Control />
      <Checkbox.Label>{props.label}</Checkbox.Label>
    </Checkbox.Root>
  );
}

const Problem = (props: { text: string | undefined }) =>
  props.text ? (
    <Text textStyle="sm" color="fg.error" role="alert">
      {props.text}
    </Text>
  ) : null;

function DayFields(props: {
  name: string;
  day: DayDraft;
  problem: string | undefined;
  onChange: (part: Partial<DayDraft>) => void;
}) {
  const words = useWords(limitWords);
  const { name, day, problem, onChange } = props;
  return (
    <ListRow display="block" py="2">
      <Grid templateColumns={{ base: '1fr 1fr', sm: '7.5rem 1fr 1fr' }} gap="2" alignItems="center">
        <Box gridColumn={{ base: 'span 2', sm: 'auto' }}>
          <Choice label={name} checked={day.isOpen} onChange={(isOpen) => onChange({ isOpen })} />
        </Box>
        {day.isOpen ? (
          <>
            <TextField
              label={words.fromShort}
              aria-label={words.from(name)}
              type="time"
              required
              value={day.from}
              onChange={(from) => onChange({ from })}
            />
            <TextField
              label={words.toShort}
              aria-label={words.to(name)}
              type="time"
              required
              value={day.to}
              onChange={(to) => onChange({ to })}
            />
          </>
        ) : (
          <Text textStyle="sm" color="fg.muted" gridColumn="span 2">
            {words.closed}
          </Text>
        )}
      </Grid>
      <Problem text={problem} />
    </ListRow>
  );
}

export function HoursFields({ draft, problems, onChange }: FieldsProps) {
  const words = useWords(limitWords);
  const names = textsIn(weekdayMessages, useLanguage());
  const change = (weekday: Weekday, part: Partial<DayDraft>) =>
    onChange({ days: { ...draft.days, [weekday]: { ...draft.days[weekday], ...part } } });
  return (
    <Stack as="section" gap="2" aria-label={words.hours}>
      <Text fontWeight="medium">{words.hours}</Text>
      <Choice
        label={words.alwaysOpen}
        checked={draft.isAlwaysOpen}
        onChange={(isAlwaysOpen) => onChange({ isAlwaysOpen })}
      />
      {draft.isAlwaysOpen ? null : (
        <>
          <Box as="ul" listStyleType="none">
            {weekdays.map((weekday) => (
              <DayFields
                key={weekday}
                name={names[weekday]}
                day={draft.days[weekday]}
                problem={problems.days?.[weekday]}
                onChange={(part) => change(weekday, part)}
              />
            ))}
          </Box>
          <Text textStyle="sm" color="fg.muted">
            {words.untilMidnight}
          </Text>
        </>
      )}
      <Problem text={problems.hours} />
    </Stack>
  );
}

function HolidayFields(props: {
  holiday: HolidayDraft;
  problem: string | undefined;
  onChange: (part: Partial<HolidayDraft>) => void;
  onRemove: () => void;
}) {
  const words = useWords(limitWords);
  const { holiday, problem, onChange, onRemove } = props;
  return (
    <ListRow display="block" py="2">
      <Grid templateColumns={{ base: '1fr auto', sm: '10.5rem 1fr auto' }} gap="2" alignItems="end">
        <TextField
          label={words.date}
          type="date"
          required
          value={holiday.date}
          onChange={(date) => onChange({ date })}
        />
        <Box gridColumn={{ base: 'span 2', sm: 'auto' }} gridRow={{ base: '2', sm: 'auto' }}>
          <TextField
            label={words.name}
            required
            autoComplete="off"
            maxLength={limits.portalHolidayNameLengthMax}
            value={holiday.name}
            onChange={(name) => onChange({ name })}
          />
        </Box>
        <IconButton
          variant="outline"
          colorPalette="gray"
          aria-label={words.removeHoliday(holiday.name || holiday.date)}
          onClick={onRemove}
        >
          <X aria-hidden />
        </IconButton>
      </Grid>
      <Problem text={problem} />
    </ListRow>
  );
}

export function HolidaysFields({ draft, problems, onChange }: FieldsProps) {
  const words = useWords(limitWords);
  const { holidays } = draft;
  const change = (key: string, part: Partial<HolidayDraft>) =>
    onChange({
      holidays: holidays.map((holiday) => (holiday.key === key ? { ...holiday, ...part } : holiday)),
    });
  return (
    <Stack as="section" gap="2" aria-label={words.holidays}>
      <Text fontWeight="medium">{words.holidays}</Text>
      {holidays.length === 0 ? (
        <Text textStyle="sm" color="fg.muted">
          {words.noHolidays}
        </Text>
      ) : (
        <Box as="ul" listStyleType="none">
          {holidays.map((holiday) => (
            <HolidayFields
              key={holiday.key}
              holiday={holiday}
              problem={problems.holidays?.[holiday.key]}
              onChange={(part) => change(holiday.key, part)}
              onRemove={() => onChange({ holidays: holidays.filter(({ key }) => key !== holiday.key) })}
            />
          ))}
        </Box>
      )}
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        alignSelf="start"
        disabled={holidays.length >= limits.portalHolidaysMax}
        onClick={() => onChange({ holidays: [...holidays, newHoliday()] })}
      >
        {words.addHoliday}
      </Button>
    </Stack>
  );
}
