import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** By the field's nodes, which a compiled operation keeps. */
const known = new WeakMap<Asked['fieldNodes'], Map<ReadonlySet<string>, boolean>>();

/** Whether the resolved field's selection directly contains any of these fields, also through fragments. */
export function selectsAny(asked: Asked, names: ReadonlySet<string>): boolean {
  const answers = known.get(asked.fieldNodes) ?? new Map<ReadonlySet<string>, boolean>();
  const answer = answers.get(names) ?? selected(asked).some(({ name }) => names.has(name.value));
  known.set(asked.fieldNodes, answers.set(names, answer));
  return answer;
}

/** Whether it directly contains no other fields than these, also through fragments. */
export function selectsOnly(asked: Asked, names: ReadonlySet<string>): boolean {
  return selected(asked).every(({ name }) => names.has(name.value));
}

/** The selection of a field that the resolved field's selection directly contains. */
export function below(asked: Asked, name: string): Asked {
  return { fieldNodes: selected(asked).filter((field) => field.name.value === name), fragments: asked.fragments };
}

function selected({ fieldNodes, fragments }: Asked): readonly FieldNode[] {
  return fieldNodes.flatMap(({ selectionSet }) => fieldsOf(selectionSet, fragments));
}

function fieldsOf(set: SelectionSetNode | undefined, fragments: Asked['fragments']): readonly FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const within = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    return fieldsOf(within?.selectionSet, fragments);
  });
}
