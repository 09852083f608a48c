/** Renders a list's filter as a row of buttons, of which one is pressed. */
import { Button, Flex, Text } from '@chakra-ui/react';
import { useId } from 'react';

type Choice<T extends string> = { value: T; label: string };

export function ChoiceFilter<T extends string>(props: {
  label: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
}) {
  const { label, choices, value: chosen, onChange } = props;
  const labelId = useId();
  return (
    <Flex as="fieldset" aria-labelledby={labelId} gap="1" wrap="wrap" align="center" minW="0">
      <Text id={labelId} textStyle="xs" color="fg.muted" pe="1">
        {label}
      </Text>
      {choices.map(({ value, label: choice }) => (
        <Button
          key={value}
          size="xs"
          variant={value === chosen ? 'subtle' : 'ghost'}
          colorPalette={value === chosen ? 'brand' : 'gray'}
          aria-pressed={value === chosen}
          onClick={() => onChange(value)}
        >
          {choice}
        </Button>
      ))}
    </Flex>
  );
}
