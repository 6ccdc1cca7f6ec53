import { ArgsType, Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { INSTRUMENT_TYPES } from '../../../../core/contract/payment-method.js';
import type { Page } from '../../../../core/db/keyset.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { CreatedListArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';

const InstrumentType = enumOf(INSTRUMENT_TYPES, {
  name: 'InstrumentType',
  description: 'What kind of instrument is stored.',
  values: {
    card: 'A payment card.',
    bank_account: 'A bank account.',
    wallet: 'A wallet, such as Apple Pay.',
  },
});

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A stored instrument; only what may be shown of it.' })
export class PaymentMethod {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The owning borrower.' })
  partyId!: string;

  @Field(() => InstrumentType, { description: 'What kind of instrument it is.' })
  instrumentType!: string;

  @Field(() => String, { nullable: true, description: 'What its owner calls it.' })
  nickname!: string | null;

  @Field(() => String, { description: 'The name on the instrument.' })
  holderName!: string;

  @Field(() => String, { description: 'The last four digits of the card or account.' })
  lastFour!: string;

  @Field(() => String, { nullable: true, description: 'Of card instruments.' })
  cardBrand!: string | null;

  @Field(() => Int, { nullable: true, description: '1 to 12, of card instruments.' })
  expirationMonth!: number | null;

  @Field(() => Int, { nullable: true, description: 'Four digits, of card instruments.' })
  expirationYear!: number | null;

  @Field(() => String, { nullable: true, description: 'Of bank accounts.' })
  bankName!: string | null;

  @Field(() => Boolean, { description: 'False after deletion.' })
  isActive!: boolean;
}

export const PaymentMethodPage = pageOf(PaymentMethod, 'A page of payment methods.');
export type PaymentMethodPage = Page<PaymentMethod>;

@ArgsType()
export class PaymentMethodArguments extends CreatedListArguments {
  @Field(() => ID, { nullable: true, description: 'Only those of this borrower.' })
  partyId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only active ones, or only inactive ones.' })
  isActive?: boolean | null;
}

@InputType({ description: 'What is left out stays.' })
export class UpdatePaymentMethodInput {
  @Field(() => String, { nullable: true, description: 'Null takes the nickname away.' })
  nickname?: string | null;

  @Field(() => String, { nullable: true, description: 'The name on the instrument.' })
  holderName?: string | null;
}
