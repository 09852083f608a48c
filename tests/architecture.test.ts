/** The structure that docs/map.md describes: who imports whom, and that the catalogue and its folders agree. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { portals } from '#activities/portals/catalogue.ts';
import { services } from '#services/catalogue.ts';
import { runners } from '#services/runners.ts';
import {
  circlesOf,
  describeImport,
  folders,
  imports,
  importsOf,
  sourceFiles,
  valueImports,
  within,
  type Folder,
} from './harness/source-imports.ts';
import { isShared } from './shared-process.ts';

/** The parts of the product that each layer divides its files into. */
const areas = [
  'accounts',
  'credits',
  'integrations',
  'jobs',
  'messaging',
  'payments',
  'portals',
  'site',
] as const;

type AreaLayer = {
  layer: string;
  /** Folders beside the areas. */
  others: readonly string[];
  /** Areas with a single file, which stands in the folder of another area, because no folder holds a single file. */
  elsewhere: ReadonlyMap<string, string>;
};
const areaLayers: readonly AreaLayer[] = [
  { layer: 'api/domain', others: [], elsewhere: new Map() },
  { layer: 'api/contracts', others: ['calls', 'limits', 'messages'], elsewhere: new Map() },
  {
    layer: 'api/routes',
    others: [],
    elsewhere: new Map([['credits', 'api/routes/payments/credits.ts']]),
  },
  { layer: 'web/features', others: ['admin'], elsewhere: new Map() },
  { layer: 'tests/api', others: ['fuzz'], elsewhere: new Map() },
];

const foldersIn = (place: string): string[] =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** Value imports out of `folder` that are neither inside it nor in `allowed`. */
function strays(folder: Folder, allowed: string[], among = valueImports): string[] {
  return among
    .filter(({ from, to }) => within(from, folder) && folders.some((other) => within(to, other)))
    .filter(({ to }) => !within(to, folder) && !allowed.some((place) => within(to, place)))
    .map(describeImport);
}

/** A table or a raw statement of the client, such as `db.job.update`, `tx.job.update`, `db.$transaction` or `db['job']`. */
const queryPattern = /\b(?:db|tx)(?:\s*\.\$|\s*\.[a-zA-Z]+\s*\.\s*[a-zA-Z]|'?\]?\[')/;

/** The catalogue lists the messages of portals and PDFs too, so that readers of Bengali can be told all of them. */
const isListing = (edge: string): boolean =>
  /^api\/contracts\/messages\/catalogue\.ts → activities\/(?:[a-z-]+\/)*messages\.ts$/.test(edge);

/**
 * The folders of the README, bottom first: a folder imports values only from itself and from what stands before it. A
 * single file stands by itself if folders below its own use it. Types may be imported in either direction.
 */
const layers = [
  'prisma/generated',
  'prisma/client.ts',
  'temporal/client.ts',
  'temporal/renewals.ts',
  'api/adapters/within-ms.ts',
  'temporal/local/end-process.ts',
  'temporal/local/ports.ts',
  'api/contracts',
  'workflows',
  'api/adapters/http-answers.ts',
  'activities/browser/egress.ts',
  'activities/fault-points.ts',
  'activities/thread-answers.ts',
  'activities/pdf',
  'activities/portals',
  'activities/services/families',
  'activities/services',
  'api/env-parts.ts',
  'api/push-keys.ts',
  'api/adapters/outbound-addresses.ts',
  'api/portal-hosts.ts',
  'api/portal-variables.ts',
  'api/env-problems.ts',
  'api/env.ts',
  'api/adapters',
  'api/domain',
  'activities/results',
  'activities',
  'prisma',
  'api/middleware',
  'api/routes',
  'api',
  'temporal',
  'temporal/local',
  'web',
  'tests',
] as const;
type Layer = (typeof layers)[number];

/** Returns the innermost layer that contains the file; undefined for packages. */
const layerOf = (file: string): Layer | undefined =>
  layers.filter((layer) => within(file, layer)).toSorted((one, other) => other.length - one.length)[0];

