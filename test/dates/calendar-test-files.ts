import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MODULE_IMPORTS } from '../support/modules.js';

const FOLDERS = [...Object.keys(MODULE_IMPORTS), 'test'];

/** Text in a test that reads a clock or a calendar, or names a future day. */
const CALENDAR = [
  /\bDate\.now\(|\bnew Date\(\)|Temporal\.Now|\bsystemClock\b|\bcurrent_date\b|\bnow\(\)/,
  /[Bb]usiness_?[Dd]ay|[Rr]ollForward|\baddDays\(|\baddMonths\(|\btoday\b|on_business_day/,
  /\b20(2[7-9]|3\d)-[01]\d/,
  /expirationYear|expiration_year|exp_year/,
  /accrual|past_due|days_past_due|payoffs?\b|next_run_date|due_on/,
];

/**
 * Browsers, proofs under load and long histories: they take minutes each, and other tests read the same parts of the
 * calendar. The command line: its embedded databases have the real time, because the product does not move their clock.
 */
const TOO_LONG = [
  /^test\/(dashboard|docs|webhooks|resilience|upgrades)\//,
  /-killed\.test\.ts$/,
  /exactly-once\.test\.ts$/,
  /^test\/platform\/cli\//,
  /^test\/autopay\/(years|crashes)\.test\.ts$/,
  /^test\/tie-out\/month\.test\.ts$/,
  /^test\/security\/(revocation|audit-seals|organization-scope|secure-leaks)\.test\.ts$/,
];

/**
 * The test files that read a calendar, in the form that vitest accepts. `pattern`: all files whose path matches it
 * instead.
 */
export function calendarFiles(root: string, pattern?: RegExp): readonly string[] {
  const files = FOLDERS.flatMap((folder) => testFiles(root, folder)).sort();
  if (pattern !== undefined) return files.filter((file) => pattern.test(file));
  return files.filter(
    (file) => !TOO_LONG.some((long) => long.test(file)) && readsACalendar(readFileSync(join(root, file), 'utf8')),
  );
}

function readsACalendar(text: string): boolean {
  return CALENDAR.some((word) => word.test(text));
}

function testFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'));
}
