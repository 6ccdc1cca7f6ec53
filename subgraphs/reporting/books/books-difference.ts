import type { DifferenceKind } from '../../../core/contract/exception-kinds.js';

/** A mismatch in the ledger's books; facts are JSON. */
export interface BooksDifference {
  readonly kind: DifferenceKind;
  readonly reference: string;
  readonly accountId: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

export interface CheckedDays {
  readonly organizationId: string;
  readonly firstDay: string;
  readonly businessDay: string;
  /** Earlier findings that are still open: checked again, whatever their day. */
  readonly open: readonly { readonly kind: string; readonly reference: string }[];
}

export type ReportedDays = Pick<CheckedDays, 'organizationId' | 'firstDay' | 'businessDay'>;
