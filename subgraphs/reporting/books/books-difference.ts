/** One thing that the ledger's books say differently; facts are JSON. */
export interface BooksDifference {
  readonly kind: string;
  readonly reference: string;
  readonly accountId: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

export interface CheckedDays {
  readonly organizationId: string;
  readonly firstDay: string;
  readonly businessDay: string;
  /** What was found before and is not closed: checked again, whatever its day. */
  readonly open: readonly { readonly kind: string; readonly reference: string }[];
}

export type ReportedDays = Pick<CheckedDays, 'organizationId' | 'firstDay' | 'businessDay'>;
