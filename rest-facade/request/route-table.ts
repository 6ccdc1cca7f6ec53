import { allowedMethods } from '../../core/http/front/allowed-methods.js';

/** Method and path of a route. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  /** Whether a trailing slash is optional. */
  readonly slashEither?: boolean;
}

export type Match<R extends Placed> =
  | { readonly kind: 'route'; readonly route: R; readonly path: Readonly<Record<string, string>> }
  /** The path exists; `allow` is the Allow header's value. */
  | { readonly kind: 'other_method'; readonly allow: string }
  | { readonly kind: 'no_route' }
  /** A parameter's percent-encoding cannot be read. */
  | { readonly kind: 'unreadable' };

interface Node<R> {
  readonly literals: Map<string, Node<R>>;
  parameter: Node<R> | undefined;
  readonly routes: Map<string, { readonly route: R; readonly parameters: readonly string[] }>;
  allow: string;
}

/** Finds a route in as many steps as the path has segments, however many routes there are. */
export class RouteTable<R extends Placed> {
  readonly #root = newNode<R>();
  readonly #elsewhere: ReadonlySet<string>;

  /**
   * @param elsewhere - routes of another host: here they must look as if they did not exist, even if their path does.
   * @throws {Error} when two routes have the same method and path.
   */
  constructor(routes: readonly R[], elsewhere: readonly Placed[] = []) {
    this.#elsewhere = new Set(elsewhere.map(({ method, path }) => `${method} ${path}`));
    for (const route of routes) this.#add(route);
  }

  /** @param path - still percent-encoded, without the query. */
  match(method: string, path: string): Match<R> {
    const raw: string[] = [];
    let node: Node<R> | undefined = path.startsWith('/') ? this.#root : undefined;
    for (const segment of path.split('/').slice(1)) {
      const literal: Node<R> | undefined = node?.literals.get(segment);
      if (literal === undefined && segment !== '') raw.push(segment);
      node = literal ?? (segment === '' ? undefined : node?.parameter);
      if (node === undefined) return { kind: 'no_route' };
    }
    if (node === undefined || node.routes.size === 0) return { kind: 'no_route' };
    // HEAD is GET; Node leaves the body out.
    const found = node.routes.get(method === 'HEAD' ? 'GET' : method);
    if (found === undefined && this.#elsewhere.has(`${method} ${path}`)) return { kind: 'no_route' };
    if (found === undefined || method === 'OPTIONS') return { kind: 'other_method', allow: node.allow };
    const values = raw.map(decoded);
    const parameters: [string, string][] = [];
    for (const [index, name] of found.parameters.entries()) {
      const value = values[index];
      if (value === undefined) return { kind: 'unreadable' };
      parameters.push([name, value]);
    }
    return { kind: 'route', route: found.route, path: Object.fromEntries(parameters) };
  }

  #add(route: R): void {
    this.#addAt(route, route.path);
    if (route.slashEither) this.#addAt(route, route.path.endsWith('/') ? route.path.slice(0, -1) : `${route.path}/`);
  }

  #addAt(route: R, path: string): void {
    const parameters: string[] = [];
    let node = this.#root;
    for (const segment of path.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name !== undefined) parameters.push(name);
      node = name === undefined ? literalChild(node, segment) : parameterChild(node);
    }
    if (node.routes.has(route.method)) throw new Error(`${route.method} ${path} is routed twice`);
    node.routes.set(route.method, { route, parameters });
    node.allow = allowedMethods([...node.routes.keys()]);
  }
}

function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function literalChild<R>(node: Node<R>, segment: string): Node<R> {
  const existing = node.literals.get(segment);
  if (existing !== undefined) return existing;
  const made = newNode<R>();
  node.literals.set(segment, made);
  return made;
}

function parameterChild<R>(node: Node<R>): Node<R> {
  node.parameter ??= newNode();
  return node.parameter;
}

function newNode<R>(): Node<R> {
  return { literals: new Map(), parameter: undefined, routes: new Map(), allow: '' };
}
