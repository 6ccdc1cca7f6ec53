import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { sent } from '../../../../core/contract/checked.js';
import { snakeCased } from '../../../../core/contract/snake-cased.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { BatchCreator } from './create-batch.js';
import type { PaymentBatchService } from './payment-batch.service.js';
import {
  CreatePaymentBatchInput,
  KeyedPaymentBatch,
  PaymentBatch,
  PaymentBatchArguments,
  PaymentBatchOutcomes,
  PaymentBatchPage,
  PaymentBatchResultArguments,
  PaymentBatchResultPage,
} from './payment-batch.type.js';
import type { BatchResumer } from './resume-batch.js';
import type { Tallies } from './tallies.js';

type TalliesOf = (batchId: string, context: GraphContext) => Promise<Tallies>;

const KEY_DESCRIPTION = 'A new one for each write; the same one, with the same body, to repeat it.';

@Resolver(() => PaymentBatch)
export class PaymentBatchResolver {
  readonly #batches: PaymentBatchService;
  readonly #writes: { readonly creator: BatchCreator; readonly resumer: BatchResumer };
  readonly #tallies: TalliesOf;

  constructor(
    batches: PaymentBatchService,
    writes: { readonly creator: BatchCreator; readonly resumer: BatchResumer },
    tallies: TalliesOf,
  ) {
    this.#batches = batches;
    this.#writes = writes;
    this.#tallies = tallies;
  }

  @Query(() => PaymentBatch, { description: 'One batch of payments.' })
  paymentBatch(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaymentBatch> {
    return this.#batches.one(principal, id);
  }

  @Query(() => PaymentBatchPage, { description: 'Batches of payments, newest first.' })
  paymentBatches(
    @Args(() => PaymentBatchArguments) request: PaymentBatchArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaymentBatchPage> {
    return this.#batches.list(principal, request);
  }

  @Query(() => PaymentBatchResultPage, { description: 'The rows of a batch in their order, and what became of each.' })
  paymentBatchResults(
    @Args(() => PaymentBatchResultArguments) { batchId, ...page }: PaymentBatchResultArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaymentBatchResultPage> {
    return this.#batches.results(principal, batchId, page);
  }

  @Query(() => String, { description: 'The same of all rows, as CSV.' })
  paymentBatchResultFile(
    @Arg('batchId', () => ID, { description: 'The batch.' }) batchId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<string> {
    return this.#batches.resultFile(principal, batchId);
  }

  @FieldResolver(() => PaymentBatchOutcomes, { description: 'How many rows have which outcome by now.' })
  async outcomes(@Root() { id }: PaymentBatch, @Ctx() context: GraphContext): Promise<PaymentBatchOutcomes> {
    const { outcomes, alreadyRecorded, possibleDuplicates } = await this.#tallies(id, context);
    const { posted, pending_confirmation, failed, refused, unavailable, not_tried, would_post } = outcomes;
    const done = { posted, pendingConfirmation: pending_confirmation, failed, refused, unavailable };
    return { ...done, notTried: not_tried, wouldPost: would_post, alreadyRecorded, possibleDuplicates };
  }

  @Mutation(() => KeyedPaymentBatch, {
    description:
      'Takes a batch of payments in, exactly once per key. A worker records them, each once per its own key.',
  })
  createPaymentBatch(
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'Whose payments they are; may be left out by a caller of one organization.',
    })
    organizationId: string | undefined,
    @Arg('idempotencyKey', () => String, { description: KEY_DESCRIPTION }) idempotencyKey: string,
    @Arg('input', () => CreatePaymentBatchInput, { description: 'What is to be written.' })
    input: CreatePaymentBatchInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<KeyedPaymentBatch> {
    const request = { organizationId: organizationId ?? null, idempotencyKey, body: bodyOfBatch(input) };
    return this.#writes.creator.create(principal, request);
  }

  @Mutation(() => KeyedPaymentBatch, { description: 'Takes a batch that stopped up again, exactly once per key.' })
  resumePaymentBatch(
    @Arg('batchId', () => ID, { description: 'The batch.' }) batchId: string,
    @Arg('idempotencyKey', () => String, { description: KEY_DESCRIPTION }) idempotencyKey: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<KeyedPaymentBatch> {
    return this.#writes.resumer.resume(principal, { batchId, idempotencyKey });
  }
}

@Resolver(() => KeyedPaymentBatch)
export class KeyedBatchResolver {
  readonly #batches: PaymentBatchService;

  constructor(batches: PaymentBatchService) {
    this.#batches = batches;
  }

  @FieldResolver(() => PaymentBatch, { nullable: true, description: 'The batch as it stands now.' })
  batch(@Root() { batchId }: KeyedPaymentBatch, @Ctx() { principal }: GraphContext): Promise<PaymentBatch> {
    return this.#batches.written(principal, batchId);
  }
}

/** The contract's body: what is null was not said. */
function bodyOfBatch({ rows, ...members }: CreatePaymentBatchInput): object {
  const said = Object.entries(snakeCased(members)).filter(([, value]) => value !== null && value !== undefined);
  const listed = rows?.map((row) => sent(snakeCased(row)));
  return { ...Object.fromEntries(said), ...(listed && { rows: listed }) };
}
