import { WorkspacesDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';

/** The workspaces of a lender, or of all lenders of the operator, as the choices of a field. */
export function useWorkspaces(lender: string | null) {
  const { data, isPending, error, refetch } = useAnswer('workspaces', WorkspacesDocument, {});
  const own = data?.workspaces?.filter(({ organizationId }) => lender === null || organizationId === lender);
  return {
    ...{ isPending, error, retry: () => void refetch() },
    choices: (own ?? []).map(({ id, name }) => ({ id, text: name })),
  };
}
