import type { OperatorsQuery } from '../../generated/graphql';

/** A person whom an admin has admitted. */
export type Person = OperatorsQuery['operators'][number];
