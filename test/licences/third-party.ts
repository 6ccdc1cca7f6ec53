import { readFileSync } from 'node:fs';
import { ELASTIC, ELASTIC_PACKAGES, licenceOf } from './licences.js';
import { lockFile, type ShippedPackage, shippedPackages } from './shipped-packages.js';

export const DOCUMENT = 'THIRD-PARTY.md';

/** Reads the lock file; the working directory must be the project's root. */
export function shippedByLockFile(): readonly ShippedPackage[] {
  return shippedPackages(lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8'))));
}

/** The text of THIRD-PARTY.md: the same for the same lock file. */
export function thirdPartyDocument(packages: readonly ShippedPackage[]): string {
  const rows = packages.map((one) => `| ${one.name} | ${one.version} | ${licenceOf(one) ?? 'unknown'} |`);
  return `# Third-party packages

Made from \`package-lock.json\` by \`npm run generate\`; a test refuses a list that is out of date, and a licence that is not allowed. The
list has the packages of the product, of the SDK, and of the dashboard's and the documentation's pages, with everything that they
need. Tools for development and tests are not in it.

${ELASTIC_PACKAGES.length} packages have the licence ${ELASTIC}: ${ELASTIC_PACKAGES.map((name) => `\`${name}\``).join(', ')}. It is not an open-source licence.
You may use them in your own service. You may not offer them to others as a hosted or managed service that gives access to a substantial
part of their features. [docs/decisions.md](docs/decisions.md#licences) says why they are used.

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`;
}
