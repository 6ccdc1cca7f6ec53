/** An operation of the facade that was read, checked against the supergraph and planned when it was generated. */
export type PreparedOperation =
  /** The plan is one fetch from one subgraph: it goes straight there. */
  | {
      readonly kind: 'direct';
      readonly subgraph: string;
      readonly query: string;
      readonly variables: readonly string[];
    }
  /** The plan has several steps: the gateway's own executor runs it. */
  | { readonly kind: 'planned'; readonly query: string };

/** Operation id → operation, as `gateway/prepared-operations.json` has them. */
export type PreparedOperations = Readonly<Record<string, PreparedOperation>>;
