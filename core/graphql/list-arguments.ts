import 'reflect-metadata';
import { ArgsType, Field, ID, Int } from 'type-graphql';
import { IsoDateScalar } from './scalars.js';

/** What every list may be asked (spec 4.4, 8.2), as services read it. */
export interface ListArguments {
  organizationId?: string | null;
  from?: string | null;
  to?: string | null;
  limit?: number | null;
  cursor?: string | null;
}

interface Described {
  readonly from: string;
  readonly to: string;
}

/**
 * The arguments of a list, extended by lists that filter by more.
 *
 * @param date - what `from` and `to` are the first and the last of; or what each of them does.
 */
export function listArguments(date: string | Described) {
  const { from, to } = typeof date === 'string' ? range(date) : date;

  @ArgsType()
  class Arguments implements ListArguments {
    @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
    organizationId?: string | null;

    @Field(() => IsoDateScalar, { nullable: true, description: from })
    from?: string | null;

    @Field(() => IsoDateScalar, { nullable: true, description: to })
    to?: string | null;

    @Field(() => Int, { nullable: true, description: 'Rows of one page: 1 to 1000; 100 without it.' })
    limit?: number | null;

    @Field(() => String, { nullable: true, description: 'The `nextCursor` of the page before.' })
    cursor?: string | null;
  }
  return Arguments;
}

/** Of lists whose rows have no date but that of their creation. */
export const CreatedListArguments = listArguments('day of creation (UTC)');

function range(date: string): Described {
  return { from: `The first ${date}, inclusive.`, to: `The last ${date}, inclusive.` };
}
