import { Field, ID } from 'type-graphql';
import { PageArguments, PagedArgs } from './page-arguments.js';
import { IsoDateScalar } from './scalars.js';

/** What most lists may be asked, as services read it. */
export interface ListArguments extends PageArguments {
  organizationId?: string | null;
  from?: string | null;
  to?: string | null;
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

  @PagedArgs()
  class Arguments extends PageArguments implements ListArguments {
    @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
    organizationId?: string | null;

    @Field(() => IsoDateScalar, { nullable: true, description: from })
    from?: string | null;

    @Field(() => IsoDateScalar, { nullable: true, description: to })
    to?: string | null;
  }
  return Arguments;
}

/** Of lists whose rows have no date but that of their creation. */
export const CreatedListArguments = listArguments('day of creation (UTC)');

function range(date: string): Described {
  return { from: `The first ${date}, inclusive.`, to: `The last ${date}, inclusive.` };
}
