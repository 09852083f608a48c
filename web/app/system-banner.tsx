/** Shows the administrator's system notification below the header (spec section 2, "System banner"). */
import { Box, Container, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { useWords } from '#web/lib/words.ts';
import { appWords } from './words.ts';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

export function SystemBanner() {
  const label = useWords(appWords).notice;
  const banner = useSettings().data?.systemNotification;
  const me = useMe().data;
  if (!banner?.enabled || !banner.message) return null;
  if (!banner.showToAll && !me?.isAdmin) return null;
  const tone = banner.type in icons ? banner.type : 'info';
  const Icon = icons[tone];
  return (
    <Box
      as="section"
      aria-label={label}
      role={tone === 'error' ? 'alert' : 'status'}
      bg={`bg.${tone}`}
      borderBottomWidth="1px"
      textStyle="sm"
    >
      <Container maxW="7xl" py="2">
        <Flex gap="2" align="center">
          <Box color={`fg.${tone}`} flexShrink="0">
            <Icon size={20} aria-hidden />
          </Box>
          {banner.message}
        </Flex>
      </Container>
    </Box>
  );
}
