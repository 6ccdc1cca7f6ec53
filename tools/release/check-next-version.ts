import { ReleaseError } from './release-error.js';

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** @throws {ReleaseError} unless `next` is three numbers and greater than `present`: https://semver.org/#spec-item-11 */
export function checkNextVersion(next: string, present: string): void {
  const order = compare(numbersOf(next), numbersOf(present));
  if (order > 0) return;
  const [major, minor, patch] = numbersOf(present);
  const choices = `${major}.${minor}.${patch + 1n}, ${major}.${minor + 1n}.0 or ${major + 1n}.0.0`;
  throw new ReleaseError(`${next} is not greater than the current version, ${present}: choose ${choices}`);
}

type Numbers = readonly [major: bigint, minor: bigint, patch: bigint];

function numbersOf(version: string): Numbers {
  const [, major, minor, patch] = VERSION.exec(version) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) {
    throw new ReleaseError(`"${version}" is not a version: write three numbers with dots between them, such as 0.3.0`);
  }
  return [BigInt(major), BigInt(minor), BigInt(patch)];
}

/** Above 0: the first is the later version. */
function compare(one: Numbers, other: Numbers): number {
  for (const at of [0, 1, 2] as const) {
    if (one[at] !== other[at]) return one[at] > other[at] ? 1 : -1;
  }
  return 0;
}
