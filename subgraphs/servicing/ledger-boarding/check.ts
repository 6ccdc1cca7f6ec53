/** Something that may be wrong with rows of a file beside each other, or beside the ledger. */
export interface Check {
  readonly name: string;
  readonly severity: 'error' | 'difference' | 'notice';
  /** Gives `line`, `column_name`, `message`, `loan_number`; of one organization's one boarding. `pads` is the key of people's digests. */
  readonly found: (of: {
    readonly organization: string;
    readonly boarding: string;
    readonly pads: () => string;
  }) => string;
  /** Whether it compares people: then it takes `pads`. */
  readonly isKeyed?: boolean;
  /** SQL by which what is found in one line is told apart; without it by its column. */
  readonly part?: string;
}
