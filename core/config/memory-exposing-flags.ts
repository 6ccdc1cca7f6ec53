/** Flags with which Node writes out its memory, or accepts a command to do so. */
const TELLING = [
  /^--inspect/,
  /^--(?:heapsnapshot-|heap-prof|cpu-prof|prof\b|report-|abort-on-uncaught-exception)/,
  /^--diagnostic-dir/,
];

/**
 * Flags of this process, on its command line or in NODE_OPTIONS, that expose its memory. Node and V8 accept
 * underscores for dashes; in NODE_OPTIONS flags may be quoted.
 */
export function memoryExposingFlags(
  given: readonly string[] = process.execArgv,
  options: string = process.env['NODE_OPTIONS'] ?? '',
): readonly string[] {
  return [...given, ...options.split(/\s+/)].filter((flag) => TELLING.some((telling) => telling.test(plain(flag))));
}

function plain(flag: string): string {
  return flag.replaceAll('_', '-').replace(/["\\]/g, '');
}
