/** Renders a list of checkboxes, each with an explanation. */
import { Box, Checkbox, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';

export function CheckList<T extends string>(props: {
  label: string;
  choices: readonly { value: T; label: string; text: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
}) {
  const { label, choices, chosen, onChange } = props;
  const labelId = useId();
  const toggle = (value: T, checked: boolean) =>
    onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value));
  return (
    <Box as="fieldset" aria-labelledby={labelId} minW="0">
      <Text id={labelId} textStyle="sm" fontWeight="medium" pb="1.5">
        {label}
      </Text>
      <Stack gap="2">
        {choices.map(({ value, label: name, text }) => (
          <Checkbox.Root
            key={value}
            size="sm"
            alignItems="flex-start"
            checked={chosen.includes(value)}
            onCheckedChange={({ checked }) => toggle(value, checked === true)}
          >
            <Checkbox.HiddenInput />
            <Checkbox.Control mt="0.5" />
            <Checkbox.Label>
              {name}
              <Text as="span" display="block" textStyle="xs" color="fg.muted" fontWeight="normal">
                {text}
              </Text>
            </Checkbox.Label>
          </Checkbox.Root>
        ))}
      </Stack>
    </Box>
  );
}
