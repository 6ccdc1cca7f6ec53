import { instrumentName } from '../../../format/display-names';
import { MethodsOfAccountDocument, type MethodsOfAccountQuery } from '../../../generated/graphql';
import { useAnswer } from '../../../graph/use-answer';
import { ChoiceFilter } from '../../../ui/choice-filter';

export type StoredMethod = MethodsOfAccountQuery['accountPaymentMethods']['items'][number];

/** The stored payment methods of the loan's borrowers that can be charged; undefined until they are read. */
export function useMethods(accountId: string): readonly StoredMethod[] | undefined {
  return useAnswer('methods-of-account', MethodsOfAccountDocument, { id: accountId }).data?.accountPaymentMethods.items;
}

interface MethodChoiceProps {
  readonly methods: readonly StoredMethod[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly problem: string | undefined;
}

export function MethodChoice({ methods, ...rest }: MethodChoiceProps) {
  return (
    <ChoiceFilter
      label="Charge"
      isRequired
      choices={methods.map((method) => ({ id: method.id, text: nameOf(method) }))}
      {...rest}
    />
  );
}

function nameOf(method: StoredMethod): string {
  const owner = method.party?.displayName;
  return owner === undefined ? instrumentName(method) : `${instrumentName(method)}, ${owner}`;
}
