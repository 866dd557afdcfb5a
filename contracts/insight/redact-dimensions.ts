import { unavailableValue } from '../../domain/insight/measured-value.ts';
import type { AnswerGroup } from './answer/answer-group.ts';
import type { InsightAnswer } from './answer/insight-answer.ts';
import type { RedactedAnswer } from './redact-money.ts';

type GroupDimension = NonNullable<AnswerGroup['dimension']>;

/**
 * Replaces the lines of each dimension with the two lines that a reader without `dimensions.read` sees. The first line
 * is all values, with `unavailable: scope_not_authorized` in every cell. The second line is the facts without a value,
 * with their own figures. The lines do not depend on the values, their number or their order. A fresh answer for such a
 * reader stays unchanged.
 */
export function redactDimensions(answer: InsightAnswer): RedactedAnswer {
  const { groups } = answer;
  if (groups === undefined) return { answer, withheld: false };
  const redacted = partsOf(groups).flatMap(redactPart);
  const withheld = redacted.length !== groups.length || redacted.some((group, index) => group !== groups[index]);
  return withheld ? { answer: { ...answer, groups: redacted }, withheld } : { answer, withheld };
}

/** The groups of an answer in their order. All groups of one dimension in one purpose are one part. */
function partsOf(groups: readonly AnswerGroup[]): AnswerGroup[][] {
  const parts: AnswerGroup[][] = [];
  const known = new Map<string, AnswerGroup[]>();
  for (const group of groups) {
    const key = group.dimension === undefined ? undefined : `${group.purpose} ${group.dimension.name}`;
    const part = key === undefined ? undefined : known.get(key);
    if (part !== undefined) part.push(group);
    else {
      const made = [group];
      parts.push(made);
      if (key !== undefined) known.set(key, made);
    }
  }
  return parts;
}

function redactPart(part: AnswerGroup[]): AnswerGroup[] {
  const name = part[0]?.dimension?.name;
  if (name === undefined) return part;
  const withheld = byBucket(part.filter(isWithheld));
  const unnamed = byBucket(part.filter(isUnnamed));
  const buckets = [...byBucket(part)];
  return [
    ...buckets.map(([from, group]) => withheld.get(from) ?? withoutFigures(group, { name, withheld: true })),
    // Every answer has this line. If it were absent, its figures could not be computed from the other lines.
    ...buckets.map(([from, group]) => unnamed.get(from) ?? withoutFigures(group, { name })),
  ];
}

/** A group of each bucket by the start of the bucket, in the order of the groups; one entry without buckets. */
function byBucket(groups: readonly AnswerGroup[]): Map<string | undefined, AnswerGroup> {
  return new Map(groups.map((group) => [group.bucket?.from, group]));
}

/** True for the line of all values, if it has no figures. */
function isWithheld(group: AnswerGroup): boolean {
  const { dimension, cells, latency, protection, evidence_coverage: evidence, previous } = group;
  if (!dimension?.withheld || dimension.value !== undefined || dimension.other) return false;
  if (latency ?? protection ?? evidence ?? previous) return false;
  return cells.every(({ value }) => value.state === 'unavailable' && value.reason === 'scope_not_authorized');
}

/** True for the line of the facts without a value. */
function isUnnamed({ dimension }: AnswerGroup): boolean {
  return dimension !== undefined && dimension.value === undefined && !dimension.other && !dimension.withheld;
}

/** A group of the same purpose, bucket and metrics. Members that could not be withheld in their form are absent. */
function withoutFigures({ purpose, bucket, cells }: AnswerGroup, dimension: GroupDimension): AnswerGroup {
  return {
    purpose,
    ...(bucket && { bucket }),
    dimension,
    cells: cells.map(({ metric }) => ({ metric, value: unavailableValue('scope_not_authorized') })),
  };
}
