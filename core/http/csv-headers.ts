/** @param name - the file name without its extension. */
export function csvHeaders(name: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w.+-]/g, '_')}.csv"`,
  };
}
