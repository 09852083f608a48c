/** Finds pages, tabs and settings by their names in both languages and by other words for them. */
import {
  Activity,
  Bell,
  ChartColumn,
  Code,
  Coins,
  FileText,
  KeyRound,
  LifeBuoy,
  Settings,
  ShieldCheck,
  Store,
  type LucideIcon,
} from 'lucide-react';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { accountWords } from '#web/features/accounts/words.ts';
import { passkeyWords } from '#web/features/accounts/passkey-words.ts';
import { profileWords } from '#web/features/accounts/profile/words.ts';
import { secondFactorWords } from '#web/features/accounts/second-factor-words.ts';
import { adminWords } from '#web/features/admin/words.ts';
import { accessWords } from '#web/features/integrations/api-access/words.ts';
import { dashboardPageWords } from '#web/features/jobs/dashboard/page-words.ts';
import { useLanguage, type Language } from '#web/lib/language.ts';
import { hasWords, searchWordsOf } from '#web/lib/search-words.ts';
import { useWords, type Words } from '#web/lib/words.ts';
import { adminTabs, paths, systemPages } from '#web/paths.ts';
import { placeIcons } from '#web/app/shell/place-link.tsx';
import { addressOf, adminPlaces, sidebarPlaces, type ShellPlace } from '#web/app/shell/shell-places.ts';
import { shellWords } from '#web/app/shell/words.ts';
import type { Findings } from './finding.ts';
import { otherNames, searchWords } from './words.ts';

type Text = Record<Language, string>;
/** It is found by its name in both languages, and by further words. */
type Place = {
  to: string;
  label: Text;
  detail?: Text;
  icon: LucideIcon;
  name: string[];
  words: string[];
};

/** Picks one text from a set of texts, in both languages. */
const text = <English>(
  words: Words<English>,
  pick: (texts: English | Words<English>['bn']) => string,
): Text => ({
  en: pick(words.en),
  bn: pick(words.bn),
});

/** `also` are further words by which the place is found. */
type PlaceGiven = Pick<Place, 'to' | 'icon' | 'label' | 'detail'> & { also: string };

function place({ to, icon, label, also, detail }: PlaceGiven): Place {
  const name = searchWordsOf(`${label.en} ${label.bn}`);
  const words = [...name, ...searchWordsOf([detail?.en ?? '', detail?.bn ?? '', also].join(' '))];
  return { to, icon, label, name, words, ...(detail ? { detail } : {}) };
}

/** Labels of places whose own page names them differently than the sidebar. */
const tabLabels: Partial<Record<ShellPlace, Text>> = {
  start: text(dashboardPageWords, ({ tabs }) => tabs.dashboard),
  portals: text(dashboardPageWords, ({ tabs }) => tabs.credentials),
  credits: text(dashboardPageWords, ({ tabs }) => tabs.credits),
  api: text(accessWords, ({ pages }) => pages.access),
  account: text(accountWords, ({ tabs }) => tabs.profile),
};

function ofShell(id: ShellPlace): Place {
  const label = text(shellWords, ({ places }) => places[id]);
  const onPage = tabLabels[id];
  const also = [otherNames[id], onPage?.en ?? '', onPage?.bn ?? ''].join(' ');
  return place({ to: addressOf(id), icon: placeIcons[id], label, also });
}

const credits = text(shellWords, ({ places }) => places.credits);
const account = text(shellWords, ({ places }) => places.account);
const security = paths.account({ tab: 'security' });

