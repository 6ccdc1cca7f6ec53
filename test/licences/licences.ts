import parse, { type Info } from 'spdx-expression-parse';
import type { ShippedPackage } from './shipped-packages.js';

/** SPDX identifiers of licences under which anyone may use, change and sell the product. */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'Bitstream-Vera', 'BlueOak-1.0.0', 'CC0-1.0'],
  ...['ISC', 'MIT', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
];

/**
 * Not an open-source licence: it forbids offering the package to others as a managed service. See docs/decisions.md.
 */
export const ELASTIC = 'Elastic-2.0';
export const ELASTIC_PACKAGES: readonly string[] = [
  '@apollo/composition',
  '@apollo/federation-internals',
  '@apollo/gateway',
  '@apollo/query-graphs',
  '@apollo/query-planner',
];

/** Packages that do not give their licence as an SPDX expression. The licence file of each listed version was read. */
const READ: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf@2.37.3': 'Bitstream-Vera',
  'png-js@2.0.0': 'MIT',
};

/** The licence as an SPDX expression, if known. */
export function licenceOf({ name, version, licence }: ShippedPackage): string | undefined {
  return READ[`${name}@${version}`] ?? licence;
}

/** The reason why a package may not be shipped; undefined if it may. */
export function problemOf(shipped: ShippedPackage): string | undefined {
  const { name, version } = shipped;
  const licence = licenceOf(shipped);
  const parsed = licence === undefined ? undefined : parsedOf(licence);
  if (parsed === undefined) return `${name}@${version}: ${licence ?? 'no licence'} is not an SPDX expression`;
  return isAllowed(parsed, name) ? undefined : `${name}@${version}: ${licence} is not allowed`;
}

function parsedOf(expression: string): Info | undefined {
  try {
    return parse(expression);
  } catch {
    return undefined;
  }
}

/** Of licences joined by AND, all must be allowed; of licences joined by OR, one. */
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
