import type { CoverageMap, FileCoverage, Totals } from 'istanbul-lib-coverage';

/** The executed share of lines or branches. */
export interface Share {
  readonly covered: number;
  readonly total: number;
  /** Rounded down to two decimals, so that 100 means all. */
  readonly percent: number;
}

export interface FileReport {
  readonly file: string;
  readonly lines: Share;
  readonly branches: Share;
  /** Lines with code that never ran, as `7` or `12-31`. */
  readonly uncovered: readonly string[];
}

export interface CoverageReport {
  readonly lines: Share;
  readonly branches: Share;
  readonly files: number;
  /** The least covered files by their lines, the worst first. */
  readonly least: readonly FileReport[];
}

/** In smaller files the percentage means little: a few lines are half of the file. */
const FEWEST_LINES = 30;
const LEAST = 10;
const MOST_RANGES = 12;

/** @param named - converts a path in `map` to the displayed path */
export function reportOf(map: CoverageMap, named: (path: string) => string): CoverageReport {
  const { lines, branches } = map.getCoverageSummary();
  const files = map.files().map((path) => fileReport(map.fileCoverageFor(path), named(path)));
  const least = files
    .filter((file) => file.lines.total >= FEWEST_LINES)
    .sort((a, b) => a.lines.percent - b.lines.percent || a.branches.percent - b.branches.percent)
    .slice(0, LEAST);
  return { lines: share(lines), branches: share(branches), files: files.length, least };
}

/** The report as lines of text. */
export function textOf({ lines, branches, files, least }: CoverageReport): readonly string[] {
  return [
    `| least covered, of files with ${FEWEST_LINES} lines of code or more | lines, % | branches, % | lines that never ran |`,
    '|---|---:|---:|---|',
    ...least.map(
      (file) => `| ${file.file} | ${file.lines.percent} | ${file.branches.percent} | ${shortened(file.uncovered)} |`,
    ),
    `lines ${lines.percent} % (${lines.covered} of ${lines.total}), branches ${branches.percent} % (${branches.covered} of ${branches.total}), in ${files} files`,
  ];
}

function fileReport(coverage: FileCoverage, file: string): FileReport {
  const { lines, branches } = coverage.toSummary();
  return { file, lines: share(lines), branches: share(branches), uncovered: uncoveredRanges(coverage) };
}

function share({ covered, total }: Totals): Share {
  return { covered, total, percent: total === 0 ? 100 : Math.floor((covered / total) * 10_000) / 100 };
}

/** Lines without code between two uncovered lines do not split their range. */
function uncoveredRanges(coverage: FileCoverage): readonly string[] {
  const counts = Object.entries(coverage.getLineCoverage()).map(([line, count]) => ({ line: Number(line), count }));
  const ranges: { first: number; last: number }[] = [];
  let open: { first: number; last: number } | undefined;
  for (const { line, count } of counts.sort((a, b) => a.line - b.line)) {
    if (count > 0) open = undefined;
    else if (open !== undefined) open.last = line;
    else {
      open = { first: line, last: line };
      ranges.push(open);
    }
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
}

function shortened(ranges: readonly string[]): string {
  const more = ranges.length - MOST_RANGES;
  return ranges.slice(0, MOST_RANGES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
