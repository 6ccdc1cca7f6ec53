import { ArgsType, Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { INSTRUMENT_TYPES } from '../../../../core/contract/payment-method.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { CreatedListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { OwnedByOrganization } from '../../owned-by-organization.type.js';

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
@ObjectType({ description: 'A stored instrument; only its display data.' })
export class PaymentMethod extends OwnedByOrganization {
  @Field(() => ID, { description: 'The owning borrower.' })
  partyId!: string;

  @Field(() => InstrumentType, { description: 'What kind of instrument it is.' })
  instrumentType!: string;

  @Field(() => String, { nullable: true, description: 'The owner’s name for it.' })
  nickname!: string | null;

  @Field(() => String, { description: 'The name on the instrument.' })
  holderName!: string;

  @Field(() => String, { description: 'The last four digits of the card or account.' })
  lastFour!: string;

  @Field(() => String, { nullable: true, description: 'Brand of a card.' })
  cardBrand!: string | null;

  @Field(() => Int, { nullable: true, description: 'Expiry month of a card, 1 to 12.' })
  expirationMonth!: number | null;

  @Field(() => Int, { nullable: true, description: 'Expiry year of a card, four digits.' })
  expirationYear!: number | null;

  @Field(() => String, { nullable: true, description: 'Name of the bank of a bank account.' })
  bankName!: string | null;

  @Field(() => Boolean, { description: 'False after it was deactivated.' })
  isActive!: boolean;
}

export const PaymentMethodPage = pageOf(PaymentMethod, 'A page of payment methods.');
export type PaymentMethodPage = Page<PaymentMethod>;

@ArgsType()
export class PaymentMethodArguments extends CreatedListArguments {
  @Field(() => ID, { nullable: true, description: 'Only methods of this borrower.' })
  partyId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only active ones, or only inactive ones.' })
  isActive?: boolean | null;
}

@InputType({ description: 'Changes of a payment method; omitted fields keep their values.' })
export class UpdatePaymentMethodInput {
  @Field(() => String, { nullable: true, description: 'Null removes the nickname.' })
  nickname?: string | null;

  @Field(() => String, { nullable: true, description: 'The name on the instrument.' })
  holderName?: string | null;
}
