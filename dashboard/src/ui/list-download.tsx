import { plainName } from '../format/file-names';
import { useLenderDays } from '../lender/lender-days';
import { useCoveredLenders } from '../lender/lenders';
import { useHasRole } from '../session/operator';
import { DownloadButton } from './download-button';

export interface DownloadedList {
  /** The list's name in the address of its file. */
  readonly name: string;
  /** The variables of its document, without the page. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Downloads exactly the rows that the list shows with its filters, in its order; for operators and admins. */
export function ListDownload({ name, variables }: DownloadedList) {
  const fileName = useFileName(name);
  const mayExport = useHasRole('supervisor');
  if (!mayExport) return null;
  const path = `/exports/lists/${name}?${new URLSearchParams({ variables: JSON.stringify(variables) })}`;
  return <DownloadButton label="Download CSV" path={path} fileName={fileName} />;
}

/** `loans-First-Lender-2026-01-15.csv`: the lender, and its today. */
export function useFileName(list: string): string {
  const lenders = useCoveredLenders();
  const [{ day }] = useLenderDays();
  const [only] = lenders.length === 1 ? lenders : [];
  return `${list}-${plainName(only?.displayName ?? 'all lenders')}-${day}.csv`;
}
