import { useState } from 'react';
import { statusText } from '../../../format/statuses';
import { ChargeOnceDocument, type ChargeOnceMutation, type OneTimeChargeInput } from '../../../generated/graphql';
import { GraphProblem } from '../../../graph/problem';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { keysUntilSettled } from '../../../money/keys-until-settled';
import { outcomeOf } from '../../../money/outcome-of-error';

/** By the loan's id. */
const KEYS = keysUntilSettled();

export type OneTimeCharge = ChargeOnceMutation['chargeOnce'];

interface Charging {
  readonly input: () => OneTimeChargeInput;
  readonly onDone: (charge: OneTimeCharge) => void;
}

/** Makes one charge, however often it is sent while its outcome is not known. */
export function useChargeOnce(accountId: string, { input, onDone }: Charging) {
  const [error, setError] = useState<unknown>();
  const { start, isPending } = useMutationOnce({
    perform: async () => {
      try {
        const variables = { id: accountId, key: KEYS.keyOf(accountId), input: input() };
        const { chargeOnce } = await request(ChargeOnceDocument, variables);
        KEYS.forget(accountId);
        setError(undefined);
        return chargeOnce;
      } catch (failed) {
        // After `idempotency_conflict` too: it is known then that a charge was made with this key.
        if (outcomeOf(failed, false) !== 'unknown') KEYS.forget(accountId);
        setError(failed);
        throw failed;
      }
    },
    changes: ['account', 'account-timeline'],
    onDone,
  });
  const problemAt = (field: string) => (error instanceof GraphProblem ? error.about(field) : undefined);
  const isAtField = FIELDS.some((field) => problemAt(field) !== undefined);
  const isEqual = reasonOf(error) === 'equal_charge_today';
  return {
    ...{ start, isPending, problemAt },
    /** The same amount was charged to the method today: a person decides whether it is charged again. */
    isEqual,
    problem: error === undefined || isAtField || isEqual ? undefined : textOf(error),
  };
}

/** The fields of the form, by their names in the API. */
const FIELDS = ['paymentMethodId', 'amountCents', 'authorizerId', 'authorizedOn'];

const REASONS: Readonly<Record<string, string>> = {
  charge_open: 'Another charge of this loan is being made, or its outcome is not known yet. Wait for its result.',
  loan_paid_off: 'Nothing is left to pay.',
  payoff_already_covered: 'Payments that are being applied already cover what is left to pay.',
  lender_recovering: 'This lender recovers from a restore. Charges can be made once that is finished.',
};

function textOf(error: unknown): string {
  switch (outcomeOf(error, false)) {
    case 'unknown':
      return 'No response has arrived. It may have been charged; sending the same again cannot charge twice.';
    case 'not_posted':
      return 'The loan system cannot be reached, so nothing was charged. Try again later.';
    case 'refused':
      return refusalOf(error);
  }
}

function refusalOf(error: unknown): string {
  if (!(error instanceof GraphProblem)) return 'It was refused.';
  if (error.code === 'idempotency_conflict')
    return 'The charge that was sent before was made. Close this and look at it before you make another one.';
  const reason = reasonOf(error);
  if (reason === undefined) return error.message;
  return REASONS[reason] ?? `Nothing was charged: ${statusText(reason).toLowerCase()}.`;
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof GraphProblem) || error.code !== 'one_time_charge_refused') return undefined;
  const { reason } = error.fields;
  return typeof reason === 'string' ? reason : undefined;
}
