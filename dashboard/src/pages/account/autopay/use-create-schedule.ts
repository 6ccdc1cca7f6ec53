import { useState } from 'react';
import { type CreateAutopayScheduleInput, CreateScheduleDocument } from '../../../generated/graphql';
import { GraphProblem } from '../../../graph/problem';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { keysUntilSettled } from '../../../money/keys-until-settled';
import { outcomeOf } from '../../../money/outcome-of-error';
import { useOperator } from '../../../session/operator';

/** By the loan's id. */
const KEYS = keysUntilSettled('autopay-schedule');

interface Creation {
  readonly input: () => CreateAutopayScheduleInput;
  readonly onDone: () => void;
}

/** Creates one schedule, however often it is sent while its outcome is not known. */
export function useCreateSchedule(accountId: string, { input, onDone }: Creation) {
  const { subject: operator } = useOperator();
  const [error, setError] = useState<unknown>();
  const { start, isPending } = useMutationOnce({
    perform: async () => {
      try {
        await request(CreateScheduleDocument, { input: input(), key: KEYS.keyOf(operator, accountId) });
        KEYS.forget(operator, accountId);
        setError(undefined);
      } catch (failed) {
        // Another schedule was created with this key: it is known now what became of it.
        if (outcomeOf(failed, false) === 'refused') KEYS.forget(operator, accountId);
        setError(failed);
        throw failed;
      }
    },
    changes: ['account', 'account-timeline'],
    onDone,
  });
  const problemAt = (field: string) => (error instanceof GraphProblem ? error.about(field) : undefined);
  const isAtField = FIELDS.some((field) => problemAt(field) !== undefined);
  return { start, isPending, problemAt, problem: error === undefined || isAtField ? undefined : textOf(error) };
}

/** The fields of the form, by their names in the API. */
const FIELDS = ['paymentMethodId', 'amountCents', 'frequencyInterval', 'startDate', 'endDate'];

function textOf(error: unknown): string {
  if (outcomeOf(error, false) !== 'refused')
    return 'No response has arrived. It may have been created; sending the same again cannot create it twice.';
  if (error instanceof GraphProblem && error.code === 'idempotency_conflict')
    return 'The schedule that was sent before was created. Close this and look at it before you create another one.';
  return error instanceof GraphProblem ? error.message : 'It was refused.';
}
