import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** Whether the resolved field's selection directly contains any of these fields, also through fragments. */
export function selectsAny({ fieldNodes, fragments }: Asked, names: ReadonlySet<string>): boolean {
  return fieldNodes.some(({ selectionSet }) => selects(selectionSet, fragments, names));
}

function selects(
  set: SelectionSetNode | undefined,
  fragments: Asked['fragments'],
  names: ReadonlySet<string>,
): boolean {
  return (set?.selections ?? []).some((selection) => {
    if (selection.kind === Kind.FIELD) return names.has(selection.name.value);
    const within = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    return selects(within?.selectionSet, fragments, names);
  });
}
