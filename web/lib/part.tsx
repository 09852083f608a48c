/**
 * Parts of a page with their own code. A part whose code has been loaded is rendered synchronously, on the server and
 * when the client takes over the server's HTML; the code of any other part is loaded when it is rendered.
 */
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

type Loaded<Props extends object> = { default: ComponentType<Props> };

/** By the part's name. Several pages may show the same part, each through a component of its own. */
const loads = new Map<string, (() => Promise<unknown>)[]>();
/** The components of the parts whose code has been loaded. */
const loaded = new WeakSet<object>();

/** `name` is the name of the part's module, as in page-parts.ts. */
export function part<Props extends object>(
  name: string,
  load: () => Promise<Loaded<Props>>,
): ComponentType<Props> {
  let Content: ComponentType<Props> = lazy(load);
  function Part(props: Props) {
    return <Content {...props} />;
  }
  const loadPart = async () => {
    Content = (await load()).default;
    loaded.add(Part);
  };
  loads.set(name, [...(loads.get(name) ?? []), loadPart]);
  return Part;
}

/**
 * Loads the code of the named parts that are known: the modules that define them must have been loaded. Must be called
 * before the page is rendered, because a part that is already shown would be replaced.
 */
export async function loadParts(names: readonly string[]): Promise<void> {
  await Promise.all(names.flatMap((name) => loads.get(name) ?? []).map((loadPart) => loadPart()));
}

/**
 * Shows the fallback until a part has been loaded. A part that is already loaded gets no Suspense boundary, because the
 * client would take over its contents later than the page around it.
 */
export function PartBoundary<Props extends object>(props: {
  of: ComponentType<Props>;
  fallback: ReactNode;
  children: ReactNode;
}) {
  const [isThere] = useState(() => loaded.has(props.of));
  return isThere ? props.children : <Suspense fallback={props.fallback}>{props.children}</Suspense>;
}
