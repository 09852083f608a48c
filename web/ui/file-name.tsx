/** Shows the name of a file in one line. A name without room is cut in its middle: names often differ only in their ends. */
import { Text, type TextProps } from '@chakra-ui/react';

/** The last twelve characters, which are always shown, each with the marks that belong to it. */
const longName = /^(?<start>.+?)(?<end>(?:\P{M}\p{M}*){12})$/su;

/**
 * A part of the name as it is seen. CSS renders it from the attribute, so that the whole name is in the document once,
 * for search, for copying and for assistive technology.
 */
function Seen({ part, ...rest }: TextProps & { part: string }) {
  return (
    <Text
      as="span"
      aria-hidden
      data-part={part}
      whiteSpace="pre"
      overflow="hidden"
      _before={{ content: 'attr(data-part)', flexShrink: '0' }}
      {...rest}
    />
  );
}

export function FileName({ name, ...rest }: TextProps & { name: string }) {
  const { start, end } = longName.exec(name)?.groups ?? {};
  if (start === undefined || end === undefined)
    return (
      <Text as="span" display="block" minW="0" truncate title={name} {...rest}>
        {name}
      </Text>
    );
  return (
    <Text as="span" display="flex" minW="0" position="relative" title={name} {...rest}>
      <Text as="span" srOnly>
        {name}
      </Text>
      {/* Without room for the whole end, its last characters stay. */}
      <Seen part={start} textOverflow="ellipsis" flexShrink="999" />
      <Seen part={end} display="flex" justifyContent="flex-end" />
    </Text>
  );
}
