import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';

/**
 * The manifest of the facade's documents, operation's name → document with the fragments that it uses, in order of name. Between
 * parts the digest of the document is the operation's id; the gateway has these and those of released versions prepared, and runs
 * nothing else for facades.
 *
 * @param folder - where the `.graphql` files lie, at any depth
 * @throws {Error} for an operation without a name, two of one name, or a fragment that is nowhere
 */
export function persistedOperations(folder: string): Readonly<Record<string, string>> {
  const definitions = documentsIn(folder).flatMap((text) => parse(text, { noLocation: true }).definitions);
  const fragments = new Map(definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]));
  const manifest = new Map<string, string>();
  for (const operation of definitions.filter(isOperation)) {
    const id = operation.name?.value;
    if (id === undefined || manifest.has(id))
      throw new Error(`operation ${id ?? ''} has no name, or one that is taken`);
    const used = [...fragmentsOf(operation, fragments)];
    manifest.set(id, [operation, ...used].map((definition) => print(definition)).join('\n\n'));
  }
  return Object.fromEntries([...manifest].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function documentsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Fragments that a definition spreads, and those that they spread. */
function fragmentsOf(
  definition: DefinitionNode,
  known: ReadonlyMap<string, FragmentDefinitionNode>,
  found = new Set<FragmentDefinitionNode>(),
): ReadonlySet<FragmentDefinitionNode> {
  visit(definition, {
    FragmentSpread({ name }) {
      const fragment = known.get(name.value);
      if (fragment === undefined) throw new Error(`there is no fragment ${name.value}`);
      if (found.has(fragment)) return;
      found.add(fragment);
      fragmentsOf(fragment, known, found);
    },
  });
  return found;
}

function isFragment(definition: DefinitionNode): definition is FragmentDefinitionNode {
  return definition.kind === Kind.FRAGMENT_DEFINITION;
}

function isOperation(definition: DefinitionNode): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION;
}
