/** @param name - the file's, without its ending. */
export function csvHeaders(name: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w.+-]/g, '_')}.csv"`,
  };
}
