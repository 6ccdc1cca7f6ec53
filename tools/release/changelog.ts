import { ReleaseError } from './release-error.js';

const UNRELEASED = /^## \[Unreleased\][ \t]*\n([\s\S]*?)(?=^## |(?![\s\S]))/m;

/**
 * The changelog with its unreleased entries under the new version, and an empty section "Unreleased" above them.
 *
 * @param date - the day of the release in UTC, YYYY-MM-DD
 * @throws {ReleaseError} when nothing is unreleased, or the version has a section already
 */
export function releasedChangelog(text: string, version: string, date: string): string {
  if (text.includes(`\n## [${version}]`)) {
    throw new ReleaseError(
      `CHANGELOG.md has a section for ${version} already: choose another version, or rename that section`,
    );
  }
  const section = UNRELEASED.exec(text);
  if (section === null) {
    throw new ReleaseError(
      'CHANGELOG.md has no section "## [Unreleased]": add it above the newest version, with the changes',
    );
  }
  const [whole, entries = ''] = section;
  if (!/^- /m.test(entries)) {
    throw new ReleaseError(
      'CHANGELOG.md has no entries under "Unreleased": add a line "- …" for each change that users see',
    );
  }
  const released = `## [Unreleased]\n\n## [${version}] - ${date}\n${entries}`;
  return text.slice(0, section.index) + released + text.slice(section.index + whole.length);
}
