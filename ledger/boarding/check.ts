/** Something that may be wrong with rows of a file beside each other, or beside the ledger. */
export type Check = PlainCheck | KeyedCheck;

interface OfCheck {
  readonly name: string;
  readonly severity: 'error' | 'difference' | 'warning' | 'notice';
  /** SQL by which what is found in one line is told apart; without it by its column. */
  readonly part?: string;
}

/** SQL of one organization's one boarding. */
export interface OfBoarding {
  readonly organization: string;
  readonly boarding: string;
}

export interface PlainCheck extends OfCheck {
  readonly isKeyed?: false;
  /** Gives `line`, `column_name`, `message`, `loan_number`. */
  readonly found: (of: OfBoarding) => string;
}

/** One that compares people: `pads` is the key of their digests. */
export interface KeyedCheck extends OfCheck {
  readonly isKeyed: true;
  readonly found: (of: OfBoarding & { readonly pads: string }) => string;
}
