import type { RemoteKind } from '../../../../connectors/loan-systems/remote-kind.js';
import type { UnreportedField } from '../../../../loan-model/loan-source-types.js';
import type { LoanSystemRow } from './loan-system.store.js';

/** For local systems. The sandbox has loans that accept postings and no contract terms. */
const HERE: Readonly<Record<string, readonly UnreportedField[]>> = {
  sandbox: ['external_account_number', 'contract', 'past_due'],
};

/** Account data that a loan system does not report. */
export function missingDataOf(
  kinds: Readonly<Record<string, RemoteKind>>,
  { kind, settings }: Pick<LoanSystemRow, 'kind' | 'settings'>,
): readonly UnreportedField[] {
  return HERE[kind] ?? kinds[kind]?.untold(settings) ?? [];
}
