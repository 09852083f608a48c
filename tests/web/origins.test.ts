/** The names of pages in the link that leads back from a job. */
import { expect, it } from 'vitest';
import { nameOfOrigin } from '#web/features/jobs/origin-names.ts';
import { accountTabs, adminTabs, dashboardTabs, ownPlaces, paths, publicPlaces } from '#web/paths.ts';

/** Pages of one job lead back to where it was reached from; nobody goes back to what a mail provider returned to. */
const neverOrigins = ['job', 'corrections', 'mailboxConnected'];

it('every page from which a job is opened has a name in the link that leads back to it', () => {
  const addresses = [
    ...Object.entries(ownPlaces).flatMap(([page, place]) => (neverOrigins.includes(page) ? [] : [place])),
    ...dashboardTabs.map((tab) => paths.dashboard({ tab })),
    ...accountTabs.map((tab) => paths.account({ tab })),
    ...adminTabs.map((tab) => paths.adminTab(tab)),
    paths.jobsWith({ state: 'failed', q: 'EXP' }),
  ];
  expect(addresses.filter((address) => nameOfOrigin(address) === undefined)).toEqual([]);
});

it('a page that everybody can open is no place that a job leads back to', () => {
  const named = Object.values(publicPlaces).filter((address) => nameOfOrigin(address) !== undefined);
  expect(named).toEqual([]);
});
