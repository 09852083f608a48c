/** BEPZA's online permit system: a login for one zone, applications, their submission and approved permits. */
import type { Page } from 'playwright';
import type { LoginContext } from '#activities/portals/contract.ts';
import { createPortal } from '#activities/portals/create-portal.ts';
import { createSignIn } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { bepzaFacts } from './facts.ts';
import { field } from '#activities/portals/controls.ts';
import { onPage, select, tools } from './tools.ts';
import { probePages } from './probe-pages.ts';

const { login: form, timeouts } = config;

/** Selects the zone. When a saved login is checked no zone is given, and the first one offered is used. */
async function chooseZone(page: Page, { scope }: LoginContext): Promise<void> {
  if (scope !== '') return select(page, form.zone, scope);
  const zones = field(page, form.zone);
  await onPage(page, () => zones.waitFor({ timeout: timeouts.elementMs }));
  const labels = await zones.locator('option:not([value=""])').allTextContents();
  if (labels[0] !== undefined) await select(page, form.zone, labels[0].trim());
}

export const bepzaPortal = createPortal({
  facts: bepzaFacts,
  sessionsMax: 4,
  filing: config.timeouts,
  signIn: createSignIn(config, tools, chooseZone),
  behindSignIn: { pages: probePages, tools, timeouts: config.timeouts },
});
