import type { OneRunQuery } from '../../generated/graphql';

export type Run = OneRunQuery['autopayRun'];
