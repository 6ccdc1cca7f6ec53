import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { AdjustmentBody, WaiverBody } from '../../../../core/contract/ledger.js';
import { bodyOf } from '../../../../core/contract/snake-cased.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { OnceAnswer } from '../../../../core/idempotency/write-once.js';
import type { LedgerOperationRow } from './ledger-operation.row.js';
import type { LedgerOperationService } from './ledger-operation.service.js';
import { LedgerAdjustmentInput, LedgerWaiverInput, PerformedLedgerOperation } from './ledger-operation.type.js';

const KEY = { description: 'A new one for each write; the same one, with the same body, to repeat it.' };
const ACCOUNT = { description: 'The loan’s account.' };
const WRITTEN = { description: 'What is to be written.' };
const REASON = { description: 'Why, for whoever reads the account’s history.' };

@Resolver(() => PerformedLedgerOperation)
export class LedgerOperationResolver {
  readonly #operations: LedgerOperationService;

  constructor(operations: LedgerOperationService) {
    this.#operations = operations;
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Pays a pending loan out.' })
  async disburseLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: {} };
    return performed(await this.#operations.disburse(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Forgives interest or fees.' })
  async waiveOnLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Arg('input', () => LedgerWaiverInput, WRITTEN) input: LedgerWaiverInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: bodyOf<WaiverBody, LedgerWaiverInput>(input) };
    return performed(await this.#operations.waive(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Corrects what is owed; no component falls below 0.' })
  async adjustLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Arg('input', () => LedgerAdjustmentInput, WRITTEN) input: LedgerAdjustmentInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: bodyOf<AdjustmentBody, LedgerAdjustmentInput>(input) };
    return performed(await this.#operations.adjust(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, { description: 'Writes the whole balance off.' })
  async chargeOffLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Arg('reason', () => String, REASON) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: { reason } };
    return performed(await this.#operations.chargeOff(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, {
    description: 'Takes a charge-off back: the loan is left as if it had never been made.',
  })
  async undoLedgerChargeOff(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Arg('reason', () => String, REASON) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: { reason } };
    return performed(await this.#operations.undoChargeOff(principal, request));
  }

  @Mutation(() => PerformedLedgerOperation, {
    description: 'Closes for good a loan that is paid in full, or was never paid out.',
  })
  async closeLedgerLoan(
    @Arg('accountId', () => ID, ACCOUNT) accountId: string,
    @Arg('idempotencyKey', () => String, KEY) idempotencyKey: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PerformedLedgerOperation> {
    const request = { accountId, idempotencyKey, body: {} };
    return performed(await this.#operations.close(principal, request));
  }
}

function performed({ resource, replayed, answer }: OnceAnswer<LedgerOperationRow>): PerformedLedgerOperation {
  return { operation: resource, replayed, answer };
}