const tabs: readonly Place[] = [
  place({
    to: paths.portals,
    icon: Activity,
    label: text(searchWords, ({ portalStates }) => portalStates),
    also: otherNames.portalStates,
  }),
  place({
    to: paths.dashboard({ tab: 'profile' }),
    icon: Settings,
    label: text(dashboardPageWords, ({ tabs: { profile } }) => profile),
    also: otherNames.account,
    detail: account,
  }),
  place({
    to: paths.dashboard({ tab: 'transactions' }),
    icon: Coins,
    label: text(dashboardPageWords, ({ tabs: { transactions } }) => transactions),
    also: otherNames.transactions,
    detail: credits,
  }),
  place({
    to: paths.dashboard({ tab: 'credit-history' }),
    icon: Coins,
    label: text(dashboardPageWords, ({ tabs: { 'credit-history': history } }) => history),
    also: otherNames.creditHistory,
    detail: credits,
  }),
  place({
    to: paths.account({ tab: 'analytics' }),
    icon: ChartColumn,
    label: text(accountWords, ({ tabs: { analytics } }) => analytics),
    also: otherNames.analytics,
    detail: account,
  }),
  place({
    to: paths.account({ tab: 'notifications' }),
    icon: Bell,
    label: text(accountWords, ({ tabs: { notifications } }) => notifications),
    also: otherNames.notifications,
    detail: account,
  }),
  place({
    to: paths.dashboard({ tab: 'profile' }),
    icon: KeyRound,
    label: text(profileWords, ({ changePassword }) => changePassword),
    also: otherNames.password,
    detail: account,
  }),
  place({
    to: security,
    icon: KeyRound,
    label: text(accountWords, ({ tabs: { security: label } }) => label),
    also: otherNames.security,
    detail: account,
  }),
];

const preferences = place({
  to: paths.dashboard({ tab: 'profile' }),
  icon: Settings,
  label: text(accountWords, ({ preferences: label }) => label),
  also: otherNames.preferences,
  detail: account,
});

const securityLabel = text(accountWords, ({ tabs: { security: label } }) => label);
const settings: readonly Place[] = (
  [
    [text(passkeyWords, ({ title }) => title), ''],
    [text(secondFactorWords, ({ title }) => title), otherNames.security],
    [text(accountWords, ({ sessions }) => sessions), ''],
    [text(accountWords, ({ data }) => data), otherNames.data],
    [text(accountWords, ({ end }) => end), ''],
  ] as const
).map(([label, also]) => place({ to: security, icon: KeyRound, label, also, detail: securityLabel }));

const further: readonly Place[] = [
  place({
    to: paths.apiDocs,
    icon: Code,
    label: text(accessWords, ({ pages }) => pages.docs),
    also: otherNames.api,
    detail: text(shellWords, ({ places }) => places.api),
  }),
  place({ to: paths.rex, icon: FileText, label: text(searchWords, ({ rex }) => rex), also: '' }),
  place({
    to: paths.services,
    icon: Store,
    label: text(searchWords, ({ servicesOnSale }) => servicesOnSale),
    also: otherNames.services,
  }),
  place({
    to: paths.contact(),
    icon: LifeBuoy,
    label: text(searchWords, ({ helpAndContact }) => helpAndContact),
    also: otherNames.help,
  }),
];

const administration = text(shellWords, ({ places }) => places.administration);
const ofAdmins: readonly Place[] = adminTabs.map((tab) =>
  place({
    to: paths.adminTab(tab),
    icon: ShieldCheck,
    label: text(adminWords, ({ tabs: labels }) => labels[tab]),
    also: '',
    detail: administration,
  }),
);

const system = text(adminWords, ({ tabs: labels }) => labels.system);
const ofSystem: readonly Place[] = systemPages.map((page) =>
  place({
    to: paths.systemPage(page),
    icon: ShieldCheck,
    label: text(adminWords, ({ systemPages: labels }) => labels[page]),
    also: '',
    detail: system,
  }),
);

function placesOf(isAdmin: boolean): Place[] {
  const inShell = [...sidebarPlaces, ...adminPlaces(isAdmin)].map(ofShell);
  return [
    ...inShell,
    ...tabs,
    preferences,
    ...settings,
    ...further,
    ...(isAdmin ? [...ofAdmins, ...ofSystem] : []),
  ];
}

export function usePlaces(query: string, user: SignedInUser): Findings {
  const language = useLanguage();
  const { groups } = useWords(searchWords);
  const found = placesOf(user.isAdmin).filter(({ words }) => hasWords(words, query));
  const named = found.filter(({ name }) => hasWords(name, query));
  const others = found.filter((each) => !named.includes(each));
  const findings = [...named, ...others].map(({ to, icon, label, detail }) => ({
    // Two settings may be on one page. An id must not contain spaces.
    id: `${to}#${label.en.replaceAll(' ', '-')}`,
    label: label[language],
    detail: detail?.[language],
    to,
    icon,
  }));
  return { name: groups.places, findings, isNamed: named.length > 0 };
}
