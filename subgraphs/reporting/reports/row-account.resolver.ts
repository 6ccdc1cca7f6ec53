import { Directive, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { AgedBalance } from './abr/aged-balance.type.js';
import { CashAdjustment } from './car/cash-adjustments.type.js';
import { CashReceipt } from './crr/cash-receipts.type.js';
import { Delinquency } from './dr/delinquency.type.js';
import { RegisteredPayment } from './mpr/monthly-payment-register.type.js';
import { NonCashAdjustment } from './ncar/non-cash-adjustments.type.js';
import { NsfReturn } from './nsfr/nsf-returns.type.js';
import { NewSale } from './nsr/new-sales.type.js';
import { PaidInFull } from './pif/paid-in-full.type.js';
import { WriteOff } from './wor/write-offs.type.js';

@Directive('@key(fields: "id", resolvable: false)')
@ObjectType({ description: 'The account as servicing knows it.' })
export class Account {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;
}

const ROWS = [
  CashReceipt,
  NsfReturn,
  CashAdjustment,
  NonCashAdjustment,
  RegisteredPayment,
  NewSale,
  WriteOff,
  PaidInFull,
  AgedBalance,
  Delinquency,
];

/** Lead from the rows of every report to the account that each is about. */
export function rowAccountResolvers(): readonly object[] {
  return ROWS.map(rowAccountResolver);
}

function rowAccountResolver(row: (typeof ROWS)[number]): object {
  @Resolver(() => row)
  class RowAccountResolver {
    @FieldResolver(() => Account, { nullable: true, description: 'The account that it is about.' })
    account(@Root() { accountId }: { readonly accountId: string }): Account {
      return { id: accountId };
    }
  }
  return new RowAccountResolver();
}
