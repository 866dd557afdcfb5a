import { fault, ok, warning, type Verdict } from './finding.ts';

/**
 * The versions that the integration suite has been run against, by their leading numbers: from the first to the last.
 */
const SUPPORTED = {
  Node: { least: [20, 19], most: [24] },
  Postgres: { least: [15], most: [18] },
  ClickHouse: { least: [26], most: [26] },
  Temporal: { least: [1, 32], most: [1] },
} as const satisfies Record<string, { least: readonly number[]; most: readonly number[] }>;
type Supported = keyof typeof SUPPORTED;

/** The check that a version, such as `18.4`, is in the range that is known to work. */
export function versionVerdict(what: Supported, version: string, where = ''): Verdict {
  const seen = `${what} ${version}${where}`;
  const numbers = (/\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
  const { least, most } = SUPPORTED[what];
  if (compare(numbers, least) < 0) return fault(seen, `Take ${what} to ${least.join('.')} or later.`);
  if (compare(numbers.slice(0, most.length), most) > 0) {
    return warning(seen, `Nobody has tried ${what} above ${most.join('.')} yet: try it on a copy first.`);
  }
  return ok(seen);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [place, least] of b.entries()) {
    const difference = (a[place] ?? 0) - least;
    if (difference !== 0) return difference;
  }
  return 0;
}
