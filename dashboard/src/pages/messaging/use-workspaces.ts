import { WorkspacesDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';

/** The workspaces of the operator's lenders, as the choices of a field. */
export function useWorkspaces() {
  const { data, isPending, error } = useAnswer('workspaces', WorkspacesDocument, {});
  return { isPending, error, choices: (data?.workspaces ?? []).map(({ id, name }) => ({ id, text: name })) };
}
