/** An operation of the facade that was parsed, validated against the supergraph and planned at generation time. */
export type PreparedOperation = {
  /** For metrics and traces. An operation has the same name in every release. */
  readonly name: string;
  /** Ids that released facades use for it, if they differ from its document's digest. */
  readonly releasedAs?: readonly string[];
} & PlannedOperation;

export type PlannedOperation =
  /** The plan is one fetch from one subgraph, which is called directly. */
  | {
      readonly kind: 'direct';
      readonly subgraph: string;
      readonly query: string;
      readonly variables: readonly string[];
    }
  /** The plan has several steps, which the gateway's own executor runs. */
  | { readonly kind: 'planned'; readonly query: string };

/**
 * Digest of the document → operation, as in `gateway/prepared-operations.json`: this version's and those of released
 * versions.
 */
export type PreparedOperations = Readonly<Record<string, PreparedOperation>>;

/** The variables of a request that the fetch uses. */
export function usedVariables(
  { variables }: Extract<PlannedOperation, { readonly kind: 'direct' }>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(variables.filter((name) => name in given).map((name) => [name, given[name]]));
}
