/**
 * Reads our compose file. Enough of YAML for it: blocks by their indentation, lists, anchors, and merges of them; a service
 * that merges another block has what that block has, unless it has its own.
 */
type Block = {
  anchor: string;
  alias: string;
  /** The text after the colon; empty if the value is a block. */
  text: string;
  items: string[];
  children: Map<string, Block>;
};
const nothing: Block = { anchor: '', alias: '', text: '', items: [], children: new Map() };

export type ComposeService = {
  text: (key: string) => string;
  list: (key: string) => string[];
  keys: (key: string) => string[];
};

export function composeServices(file: string): Record<string, ComposeService> {
  const root = blockOf(file.split('\n').filter((line) => !/^\s*(#|$)/.test(line)));
  const anchors = anchorsIn(root);
  const merged = (block: Block): Block => anchors.get(block.children.get('<<')?.alias ?? '') ?? nothing;
  const keysOf = (block: Block): string[] => [
    ...merged(block).children.keys(),
    ...[...block.children.keys()].filter((name) => name !== '<<'),
  ];
  return Object.fromEntries(
    [...(root.children.get('services')?.children ?? [])].map(([name, service]) => {
      const valueOf = (key: string): Block =>
        service.children.get(key) ?? merged(service).children.get(key) ?? nothing;
      return [
        name,
        {
          text: (key: string) => unquoted(valueOf(key).text),
          list: (key: string) => valueOf(key).items,
          keys: (key: string) => keysOf(valueOf(key)),
        },
      ];
    }),
  );
}

/** The names of each service's environment. */
export const composeEnvironments = (file: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(composeServices(file)).map(([name, service]) => [name, service.keys('environment')]),
  );

function anchorsIn(root: Block): Map<string, Block> {
  const anchors = new Map<string, Block>();
  const collect = (block: Block): void => {
    for (const child of block.children.values()) {
      if (child.anchor) anchors.set(child.anchor, child);
      collect(child);
    }
  };
  collect(root);
  return anchors;
}

function blockOf(lines: string[]): Block {
  const children = new Map<string, Block>();
  const items = lines.flatMap((line) => /^ *- (.*)$/.exec(line)?.[1] ?? []).map(unquoted);
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', key, value = ''] = /^( *)([\w<-]+):(.*)$/.exec(lines[at] ?? '') ?? [];
    if (key === undefined) continue;
    const rest = lines.slice(at + 1);
    const length = rest.findIndex((line) => /^ */.exec(line)![0].length <= indent.length);
    const inside = length === -1 ? rest : rest.slice(0, length);
    const [, inline] = /^ *\[(.*)\]$/.exec(value) ?? [];
    const within = blockOf(inside);
    children.set(key, {
      anchor: /^ *&([\w-]+)/.exec(value)?.[1] ?? '',
      alias: /^ *\*([\w-]+)/.exec(value)?.[1] ?? '',
      text: value.trim(),
      items: inline === undefined ? within.items : inline.split(',').map(unquoted),
      children: within.children,
    });
    at += inside.length;
  }
  return { ...nothing, items, children };
}

const unquoted = (text: string): string => text.trim().replace(/^'(.*)'$/, '$1');
