import { faultVerdict, okVerdict, warningVerdict, type CheckVerdict } from './finding.ts';

/** The ranges of versions against which the integration suite has run, by their leading numbers. */
const SUPPORTED = {
  Node: { min: [20, 19], max: [24] },
  Postgres: { min: [15], max: [18] },
  ClickHouse: { min: [26], max: [26] },
  Temporal: { min: [1, 32], max: [1] },
} as const satisfies Record<string, { min: readonly number[]; max: readonly number[] }>;
type Supported = keyof typeof SUPPORTED;

/** The check that a version, such as `18.4`, is in the range that is known to work. */
export function versionVerdict(what: Supported, version: string, where = ''): CheckVerdict {
  const seen = `The version of ${what} is ${version}${where}.`;
  const numbers = (/\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
  const { min, max } = SUPPORTED[what];
  if (compare(numbers, min) < 0) return faultVerdict(seen, `Upgrade ${what} to ${min.join('.')} or later.`);
  if (compare(numbers.slice(0, max.length), max) > 0) {
    return warningVerdict(
      seen,
      `This release is not tested with ${what} above ${max.join('.')}. Try it on a copy of your data first.`,
    );
  }
  return okVerdict(seen);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [position, min] of b.entries()) {
    const difference = (a[position] ?? 0) - min;
    if (difference !== 0) return difference;
  }
  return 0;
}
