import { centsOf } from '../../../format/money';
import type { LedgerOperationType, LimitedAct } from '../../../generated/graphql';
import { adjustmentAmounts, type TypedOperation } from './typed-operation';

interface Limited {
  /** Undefined for an operation without limits. */
  readonly act: LimitedAct | undefined;
  readonly amountCents: number;
}

/** The act and the amount by which the operator’s limit is compared, as on the server. */
export function limitedAct(type: LedgerOperationType, typed: TypedOperation, owedCents: number): Limited {
  switch (type) {
    case 'waiver':
      return { act: type, amountCents: centsOf(typed.amount) ?? 0 };
    case 'adjustment': {
      const changes = Object.values(adjustmentAmounts(typed) ?? {});
      return { act: type, amountCents: changes.reduce((sum, change) => sum + Math.abs(change), 0) };
    }
    case 'charge_off':
      return { act: type, amountCents: owedCents };
    default:
      return { act: undefined, amountCents: 0 };
  }
}
