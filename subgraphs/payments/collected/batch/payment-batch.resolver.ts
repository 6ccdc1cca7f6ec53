import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { snakeCased } from '../../../../core/contract/case-conversion.js';
import { withoutUndefined } from '../../../../core/contract/checked-write.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { Account } from '../../account/account.type.js';
import type { BatchCreator } from './create-batch.js';
import type { PaymentBatchService } from './payment-batch.service.js';
import {
  CreatePaymentBatchInput,
  KeyedPaymentBatch,
  PaymentBatch,
  PaymentBatchArguments,
  PaymentBatchOutcomes,
  PaymentBatchPage,
  PaymentBatchResult,
  PaymentBatchResultArguments,
  PaymentBatchResultPage,
} from './payment-batch.type.js';
import type { BatchResumer } from './resume-batch.js';
import type { Tallies } from './row-counts.js';

type TalliesOf = (batchId: string, context: GraphContext) => Promise<Tallies>;

const KEY_DESCRIPTION = 'A new key for each batch; to repeat a request, send the same key and the same input.';

@Resolver(() => PaymentBatch)
export class PaymentBatchResolver {
  constructor(
    private readonly batches: PaymentBatchService,
    private readonly writes: { readonly creator: BatchCreator; readonly resumer: BatchResumer },
    private readonly tallies: TalliesOf,
  ) {}

  @Query(() => PaymentBatch, { description: 'One batch of payments.' })
  paymentBatch(
    @Arg('id', () => ID, { description: 'The batch’s id.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaymentBatch> {
    return this.batches.one(principal, id);
  }

  @Query(() => PaymentBatchPage, { description: 'Batches of payments, newest first.' })
  paymentBatches(
    @Args(() => PaymentBatchArguments) request: PaymentBatchArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaymentBatchPage> {
    return this.batches.list(principal, request);
  }

  @Query(() => PaymentBatchResultPage, { description: 'The rows of a batch in order, with their outcomes.' })
  paymentBatchResults(
    @Args(() => PaymentBatchResultArguments) { batchId, ...page }: PaymentBatchResultArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaymentBatchResultPage> {
    return this.batches.results(principal, batchId, page);
  }

  @Query(() => String, { description: 'All rows with their outcomes, as CSV.' })
  paymentBatchResultFile(
    @Arg('batchId', () => ID, { description: 'The batch.' }) batchId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<string> {
    return this.batches.resultFile(principal, batchId);
  }

  @FieldResolver(() => PaymentBatchOutcomes, { description: 'Rows and cents by outcome so far.' })
  async outcomes(@Root() { id }: PaymentBatch, @Ctx() context: GraphContext): Promise<PaymentBatchOutcomes> {
    const { outcomes, alreadyRecorded, possibleDuplicates } = await this.tallies(id, context);
    const { posted, pending_confirmation, failed, refused, unavailable, not_tried, would_post } = outcomes;
    const done = { posted, pendingConfirmation: pending_confirmation, failed, refused, unavailable };
    return { ...done, notTried: not_tried, wouldPost: would_post, alreadyRecorded, possibleDuplicates };
  }

  @Mutation(() => KeyedPaymentBatch, {
    description: 'Accepts a batch of payments, exactly once per key. A worker records them, each once per its own key.',
  })
  createPaymentBatch(
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'The organization of the payments; optional for a caller with one organization in scope.',
    })
    organizationId: string | undefined,
    @Arg('idempotencyKey', () => String, { description: KEY_DESCRIPTION }) idempotencyKey: string,
    @Arg('input', () => CreatePaymentBatchInput, { description: 'The new batch.' })
    input: CreatePaymentBatchInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<KeyedPaymentBatch> {
    const request = { organizationId: organizationId ?? null, idempotencyKey, body: bodyOfBatch(input) };
    return this.writes.creator.create(principal, request);
  }

  @Mutation(() => KeyedPaymentBatch, { description: 'Resumes a batch that stopped, exactly once per key.' })
  resumePaymentBatch(
    @Arg('batchId', () => ID, { description: 'The batch.' }) batchId: string,
    @Arg('idempotencyKey', () => String, { description: KEY_DESCRIPTION }) idempotencyKey: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<KeyedPaymentBatch> {
    return this.writes.resumer.resume(principal, { batchId, idempotencyKey });
  }
}

@Resolver(() => PaymentBatchResult)
export class BatchRowResolver {
  @FieldResolver(() => Account, { nullable: true, description: 'The account; null if the row names none in scope.' })
  account(@Root() { accountId }: PaymentBatchResult): Account | null {
    return accountId === null ? null : { id: accountId };
  }
}

@Resolver(() => KeyedPaymentBatch)
export class KeyedBatchResolver {
  constructor(private readonly batches: PaymentBatchService) {}

  @FieldResolver(() => PaymentBatch, { nullable: true, description: 'The batch as it is now.' })
  batch(@Root() { batchId }: KeyedPaymentBatch, @Ctx() { principal }: GraphContext): Promise<PaymentBatch> {
    return this.batches.written(principal, batchId);
  }
}

/** The body as in the REST API: null fields are omitted. */
function bodyOfBatch({ rows, ...members }: CreatePaymentBatchInput): object {
  const said = Object.entries(snakeCased(members)).filter(([, value]) => value !== null && value !== undefined);
  const listed = rows?.map((row) => withoutUndefined(snakeCased(row)));
  return { ...Object.fromEntries(said), ...(listed && { rows: listed }) };
}