/** Imports that point upwards in `layers` nevertheless. None of them makes a circle of modules. */
const knownUpward: readonly { imports: RegExp; because: string }[] = [
  {
    imports: /^api\/contracts\/portals\/[a-z-]+\.ts → activities\/portals\/catalogue\.ts$/,
    because: 'the facts of a portal, such as its name, are stated once, in its folder',
  },
  {
    imports:
      /^api\/contracts\/messages\/catalogue\.ts → activities\/(?:[a-z-]+\/)*(?:[a-z-]+-)?messages\.ts$/,
    because:
      'the generated catalogue lists the messages that lie beside services, portals and the PDF reader',
  },
  {
    imports:
      /^activities\/services\/cash-incentive-application\/.+ → api\/domain\/payments\/receipt\/(?:sheet|taka)\.ts$/,
    because: 'the service draws its documents with the sheet and the words for amounts of our receipts',
  },
  {
    imports:
      /^api\/adapters\/auth\.ts → api\/domain\/(?:messaging\/mails|accounts\/(?:account-links|account-mails|second-factor))\.ts$/,
    because: 'the library of sign-ins calls back into the rules of accounts',
  },
  {
    imports: /^api\/adapters\/bkash\/token\.ts → api\/domain\/portals\/sealed-columns\.ts$/,
    because: 'one list names every column of the database with encrypted values',
  },
  {
    imports: /^api\/adapters\/bucket-files\.ts → api\/domain\/jobs\/intake\/local-file\.ts$/,
    because: 'a file from the bucket is copied to disk in the same way as an upload',
  },
  {
    imports: /^api\/adapters\/workflows\/[a-z-]+\.ts → api\/domain\/workflows-port\.ts$/,
    because: 'an adapter throws the errors that its port names',
  },
  {
    imports: /^api\/adapters\/passwords\.ts → api\/domain\/fair-turns\.ts$/,
    because: 'callers wait for a hash in the same fair order as for a reading',
  },
];

