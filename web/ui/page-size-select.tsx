/** Lets the customer choose how many records a page shows. */
import { chakra, Flex } from '@chakra-ui/react';
import { useId } from 'react';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

export function PageSizeSelect(props: {
  sizes: readonly number[];
  value: number;
  onChange: (size: number) => void;
}) {
  const { sizes, value, onChange } = props;
  const id = useId();
  return (
    <Flex align="center" gap="2" textStyle="xs" color="fg.muted">
      <label htmlFor={id}>{useWords(uiWords).linesPerPage}</label>
      <chakra.select
        id={id}
        h="8"
        px="2"
        bg="bg.panel"
        color="fg"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="l2"
        textStyle="sm"
        fontVariantNumeric="tabular-nums"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {formatNumber(size)}
          </option>
        ))}
      </chakra.select>
    </Flex>
  );
}
