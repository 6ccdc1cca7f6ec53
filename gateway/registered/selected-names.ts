import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** The names of a response's members, in order, with those inside them. */
export type SelectedNames = ReadonlyMap<string, SelectedNames>;

type Names = Map<string, Names>;

/** The members of a response, in the order in which an executor returns them. */
export function selectedNames(document: DocumentNode, { selectionSet }: OperationDefinitionNode): SelectedNames {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  const names: Names = new Map();
  collect(selectionSet, names);
  return names;

  function collect({ selections }: SelectionSetNode, found: Names): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        const inside = found.get(name) ?? new Map();
        found.set(name, inside);
        if (node.selectionSet !== undefined) collect(node.selectionSet, inside);
      } else {
        const part = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
        if (part !== undefined) collect(part.selectionSet, found);
      }
    }
  }
}

/** Whether two responses have the same members in the same order. */
export function haveSameNames(one: SelectedNames, other: SelectedNames): boolean {
  const [names, others] = [[...one], [...other]];
  return (
    names.length === others.length &&
    names.every(([name, inside], index) => {
      const [otherName, otherInside] = others[index] ?? [];
      return name === otherName && otherInside !== undefined && haveSameNames(inside, otherInside);
    })
  );
}
