import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../core/db/keyset.js';
import { listArguments } from '../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../core/graphql/page.js';
import { IsoInstantScalar, JsonObjectScalar } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'Something that a machine must not decide: an operator looks into it.' })
export class OperatorException {
  @Field(() => ID, { description: 'Identifies it.' })
  id!: string;

  @Field(() => ID, { description: 'The organization whose payment or run it is about.' })
  organizationId!: string;

  @Field(() => String, { description: 'What happened, for example `posted_after_failed`.' })
  kind!: string;

  @Field(() => ID, {
    description:
      'The payment, reversal or autopay run that it is about; or a campaign’s identifier, as `provider:identifier`.',
  })
  subjectId!: string;

  @Field(() => JsonObjectScalar, { description: 'What was found.' })
  detail!: object;

  @Field(() => IsoInstantScalar, { description: 'When it arose.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When an operator saw to it; null while it is open.' })
  resolvedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The operator who saw to it.' })
  resolvedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'What the operator did.' })
  resolution!: string | null;
}

export const OperatorExceptionPage = pageOf(OperatorException, 'A page of exceptions.');
export type OperatorExceptionPage = Page<OperatorException>;

@ArgsType()
export class OperatorExceptionArguments extends listArguments('day on which it arose (UTC)') {
  @Field(() => Boolean, { nullable: true, description: 'Only those that were seen to, or only the open ones.' })
  isResolved?: boolean | null;
}
