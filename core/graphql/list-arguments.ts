import { ArgsType, Field, ID, Int } from 'type-graphql';
import { IsoDateScalar } from './scalars.js';

/** The arguments of every list (spec 4.4, 8.2): one declaration, extended by lists that filter by more. */
@ArgsType()
export class ListArguments {
  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first date, inclusive.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date, inclusive.' })
  to?: string | null;

  @Field(() => Int, { nullable: true, description: 'Rows of one page: 1 to 1000; 100 without it.' })
  limit?: number | null;

  @Field(() => String, { nullable: true, description: 'The `nextCursor` of the page before.' })
  cursor?: string | null;
}
