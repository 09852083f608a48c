/**
 * Texts of the public pages that administrators may change. The settings store only those that differ from the
 * default.
 */
import {
  contactDefaults,
  marketingDefaults,
  type ContactDetails,
  type MarketingFigures,
} from '#contracts/site/pages.ts';

type SiteTexts = { marketingFigures: MarketingFigures; contactDetails: ContactDetails };

/** `kept` is the settings' JSON: one object with the names of both groups. */
export function siteTextsOf(kept: unknown): SiteTexts {
  const known = textsIn(kept);
  return {
    marketingFigures: filled(marketingDefaults, known),
    contactDetails: filled(contactDefaults, known),
  };
}

/** Returns only texts that differ from the default, so that all others follow it. */
export function keptSiteTexts({ marketingFigures, contactDetails }: SiteTexts): Record<string, string> {
  const defaults: Record<string, string> = { ...marketingDefaults, ...contactDefaults };
  const entries = Object.entries({ ...marketingFigures, ...contactDetails });
  return Object.fromEntries(entries.filter(([name, text]) => defaults[name] !== text));
}

function filled<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
  known: ReadonlyMap<string, string>,
): Record<Name, string> {
  const texts: Record<Name, string> = { ...defaults };
  for (const name in texts) texts[name] = known.get(name) ?? texts[name];
  return texts;
}

function textsIn(kept: unknown): Map<string, string> {
  if (typeof kept !== 'object' || kept === null) return new Map();
  return new Map(
    Object.entries(kept).flatMap(([name, text]): [string, string][] =>
      typeof text === 'string' ? [[name, text]] : [],
    ),
  );
}
