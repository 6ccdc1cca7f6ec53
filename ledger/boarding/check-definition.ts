/** A check of a file's rows against each other or against the ledger. */
export type Check = PlainCheck | KeyedCheck;

interface OfCheck {
  readonly name: string;
  readonly severity: 'error' | 'difference' | 'warning' | 'notice';
  /** SQL that distinguishes several findings in one line; the default is the column. */
  readonly part?: string;
}

/** SQL for one boarding of one organization. */
export interface OfBoarding {
  readonly organization: string;
  readonly boarding: string;
}

export interface PlainCheck extends OfCheck {
  readonly isKeyed?: false;
  /** Returns `line`, `column_name`, `message`, `loan_number`. */
  readonly found: (of: OfBoarding) => string;
}

/** A check that compares people: `pads` is the key of their digests. */
export interface KeyedCheck extends OfCheck {
  readonly isKeyed: true;
  readonly found: (of: OfBoarding & { readonly pads: string }) => string;
}
