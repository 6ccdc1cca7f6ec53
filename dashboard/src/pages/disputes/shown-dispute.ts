import type { OneDisputeQuery } from '../../generated/graphql';

export type ShownDispute = OneDisputeQuery['dispute'];
