/** Links from a job's page back to the page from which it was opened, by name. */
import { useOrigin } from '#web/lib/origins.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { nameOfOrigin } from './origin-names.ts';
import { originWords } from './origin-words.ts';

export function OriginLink() {
  const { backTo, names } = useWords(originWords);
  const origin = useOrigin();
  const name = origin === undefined ? undefined : nameOfOrigin(origin);
  return (
    <BackLink to={origin !== undefined && name ? origin : paths.dashboard()}>
      {backTo(names[name ?? 'dashboard'])}
    </BackLink>
  );
}
