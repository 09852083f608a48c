/** Renders a labelled list from which one option is chosen. */
import { chakra, Stack } from '@chakra-ui/react';
import { useId } from 'react';

type Choice<T extends string> = { value: T; label: string };

export function SelectField<T extends string>(props: {
  label: string;
  /** The field's name when a form is sent without scripts. */
  name?: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
}) {
  const { label, name, choices, value: chosen, onChange, disabled = false } = props;
  const id = useId();
  const choose = (value: string) => {
    const choice = choices.find((candidate) => candidate.value === value);
    if (choice) onChange(choice.value);
  };
  return (
    <Stack gap="1.5">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {label}
      </chakra.label>
      <chakra.select
        id={id}
        name={name}
        h="10"
        w="full"
        px="2.5"
        bg="bg.panel"
        color="fg"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="l2"
        textStyle="sm"
        value={chosen}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
      >
        {choices.map(({ value, label: choice }) => (
          <option key={value} value={value}>
            {choice}
          </option>
        ))}
      </chakra.select>
    </Stack>
  );
}
