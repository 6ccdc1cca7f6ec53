import { expect, it } from 'vitest';
import { releasedChangelog } from './changelog.js';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A line.

## [0.2.0] - 2026-11-23

- The first release.
`;

it('moves the entries under the version, and leaves an empty section above them', () => {
  expect(releasedChangelog(CHANGELOG, '0.3.0', '2027-01-31')).toBe(`# Changelog

## [Unreleased]

## [0.3.0] - 2027-01-31

### Added

- A line.

## [0.2.0] - 2026-11-23

- The first release.
`);
});

it('stamps a changelog that has nothing else', () => {
  const text = '# Changelog\n\n## [Unreleased]\n\n- A line.\n';
  expect(releasedChangelog(text, '0.1.0', '2027-01-31')).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2027-01-31\n\n- A line.\n',
  );
});

it.each([
  ['no section', CHANGELOG.replace('[Unreleased]', '[Next]'), /no section "## \[Unreleased\]": add it/],
  ['no entries', CHANGELOG.replace('- A line.\n\n', ''), /no entries under "Unreleased": add a line/],
  ['the version already', CHANGELOG.replace('0.2.0', '0.3.0'), /a section for 0\.3\.0 already: choose another version/],
])('is refused with %s', (_, text, message) => {
  expect(() => releasedChangelog(text, '0.3.0', '2027-01-31')).toThrow(message);
});
