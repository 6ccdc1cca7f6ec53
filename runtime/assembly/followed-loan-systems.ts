import type { AddedSystems } from '../../connectors/loan-systems/added/added-systems.js';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import type { RemoteKind } from '../../connectors/loan-systems/remote-kind.js';
import { type AddedSystemsSource, addedSystems } from './added-loan-systems.js';

/** The added loan systems of a process, kept current until closed. */
export interface FollowedSystems {
  readonly added: Pick<AddedSystems, 'get' | 'isLedger' | 'refresh' | 'connectionStatuses'>;
  readonly kinds: Readonly<Record<string, RemoteKind>>;
  close(): Promise<void>;
}

interface Source extends Omit<AddedSystemsSource, 'kinds'> {
  /** Default: every kind that has an adapter. */
  readonly kinds: AddedSystemsSource['kinds'] | undefined;
}

export function followLoanSystems(
  { kinds = LOAN_SYSTEM_KINDS, ...source }: Source,
  databaseUrl: string,
): FollowedSystems {
  const added = addedSystems({ ...source, kinds });
  const watch = added.watch(databaseUrl);
  return { added, kinds, close: () => watch.close() };
}
