/** An operation of the facade that was read, checked against the supergraph and planned when it was generated. */
export type PreparedOperation = {
  /** For metrics and traces. An operation and its form in an earlier release have one name. */
  readonly name: string;
  /** Ids by which released facades ask for it, where they are not the digest of its document. */
  readonly releasedAs?: readonly string[];
} & PlannedOperation;

export type PlannedOperation =
  /** The plan is one fetch from one subgraph: it goes straight there. */
  | {
      readonly kind: 'direct';
      readonly subgraph: string;
      readonly query: string;
      readonly variables: readonly string[];
    }
  /** The plan has several steps: the gateway's own executor runs it. */
  | { readonly kind: 'planned'; readonly query: string };

/** Digest of the document → operation, as `gateway/prepared-operations.json` has them: this version's and those of released ones. */
export type PreparedOperations = Readonly<Record<string, PreparedOperation>>;
