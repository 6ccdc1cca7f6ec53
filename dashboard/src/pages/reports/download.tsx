import { DownloadButton } from '../../ui/download-button';

interface DownloadProps {
  readonly code: string;
  /** The search parameters of the address. */
  readonly filters: Readonly<Record<string, string | null | undefined>>;
}

/** Downloads all rows of these days, not only the loaded ones. */
export function Download({ code, filters }: DownloadProps) {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const { from, to, bucket } = filters;
  const fileName = `${[code, from, to, bucket].filter((part) => part).join('-')}.csv`;
  return (
    <DownloadButton label="Download CSV" path={`/exports/${code}?${new URLSearchParams(given)}`} fileName={fileName} />
  );
}
