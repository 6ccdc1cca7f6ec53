import { useState } from 'react';
import { statusText } from '../../../format/statuses';
import { ChargeOnceDocument, type ChargeOnceMutation, type OneTimeChargeInput } from '../../../generated/graphql';
import { GraphProblem } from '../../../graph/problem';
import { request } from '../../../graph/request';
import { useMutationOnce } from '../../../graph/use-mutation-once';
import { approvalRequestOf } from '../../../money/approval-request-of-error';
import { keysUntilSettled } from '../../../money/keys-until-settled';
import { type ErrorOutcome, outcomeOf } from '../../../money/outcome-of-error';
import { responseTimeLimit } from '../../../money/response-time-limit';
import { useOperator } from '../../../session/operator';

/** By the loan's id. */
const KEYS = keysUntilSettled('one-time-charge');

export type OneTimeCharge = ChargeOnceMutation['chargeOnce'];

interface Failure {
  readonly error: unknown;
  readonly outcome: ErrorOutcome;
  readonly sent: OneTimeChargeInput;
}

interface Charging {
  readonly input: () => OneTimeChargeInput;
  readonly onDone: (charge: OneTimeCharge) => void;
}

/** Makes one charge, however often it is sent while its outcome is not known. */
export function useChargeOnce(accountId: string, { input, onDone }: Charging) {
  const { subject: operator } = useOperator();
  const [failure, setFailure] = useState<Failure>();
  const error = failure?.error;
  const { start, isPending } = useMutationOnce({
    perform: async () => {
      // What a later answer says of the caller, it does not say of a request that was lost before.
      const isAgain = KEYS.has(operator, accountId);
      const sent = input();
      try {
        const variables = { id: accountId, key: KEYS.keyOf(operator, accountId), input: sent };
        const { chargeOnce } = await request(ChargeOnceDocument, variables, responseTimeLimit());
        KEYS.forget(operator, accountId);
        setFailure(undefined);
        return chargeOnce;
      } catch (failed) {
        // After `idempotency_conflict` too: it is known then what became of the earlier request with this key.
        const outcome = outcomeOf(failed, isAgain, error);
        if (outcome !== 'unknown') KEYS.forget(operator, accountId);
        setFailure({ error: failed, outcome, sent });
        throw failed;
      }
    },
    changes: ['account', 'account-timeline'],
    onDone,
  });
  const problemAt = (field: string) => (error instanceof GraphProblem ? error.about(field) : undefined);
  const isAtField = FIELDS.some((field) => problemAt(field) !== undefined);
  const isEqual = reasonOf(error) === 'equal_charge_today';
  const sentForApproval = approvalRequestOf(error);
  return {
    ...{ start, isPending, problemAt },
    /** The charge that was refused because it equals one of today: a person decides whether it is made all the same. */
    equal: isEqual ? failure?.sent : undefined,
    /** The request for a second person, if the amount is above the operator's limit. */
    sentForApproval,
    problem: failure === undefined || isAtField || isEqual || sentForApproval ? undefined : textOf(failure),
  };
}

/** The fields of the form, by their names in the API. */
const FIELDS = ['paymentMethodId', 'amountCents', 'authorizerId', 'authorizedOn'];

const REASONS: Readonly<Record<string, string>> = {
  charge_open: 'Another charge of this loan is being made, or its outcome is not known yet. Wait for its result.',
  loan_paid_off: 'Nothing is left to pay.',
  payoff_already_covered: 'Payments that are being posted already cover what is left to pay.',
  lender_recovering: 'This lender recovers from a restore. Charges can be made once that is finished.',
};

function textOf({ error, outcome }: Failure): string {
  switch (outcome) {
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
