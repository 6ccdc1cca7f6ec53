import { Arg, Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type { AdjustmentBody, WaiverBody } from '../../../../core/contract/ledger-request-bodies.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { OnceAnswer } from '../../../../core/idempotency/write-once.js';
import type { LedgerOperationRow } from './ledger-operation.row.js';
import type { LedgerOperationService } from './ledger-operation.service.js';
import {
  LedgerAdjustmentInput,
  LedgerOperationArguments,
  LedgerWaiverInput,
  PerformedLedgerOperation,
} from './ledger-operation.type.js';

const REASON = { description: 'The reason, shown in the account’s history.' };
const WRITTEN = { description: 'The operation to perform.' };

type Performing = Promise<PerformedLedgerOperation>;

@Resolver(() => PerformedLedgerOperation)
export class LedgerOperationResolver {
  constructor(private readonly operations: LedgerOperationService) {}

  @Mutation(() => PerformedLedgerOperation, { description: 'Disburses a pending loan.' })
  async disburseLedgerLoan(
    @Args(() => LedgerOperationArguments) request: LedgerOperationArguments,
    @Ctx() { principal }: GraphContext,
  ): Performing {
    return performed(await this.operations.disburse(principal, { ...request, body: {} }));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Waives interest or fees.' })
  async waiveOnLedgerLoan(
    @Args(() => LedgerOperationArguments) request: LedgerOperationArguments,
    @Arg('input', () => LedgerWaiverInput, WRITTEN) input: LedgerWaiverInput,
    @Ctx() { principal }: GraphContext,
  ): Performing {
    const body = bodyOf<WaiverBody, LedgerWaiverInput>(input);
    return performed(await this.operations.waive(principal, { ...request, body }));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Adjusts the balance owed; no component falls below 0.' })
  async adjustLedgerLoan(
    @Args(() => LedgerOperationArguments) request: LedgerOperationArguments,
    @Arg('input', () => LedgerAdjustmentInput, WRITTEN) input: LedgerAdjustmentInput,
    @Ctx() { principal }: GraphContext,
  ): Performing {
    const body = bodyOf<AdjustmentBody, LedgerAdjustmentInput>(input);
    return performed(await this.operations.adjust(principal, { ...request, body }));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Charges off the whole balance.' })
  async chargeOffLedgerLoan(
    @Args(() => LedgerOperationArguments) request: LedgerOperationArguments,
    @Arg('reason', () => String, REASON) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Performing {
    return performed(await this.operations.chargeOff(principal, { ...request, body: { reason } }));
  }

  @Mutation(() => PerformedLedgerOperation, {
    description: 'Reverses a charge-off: the loan is as if it had never been charged off.',
  })
  async undoLedgerChargeOff(
    @Args(() => LedgerOperationArguments) request: LedgerOperationArguments,
    @Arg('reason', () => String, REASON) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Performing {
    return performed(await this.operations.undoChargeOff(principal, { ...request, body: { reason } }));
  }

  @Mutation(() => PerformedLedgerOperation, {
    description: 'Closes a loan permanently; it must be paid in full or never disbursed.',
  })
  async closeLedgerLoan(
    @Args(() => LedgerOperationArguments) request: LedgerOperationArguments,
    @Ctx() { principal }: GraphContext,
  ): Performing {
    return performed(await this.operations.close(principal, { ...request, body: {} }));
  }
}

function performed({ resource, replayed, answer }: OnceAnswer<LedgerOperationRow>): PerformedLedgerOperation {
  return { operation: resource, replayed, answer };
}
