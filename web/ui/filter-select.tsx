/** Renders a list's filter as a drop-down list. Its first option names the filter and means no filter. */
import { chakra } from '@chakra-ui/react';

export const filterControl = {
  h: '9',
  px: '2',
  bg: 'bg.panel',
  color: 'fg',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'l2',
  textStyle: 'sm',
} as const;

export function FilterSelect(props: {
  label: string;
  any: string;
  choices: readonly (readonly [value: string, label: string])[];
  value: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const { label, any, choices, value = '', onChange } = props;
  return (
    <chakra.select
      {...filterControl}
      flex={{ base: '1 1 40%', sm: '0 1 auto' }}
      maxW={{ sm: '44' }}
      minW="0"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{any}</option>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </chakra.select>
  );
}