describe('architecture', () => {
  it('only tests import tests', () => {
    expect(
      imports.filter(({ from, to }) => !within(from, 'tests') && within(to, 'tests')).map(describeImport),
    ).toEqual([]);
  });

  it('the web client imports only contracts and the catalogue', () => {
    expect(strays('web', ['api/contracts', 'activities/services'])).toEqual([]);
    const runtimeOfServices = valueImports.filter(
      ({ from, to }) => within(from, 'web') && /\/run(ners?)?\.ts$/.test(to),
    );
    expect(runtimeOfServices.map(describeImport)).toEqual([]);
  });

  it('the web client loads the texts of all messages only when it asks for them', () => {
    const reached = new Set(sourceFiles('web'));
    // A set is read to its end although it grows meanwhile.
    for (const file of reached) for (const { from, to } of valueImports) if (from === file) reached.add(to);
    expect(reached).toContain('api/contracts/envelope.ts');
    expect(reached).not.toContain('api/contracts/messages/catalogue.ts');
  });

  it('workflows import only the SDK, each other and files of messages', () => {
    const isMessages = (edge: string): boolean => /→ api\/contracts\/[a-z]+\/messages\.ts$/.test(edge);
    expect(strays('workflows', []).filter((stray) => !isMessages(stray))).toEqual([]);
    const packages = valueImports
      .filter(({ from, to }) => within(from, 'workflows') && !within(to, 'workflows'))
      .filter(({ to }) => to !== '@temporalio/workflow' && to !== '@temporalio/common');
    expect(packages.map(describeImport).filter((edge) => !isMessages(edge))).toEqual([]);
  });

  it('activities import only domain functions, contracts, adapters and workflow ids', () => {
    expect(strays('activities', ['api/domain', 'api/contracts', 'api/adapters', 'workflows/ids.ts'])).toEqual(
      [],
    );
  });

  it.each(['activities', 'api/routes', 'api/middleware'])(
    '%s reach the database only through functions of the domain',
    (layer) => {
      const ofPrisma = imports.filter(({ from, to }) => within(from, layer) && within(to, 'prisma'));
      const queries = sourceFiles(layer).filter((file) => queryPattern.test(readFileSync(file, 'utf8')));
      expect([...ofPrisma.map(describeImport), ...queries]).toEqual([]);
    },
  );

  it('no modules import each other in a cycle, apart from types', () => {
    const circle = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'b' },
    ];
    expect(circlesOf(circle)).toEqual([['b', 'c']]);
    expect(circlesOf(valueImports)).toEqual([]);
  });

  it('folders import values only from folders below them, apart from the listed imports', () => {
    const upward = valueImports.filter(({ from, to }) => {
      const [own, other] = [layerOf(from), layerOf(to)];
      return own !== undefined && other !== undefined && layers.indexOf(other) > layers.indexOf(own);
    });
    const edges = [...new Set(upward.map(describeImport))];
    expect(edges.filter((edge) => !knownUpward.some((known) => known.imports.test(edge)))).toEqual([]);
    const unused = knownUpward.filter((known) => !edges.some((edge) => known.imports.test(edge)));
    expect(unused).toEqual([]);
  });

  it('the API imports messages and ids of the workflows but never their functions', () => {
    expect(
      strays('api', [
        'workflows/ids.ts',
        'activities/services',
        'activities/portals/catalogue.ts',
        'activities/portals/facts.ts',
        'activities/portals/page-maps.ts',
        'activities/portals/go-live-lists.ts',
        'activities/portals/page-texts.ts',
        'activities/pdf/reading/pool.ts',
        'prisma',
        'temporal/client.ts',
        'temporal/renewals.ts',
      ]).filter((stray) => !isListing(stray)),
    ).toEqual([]);
  });

  it('the domain knows nothing of requests', () => {
    const ofHttp = imports.filter(
      ({ from, to }) =>
        within(from, 'api/domain') &&
        (/^hono(\/|$)/.test(to) ||
          ['api/app.ts', 'api/middleware', 'api/routes'].some((place) => within(to, place))),
    );
    expect(ofHttp.map(describeImport)).toEqual([]);
  });

  it('the domain reaches workflows only through its port and knows their messages and ids but no client', () => {
    const ofTemporal = imports.filter(
      ({ from, to }) =>
        within(from, 'api/domain') &&
        (['@temporalio', 'temporal', 'api/adapters/workflows'].some((place) => within(to, place)) ||
          (within(to, 'workflows') && !/^workflows\/(ids|([a-z-]+-)?messages)\.ts$/.test(to))),
    );
    expect(ofTemporal.map(describeImport)).toEqual([]);
    const takingTheClient = sourceFiles('api/domain').filter((file) =>
      /'temporal'|\btemporal\.|\btaskQueues\b/.test(readFileSync(file, 'utf8')),
    );
    expect(takingTheClient).toEqual([]);
  });

  it('adapters know neither the middleware nor the routes', () => {
    const reaching = imports.filter(
      ({ from, to }) =>
        within(from, 'api/adapters') &&
        ['api/app.ts', 'api/middleware', 'api/routes'].some((place) => within(to, place)),
    );
    expect(reaching.map(describeImport)).toEqual([]);
  });

  it('only the adapter that opens locked PDFs imports from the activities, and only the threads of PDFium', () => {
    const reaching = valueImports.filter(
      ({ from, to }) =>
        within(from, 'api') &&
        within(to, 'activities') &&
        ![
          'activities/services',
          'activities/portals/catalogue.ts',
          'activities/portals/facts.ts',
          'activities/portals/page-maps.ts',
          'activities/portals/go-live-lists.ts',
        ].some((place) => within(to, place)),
    );
    const others = reaching.map(describeImport).filter((edge) => !isListing(edge));
    expect(others).toEqual(['api/adapters/pdf-locks.ts → activities/pdf/reading/pool.ts']);
  });

  it('files of messages import nothing but their definitions, so that the web client can load them', () => {
    const ofMessages = imports.filter(({ from }) =>
      /^(api|activities)\/(.+\/)?([a-z-]+-)?messages\.ts$/.test(from),
    );
    expect(ofMessages.length).toBeGreaterThan(40);
    const others = ofMessages.filter(({ to }) => to !== 'api/contracts/messages/define.ts');
    expect(others.map(describeImport)).toEqual([]);
  });

  it('services import neither the catalogue nor the runners that list them', () => {
    const cycles = imports.filter(
      ({ from, to }) =>
        /^activities\/services\/(?!families\/)[^/]+\/[^/]+$/.test(from) &&
        /services\/(catalogue|runners)\.ts$/.test(to),
    );
    expect(cycles.map(describeImport)).toEqual([]);
  });

  it('every service has a folder, a runner and a sample, and every folder belongs to a service', () => {
    const ids = services.map(({ id }) => id);
    const serviceFolders = foldersIn('activities/services').filter((name) => name !== 'families');
    expect(serviceFolders.toSorted()).toEqual(ids.toSorted());
    expect(Object.keys(runners).toSorted()).toEqual(ids.toSorted());
    for (const id of ids) {
      const files = readdirSync(path.join('activities/services', id));
      expect(files, id).toEqual(expect.arrayContaining(['service.ts', 'run.ts', 'expected.json']));
      expect(
        files.some((name) => name.startsWith('sample.')),
        id,
      ).toBe(true);
    }
  });

  it.each(areaLayers)(
    '$layer has one folder for each area, with the same names as the other layers',
    (each) => {
      const expected = [...areas, ...each.others].filter((name) => !each.elsewhere.has(name));
      expect(foldersIn(each.layer).toSorted()).toEqual(expected.toSorted());
      for (const file of each.elsewhere.values()) expect(existsSync(file), file).toBe(true);
    },
  );

  it('no folder holds a single file', () => {
    const counts = new Map<string, number>();
    for (const file of folders.flatMap((folder) => sourceFiles(folder)))
      for (let at = path.dirname(file); at !== '.'; at = path.dirname(at))
        counts.set(at, (counts.get(at) ?? 0) + 1);
    const single = [...counts].filter(([, count]) => count === 1).map(([folder]) => folder);
    expect(single.filter((folder) => readdirSync(folder).length === 1)).toEqual([]);
  });

  it('tests that share a process mock no module and use no helper whose hooks run for one file only', () => {
    const helpersOf = (file: string, seen = new Set<string>()): Set<string> => {
      for (const { to, typeOnly } of importsOf(file)) {
        if (typeOnly || !to.startsWith('tests/') || seen.has(to)) continue;
        seen.add(to);
        helpersOf(to, seen);
      }
      return seen;
    };
    // Its module is loaded once for all files, so that the hook is the first one's.
    const hasHook = (file: string): boolean =>
      /^(before|after)(All|Each)\(/m.test(readFileSync(file, 'utf8'));
    const shared = sourceFiles('tests').filter(isShared);
    expect(shared.length).toBeGreaterThan(40);
    const replaces = (file: string): boolean => /^vi\.mock\(/m.test(readFileSync(file, 'utf8'));
    expect(shared.filter(replaces)).toEqual([]);
    expect(shared.flatMap((file) => [...helpersOf(file)].filter(hasHook))).toEqual([]);
  });

  it('every portal has a folder with its facts and its adapter, and a simulator in the sandbox', () => {
    const keys = portals.map(({ key }) => key).toSorted();
    expect(foldersIn('activities/portals').toSorted()).toEqual(keys);
    expect(foldersIn('tests/sandbox/portals').toSorted()).toEqual(keys);
    for (const key of keys)
      expect(readdirSync(path.join('activities/portals', key)), key).toEqual(
        expect.arrayContaining(['facts.ts', 'portal.ts']),
      );
  });

  it("a portal's facts import none of its browser code, and only a service's runner imports a portal", () => {
    const ofFacts = valueImports.filter(({ from }) => /^activities\/portals\/[^/]+\/facts\.ts$/.test(from));
    expect(ofFacts.map(describeImport)).toEqual([]);
    const ofDefinitions = valueImports.filter(
      ({ from, to }) =>
        /^activities\/services\/[^/]+\/service\.ts$/.test(from) && within(to, 'activities/portals'),
    );
    expect(ofDefinitions.map(describeImport)).toEqual([]);
  });

  it('every source file opens with a comment that says what it holds', () => {
    const silent = folders
      .flatMap((folder) => sourceFiles(folder))
      .filter((file) => !/^(#!.*\n)?\/\*\*/.test(readFileSync(file, 'utf8')));
    expect(silent).toEqual([]);
  });
});
