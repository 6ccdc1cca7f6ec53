/** Whose rows a request may read and write. */
export interface Caller {
  /** The key's prefix. */
  readonly actor: string;
  readonly organizationIds: readonly string[];
  readonly scopes: readonly string[];
}

/** An answer other than 200. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}
