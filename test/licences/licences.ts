import parse, { type Info } from 'spdx-expression-parse';
import type { ShippedPackage } from './shipped-packages.js';

/** SPDX identifiers of licences that let the product be used, changed and sold by anybody. */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'Bitstream-Vera', 'BlueOak-1.0.0', 'CC0-1.0'],
  ...['ISC', 'MIT', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
];

/** No open-source licence: it forbids to offer the package to others as a managed service. See docs/decisions.md. */
export const ELASTIC = 'Elastic-2.0';
export const ELASTIC_PACKAGES: readonly string[] = [
  '@apollo/composition',
  '@apollo/federation-internals',
  '@apollo/gateway',
  '@apollo/query-graphs',
  '@apollo/query-planner',
];

/** Packages that do not name their licence as an SPDX expression. Each licence file was read, of this version. */
const READ: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf@2.37.3': 'Bitstream-Vera',
  'png-js@2.0.0': 'MIT',
};

/** The licence as an SPDX expression, as far as it is known. */
export function licenceOf({ name, version, licence }: ShippedPackage): string | undefined {
  return READ[`${name}@${version}`] ?? licence;
}

/** Why a package may not be shipped; undefined: it may. */
export function problemOf(shipped: ShippedPackage): string | undefined {
  const { name, version } = shipped;
  const licence = licenceOf(shipped);
  const parsed = licence === undefined ? undefined : parsedOf(licence);
  if (parsed === undefined) return `${name}@${version}: ${licence ?? 'no licence'} is no SPDX expression`;
  return isAllowed(parsed, name) ? undefined : `${name}@${version}: ${licence} is not allowed`;
}

function parsedOf(expression: string): Info | undefined {
  try {
    return parse(expression);
  } catch {
    return undefined;
  }
}

/** Of several licences joined by AND all must be allowed, by OR one. */
function isAllowed(info: Info, name: string): boolean {
  if ('conjunction' in info) {
    const sides = [info.left, info.right];
    return info.conjunction === 'and'
      ? sides.every((side) => isAllowed(side, name))
      : sides.some((side) => isAllowed(side, name));
  }
  if (info.license === ELASTIC) return ELASTIC_PACKAGES.includes(name);
  return info.exception === undefined && ALLOWED.includes(info.license);
}
