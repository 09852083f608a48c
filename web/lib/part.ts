/**
 * Parts of a page that are loaded by themselves. A part that has been loaded is rendered at once, on the server and when
 * the client takes over the server's HTML; any other one is loaded when it is rendered.
 */
import { createElement, lazy, type ComponentType } from 'react';

type Loaded<Props extends object> = { default: ComponentType<Props> };

const loads = new Map<string, () => Promise<unknown>>();

/** `name` is that of the part's module, as in page-parts.ts. */
export function part<Props extends object>(
  name: string,
  load: () => Promise<Loaded<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Later = lazy(load);
  loads.set(name, async () => {
    loaded = (await load()).default;
  });
  return function Part(props: Props) {
    return createElement(loaded ?? Later, props);
  };
}

/**
 * Loads those of the parts that are known; the modules that name them must have been loaded. Must be called before the
 * page is rendered, because a part that is shown already would be replaced.
 */
export async function loadParts(names: readonly string[]): Promise<void> {
  await Promise.all(names.flatMap((name) => loads.get(name) ?? []).map((load) => load()));
}
