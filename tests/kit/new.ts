/**
 * Writes a new service or a new portal, complete with its sample, its sandbox page and its tests:
 * `npm run new -- portal <key>`, `npm run new -- service <id> --portal <key>`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { portals } from '#activities/portals/catalogue.ts';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { camelCase, snakeCase, titleCase } from './names.ts';

const ID_LENGTH_MAX = 30;
const TEMPLATES = 'tests/kit/templates';
/** A public portal, on which a service is made if none is named. */
const USUAL_PORTAL = 'cpa';

type Words = Record<string, string | number>;
type NewFile = { file: string; text: string | Uint8Array };

const usage = 'Use `npm run new -- portal <key>` or `npm run new -- service <id> [--portal <key>]`.';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { portal: { type: 'string' } },
});
const [kind = '', id = ''] = positionals;

function requireNewId(): void {
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(id) || id.length > ID_LENGTH_MAX)
    throw new Error(
      `"${id}" is not a name of at most ${ID_LENGTH_MAX} letters, digits and hyphens. ${usage}`,
    );
}

const wordsOf = (more: Words): Words => ({
  id,
  camel: camelCase(id),
  snake: snakeCase(id),
  CONSTANT: snakeCase(id).toUpperCase(),
  Title: titleCase(id),
  ...more,
});

/** Fills in the files of a template folder: `__name__` stands for a word. */
function fromTemplate(template: string, target: string, words: Words): NewFile[] {
  return readdirSync(path.join(TEMPLATES, template)).map((name) => ({
    file: path.join(target, name.replace(/\.txt$/, '')),
    text: readFileSync(path.join(TEMPLATES, template, name), 'utf8').replaceAll(
      /__(\w+?)__/g,
      (whole, word: string) => String(words[word] ?? whole),
    ),
  }));
}

function newPortal(): NewFile[] {
  const words = wordsOf({
    position: portals.length + 1,
    loginPosition: portals.filter(({ login }) => login !== null).length + 1,
  });
  const tests = fromTemplate('portal/tests', 'tests/portals', words);
  return [
    ...fromTemplate('portal/activities', `activities/portals/${id}`, words),
    ...fromTemplate('portal/sandbox', `tests/sandbox/portals/${id}`, words),
    ...tests.map(({ file, text }) => ({ file: file.replace('portal.test', `${id}.test`), text })),
  ];
}

/** Portals that were made here have one look-up under one name; elsewhere the nearest service shows how it is done. */
function newService(): NewFile[] {
  const key = values.portal ?? USUAL_PORTAL;
  const portal = portals.find((each) => each.key === key);
  if (!portal) throw new Error(`There is no portal "${key}". ${usage}`);
  const target = `activities/services/${id}`;
  if (existsSync(`activities/portals/${key}/look-up.ts`) && portal.login) {
    const login = portal.login.kind;
    return fromTemplate('service', target, wordsOf({ portal: key, login, position: services.length + 1 }));
  }
  const nearest = services.find((service) => service.portal === key && service.effect === 'read');
  if (!nearest) throw new Error(`No service looks something up on "${key}" that could be copied.`);
  return copied(nearest, target);
}

function copied(source: ServiceDefinition, target: string): NewFile[] {
  const folder = `activities/services/${source.id}`;
  const description = `Upload a sheet for ${titleCase(id)}. Each row is looked up on the portal, and you get one workbook with the answers.`;
  const renamed = (text: string): string =>
    text
      .replaceAll(source.id, id)
      .replaceAll(new RegExp(`\\b${camelCase(source.id)}(?=Service\\b|\\b)`, 'g'), camelCase(id))
      .replaceAll(source.name, titleCase(id))
      .replaceAll("'./messages.ts'", `'#services/${source.id}/messages.ts'`)
      .replace(source.description.replaceAll("'", "\\'"), description)
      .replace(`position: ${source.position},`, `position: ${services.length + 1},`);
  // Two messages never have the same text: the copy shares those of its source until it has its own.
  const names = readdirSync(folder).filter((name) => name !== 'messages.ts');
  return names.map((name) => {
    const bytes = readFileSync(path.join(folder, name));
    const isText = /\.(ts|csv|json)$/.test(name);
    return { file: path.join(target, name), text: isText ? renamed(bytes.toString('utf8')) : bytes };
  });
}

function write(files: readonly NewFile[]): void {
  const taken = files.filter(({ file }) => existsSync(file)).map(({ file }) => file);
  if (taken.length > 0) throw new Error(`There is already ${taken.join(', ')}.`);
  for (const { file, text } of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const sources = files.map(({ file }) => file).filter((file) => file.endsWith('.ts'));
  execFileSync('node_modules/.bin/oxfmt', sources);
  execFileSync('node_modules/.bin/tsx', ['tests/kit/indexes.ts'], { stdio: 'inherit' });
  process.stdout.write(`${files.map(({ file }) => file).join('\n')}\n`);
}

const makers: Record<string, () => NewFile[]> = { portal: newPortal, service: newService };
const make = makers[kind];
try {
  if (!make) throw new Error(usage);
  requireNewId();
  write(make());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
