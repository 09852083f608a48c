/** Shows a message within the page: an icon, a text and an optional next step. */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';
const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

export function Notice(props: {
  tone: NoticeTone;
  title?: string;
  children?: ReactNode;
  smallPrint?: string | undefined;
  action?: ReactNode;
}) {
  const { tone, title, children, smallPrint, action } = props;
  const Icon = icons[tone];
  return (
    <Flex
      role={tone === 'error' ? 'alert' : 'status'}
      gap="3"
      px="3"
      py="2.5"
      bg={`bg.${tone}`}
      borderRadius="l2"
      borderStartWidth="3px"
      borderColor={`border.${tone}`}
      textStyle="sm"
    >
      <Box color={`fg.${tone}`} flexShrink="0">
        <Icon size={20} aria-hidden />
      </Box>
      <Stack gap="1" flex="1" minW="0" align="flex-start">
        {title ? <Text fontWeight="semibold">{title}</Text> : null}
        {children ? <Box>{children}</Box> : null}
        {smallPrint ? (
          <Text textStyle="xs" color="fg.muted">
            {smallPrint}
          </Text>
        ) : null}
        {action}
      </Stack>
    </Flex>
  );
}
