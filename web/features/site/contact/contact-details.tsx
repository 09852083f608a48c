/** Shows Chalan's contact details and business hours. Details that administrators have not entered are omitted. */
import { Box, Flex, Link, Stack, Text } from '@chakra-ui/react';
import { Clock, Mail, MapPin, MessageSquareReply, Phone, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { contactWords } from './words.ts';

function Detail(props: { icon: LucideIcon; label: string; children: ReactNode }) {
  const { icon: Icon, label, children } = props;
  return (
    <Box>
      <Flex as="dt" gap="3" align="center" textStyle="sm" color="fg.muted">
        <Box color="brand.fg">
          <Icon size={20} aria-hidden />
        </Box>
        {label}
      </Flex>
      <Box as="dd" ps="8" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  );
}

export function ContactDetails() {
  const words = useWords(contactWords);
  const details = useSettings().data?.contactDetails;
  return (
    <Panel title={words.detailsTitle}>
      <Stack as="dl" gap="4">
        {details?.email ? (
          <Detail icon={Mail} label={words.email}>
            <Link href={`mailto:${details.email}`}>{details.email}</Link>
          </Detail>
        ) : null}
        {details?.phone ? (
          <Detail icon={Phone} label={words.phone}>
            <Link href={`tel:${details.phone.replace(/[^+\d]/g, '')}`}>{details.phone}</Link>
          </Detail>
        ) : null}
        {details?.address ? (
          <Detail icon={MapPin} label={words.address}>
            {details.address}
          </Detail>
        ) : null}
        <Detail icon={Clock} label={words.hours}>
          {words.hoursOf.map(([days, time]) => (
            <Flex key={days} justify="space-between" columnGap="4" wrap="wrap">
              <span>{days}</span>
              <Text as="span" fontVariantNumeric="tabular-nums">
                {time}
              </Text>
            </Flex>
          ))}
        </Detail>
        <Detail icon={MessageSquareReply} label={words.response}>
          {words.responseText}
        </Detail>
      </Stack>
    </Panel>
  );
}
