/** Finds services by name, description, category and everyday words, like the list in which a service is chosen. */
import { FilePlus } from 'lucide-react';
import { listedServices, searchServices } from '#web/features/jobs/catalogue/queries.ts';
import { unavailableWords } from '#web/features/jobs/catalogue/unavailable-words.ts';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { useLanguage } from '#web/lib/language.ts';
import { textsIn, useCategoryNames } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import type { Findings } from './finding.ts';
import { searchWords } from './words.ts';

/** Returns nothing without a query, because the services would push the pages out of sight. */
export function useServices(query: string): Findings {
  const language = useLanguage();
  const categories = useCategoryNames();
  const { groups } = useWords(searchWords);
  const settings = useSettings().data;
  const { reasons } = useWords(unavailableWords);
  const found = query.trim() && settings ? searchServices(listedServices(settings), query) : [];
  const findings = found.map(({ service, unavailable }) => ({
    id: service.id,
    label: textsIn(service, language).name,
    detail: unavailable ? reasons[unavailable] : categories[service.category],
    to: paths.dashboard({ service: service.id }),
    icon: FilePlus,
  }));
  return { name: groups.services, findings, isNamed: false };
}
