/** Links from a job's page back to the page from which it was opened, by name. */
import { ArrowLeft } from 'lucide-react';
import { useOrigin } from '#web/lib/origins.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { nameOfOrigin } from './origin-names.ts';
import { originWords } from './origin-words.ts';

export function BackLink() {
  const words = useWords(originWords);
  const origin = useOrigin();
  const name = origin === undefined ? undefined : nameOfOrigin(origin);
  return (
    <RouteLink
      to={origin !== undefined && name ? origin : paths.dashboard()}
      textStyle="sm"
      color="fg.muted"
      minH="6"
      alignSelf="flex-start"
    >
      <ArrowLeft size={16} aria-hidden /> {words[name ?? 'dashboard']}
    </RouteLink>
  );
}
