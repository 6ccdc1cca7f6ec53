import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { bodyOf } from '../../../../core/contract/case-conversion.js';
import type {
  CreateProductBody,
  ReviseProductBody,
  UpdateProductBody,
} from '../../../../core/contract/ledger-product.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { CreatedListArguments, type ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import type { OnceAnswer } from '../../../../core/idempotency/write-once.js';
import type { LedgerProductRow } from '../../../../ledger/product/ledger-product.store.js';
import type { LedgerProductService } from './ledger-product.service.js';
import {
  CreateLedgerProductInput,
  LedgerProduct,
  LedgerProductPage,
  ReviseLedgerProductInput,
  UpdateLedgerProductInput,
  WrittenLedgerProduct,
} from './ledger-product.type.js';

const KEY = 'A new key for each write. To repeat a write, send the same key with the same body.';

@Resolver(() => LedgerProduct)
export class LedgerProductResolver {
  constructor(private readonly products: LedgerProductService) {}

  @Query(() => LedgerProduct, { description: 'One product, with all its versions.' })
  ledgerProduct(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerProduct> {
    return this.products.one(principal, id);
  }

  @Query(() => LedgerProductPage, { description: 'Products, newest first, including inactive ones.' })
  ledgerProducts(
    @Args(() => CreatedListArguments) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerProductPage> {
    return this.products.list(principal, request);
  }

  @Mutation(() => WrittenLedgerProduct, { description: 'Creates a product, exactly one per key; audited.' })
  async createLedgerProduct(
    @Arg('idempotencyKey', () => String, { description: KEY }) idempotencyKey: string,
    @Arg('input', () => CreateLedgerProductInput, { description: 'What is to be written.' })
    input: CreateLedgerProductInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<WrittenLedgerProduct> {
    const body = bodyOf<CreateProductBody, CreateLedgerProductInput>(input);
    return shown(await this.products.create(principal, { idempotencyKey, body }));
  }

  @Mutation(() => WrittenLedgerProduct, {
    description:
      'Creates the next version of a product’s terms, exactly one per key; existing loans keep theirs. Audited.',
  })
  async reviseLedgerProduct(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Arg('idempotencyKey', () => String, { description: KEY }) idempotencyKey: string,
    @Arg('input', () => ReviseLedgerProductInput, { description: 'What is to be written.' })
    input: ReviseLedgerProductInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<WrittenLedgerProduct> {
    const body = bodyOf<ReviseProductBody, ReviseLedgerProductInput>(input);
    return shown(await this.products.revise(principal, id, { idempotencyKey, body }));
  }

  @Mutation(() => LedgerProduct, {
    description: 'Renames a product, or deactivates (`isActive: false`) and reactivates it; audited.',
  })
  updateLedgerProduct(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Arg('input', () => UpdateLedgerProductInput, { description: 'What is to be written.' })
    input: UpdateLedgerProductInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerProduct> {
    return this.products.update(principal, id, bodyOf<UpdateProductBody, UpdateLedgerProductInput>(input));
  }
}

function shown({ resource, answer, replayed }: OnceAnswer<LedgerProductRow>): WrittenLedgerProduct {
  return { product: resource, answer, replayed };
}
