import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { FlagKind } from '../../../../core/graphql/account-flag-kind.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { FlagStopEnum } from './account-flag.type.js';

@ObjectType({ description: 'What a lender’s flags of a kind stop.' })
export class AccountFlagRule {
  @Field(() => ID, { description: 'The lender.' })
  organizationId!: string;

  @Field(() => FlagKind, { description: 'The kind of flag.' })
  kind!: string;

  @Field(() => [FlagStopEnum], { description: 'What it stops.' })
  stops!: readonly string[];

  @Field(() => [FlagStopEnum], { description: 'What it stops by default.' })
  stopsByDefault!: readonly string[];

  @Field(() => String, { nullable: true, description: 'The admin who changed it last; null: never changed.' })
  changedBy!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was changed last.' })
  changedAt!: string | null;
}

@InputType({ description: 'What a lender’s flags of a kind are to stop.' })
export class AccountFlagRuleInput {
  @Field(() => FlagKind, { description: 'The kind of flag.' })
  kind!: string;

  @Field(() => [FlagStopEnum], { description: 'Everything that it stops from now on; it stops nothing else.' })
  stops!: readonly string[];
}
