import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type { AdjustmentBody, WaiverBody } from '../../../../core/contract/ledger-request-bodies.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { OnceAnswer } from '../../../../core/idempotency/write-once.js';
import type { LedgerOperationRow } from './ledger-operation.row.js';
import type { LedgerOperationService } from './ledger-operation.service.js';
import { LedgerAdjustmentInput, LedgerWaiverInput, PerformedLedgerOperation } from './ledger-operation.type.js';

const KEY = { description: 'A new key for each write. To repeat a write, send the same key with the same body.' };
const ACCOUNT = { description: 'The loan’s account.' };
const WRITTEN = { description: 'The operation to perform.' };
const REASON = { description: 'The reason, shown in the account’s history.' };

@Resolver(() => PerformedLedgerOperation)
export class LedgerOperationResolver {
  constructor(private readonly operations: LedgerOperationService) {}

  @Mutation(() => PerformedLedgerOperation, { description: 'Disburses a pending loan.' })
  async disburseLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: {} };
    return performed(await this.operations.disburse(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Waives interest or fees.' })
  async waiveOnLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Arg('input', () => LedgerWaiverInput, WRITTEN) input: LedgerWaiverInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: bodyOf<WaiverBody, LedgerWaiverInput>(input) };
    return performed(await this.operations.waive(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Adjusts the balance owed; no component falls below 0.' })
  async adjustLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Arg('input', () => LedgerAdjustmentInput, WRITTEN) input: LedgerAdjustmentInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: bodyOf<AdjustmentBody, LedgerAdjustmentInput>(input) };
    return performed(await this.operations.adjust(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Charges off the whole balance.' })
  async chargeOffLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Arg('reason', () => String, REASON) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: { reason } };
    return performed(await this.operations.chargeOff(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, {
    description: 'Reverses a charge-off: the loan is as if it had never been charged off.',
  })
  async undoLedgerChargeOff(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Arg('reason', () => String, REASON) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: { reason } };
    return performed(await this.operations.undoChargeOff(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, {
    description: 'Closes a loan permanently; it must be paid in full or never disbursed.',
  })
  async closeLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: {} };
    return performed(await this.operations.close(principal, request));
  }
}

function performed({ resource, replayed, answer }: OnceAnswer<LedgerOperationRow>): PerformedLedgerOperation {
  return { operation: resource, replayed, answer };
}
