/** Renders compact list filters: a choice and a day. */
import { chakra, Flex, Input } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { filterControl } from '#web/ui/filter-select.tsx';

function Labelled(props: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <Flex gap="2" align="center" textStyle="xs" color="fg.muted">
      <chakra.label htmlFor={id}>{props.label}</chakra.label>
      {props.children(id)}
    </Flex>
  );
}

const control = { ...filterControl, h: '8', maxW: '48' } as const;

export function Choice(props: {
  label: string;
  value: string;
  choices: [string, string][];
  anything: string;
  onChange: (value: string | null) => void;
}) {
  const { label, value, choices, anything, onChange } = props;
  return (
    <Labelled label={label}>
      {(id) => (
        <chakra.select
          id={id}
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value || null)}
        >
          <option value="">{anything}</option>
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </chakra.select>
      )}
    </Labelled>
  );
}

export function Day(props: { label: string; value: string; onChange: (value: string | null) => void }) {
  return (
    <Labelled label={props.label}>
      {(id) => (
        <Input
          {...control}
          id={id}
          type="date"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value || null)}
        />
      )}
    </Labelled>
  );
}
