/** Renders a status as an icon and a word; the colour only repeats them. */
import { Badge } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';

export type StatusTone = 'brand' | 'gray' | 'attention' | 'failure' | 'information';

export function StatusTag(props: { tone: StatusTone; icon: LucideIcon; label: string }) {
  const { tone, icon: Icon, label } = props;
  return (
    <Badge colorPalette={tone} size="md" flexShrink="0" textStyle="xs">
      <Icon size={14} aria-hidden />
      {label}
    </Badge>
  );
}
