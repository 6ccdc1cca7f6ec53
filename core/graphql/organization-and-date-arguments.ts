import { ArgsType, Field, ID } from 'type-graphql';
import { PageArguments, PagedArgs } from './page-arguments.js';
import { IsoDateScalar } from './scalars.js';

/** The arguments of most lists, as services read them. */
export interface ListArguments extends PageArguments {
  organizationId?: string | null;
  from?: string | null;
  to?: string | null;
}

/** Describes an argument `timeZone` beside `from` and `to`. */
export const IN_TIME_ZONE = 'The time zone of these days, an IANA name; UTC by default.';

interface Described {
  readonly from: string;
  readonly to: string;
}

/**
 * The arguments of a list; lists with more filters extend them.
 *
 * @param date - the date that `from` and `to` limit; or a description of each.
 */
export function listArguments(date: string | Described) {
  @PagedArgs()
  class Arguments extends filterArguments(date) implements ListArguments {
    limit?: number | null;
    cursor?: string | null;
  }
  return Arguments;
}

/** The same without a page, for the totals of a list. */
export function filterArguments(date: string | Described) {
  const { from, to } = typeof date === 'string' ? range(date) : date;

  @ArgsType()
  class Arguments {
    @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; all of them if omitted.' })
    organizationId?: string | null;

    @Field(() => IsoDateScalar, { nullable: true, description: from })
    from?: string | null;

    @Field(() => IsoDateScalar, { nullable: true, description: to })
    to?: string | null;
  }
  return Arguments;
}

/** For lists whose rows have only a creation date. */
export const CreatedListArguments = listArguments('day of creation (UTC)');

/** The same, with the days of a time zone that the caller names. */
@PagedArgs()
export class ZonedListArguments extends listArguments('day of creation') {
  @Field(() => String, { nullable: true, description: IN_TIME_ZONE })
  timeZone?: string | null;
}

function range(date: string): Described {
  return { from: `The first ${date}, inclusive.`, to: `The last ${date}, inclusive.` };
}
