/** What makes Node show or write down its memory, or lets it be told to. */
const TELLING = [
  /^--inspect/,
  /^--(?:heapsnapshot-|heap-prof|cpu-prof|prof\b|report-|abort-on-uncaught-exception)/,
  /^--diagnostic-dir/,
];

/**
 * Flags of this process, given to it or in NODE_OPTIONS, by which what is in its memory could be read. Node and V8 take an
 * underscore in them for a dash; in NODE_OPTIONS they may stand in quotes.
 */
export function tellingFlags(
  given: readonly string[] = process.execArgv,
  options: string = process.env['NODE_OPTIONS'] ?? '',
): readonly string[] {
  return [...given, ...options.split(/\s+/)].filter((flag) => TELLING.some((telling) => telling.test(plain(flag))));
}

function plain(flag: string): string {
  return flag.replaceAll('_', '-').replace(/["\\]/g, '');
}
