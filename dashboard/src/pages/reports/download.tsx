import { plainName } from '../../format/file-names';
import { useHasRole } from '../../session/operator';
import { DownloadButton } from '../../ui/download-button';
import { useFileName } from '../../ui/list-download';

interface DownloadProps {
  readonly code: string;
  /** The search parameters of the address. */
  readonly filters: Readonly<Record<string, string | null | undefined>>;
}

/** Downloads all rows of these days, with names and contract numbers beside the ids; for operators and admins. */
export function Download({ code, filters }: DownloadProps) {
  const { from, to, bucket } = filters;
  const fileName = useFileName(plainName([code, from, to, bucket].filter((part) => part).join('-')));
  const mayExport = useHasRole('supervisor');
  if (!mayExport) return null;
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = new URLSearchParams([...given, ['names', 'true']]);
  return <DownloadButton label="Download CSV" path={`/exports/${code}?${search}`} fileName={fileName} />;
}
