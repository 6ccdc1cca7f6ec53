import type { RemoteKind } from '../../../../connectors/loan-systems/remote.js';
import type { Untold } from '../../../../loan-model/source.js';
import type { LoanSystemRow } from './loan-system.store.js';

/** Of the systems that live here. The sandbox has loans that take postings, and nothing that was agreed. */
const HERE: Readonly<Record<string, readonly Untold[]>> = {
  sandbox: ['external_account_number', 'contract', 'past_due'],
};

/** What accounts of a loan system lack because it does not tell it. */
export function notTold(
  kinds: Readonly<Record<string, RemoteKind>>,
  { kind, settings }: Pick<LoanSystemRow, 'kind' | 'settings'>,
): readonly Untold[] {
  return HERE[kind] ?? kinds[kind]?.untold(settings) ?? [];
}
