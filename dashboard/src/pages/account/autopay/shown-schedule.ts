import type { AccountPageQuery } from '../../../generated/graphql';

export type Schedule = NonNullable<AccountPageQuery['account']['autopaySchedules']>[number];
