import { addSums, negateSums } from '../../../domain/insight/additive-sums.ts';
import {
  isDimensionMember,
  toDimensionMember,
  type DimensionMember,
} from '../../../domain/insight/caller-dimensions.ts';
import type { AdditiveSums } from '../../../domain/insight/group-sums.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { TrafficSumsRow } from '../sql/traffic-sums-query.ts';
import { bucketGroupKeys } from './group-keys.ts';
import { emptyTrafficGroup, type TrafficGroup } from './traffic-group.ts';

/**
 * The groups of facts without a value, for the days that rollups answer. The rollup of dimensions contains present
 * values only, so these groups are the difference between the total and all values. All sums are integers, so the
 * groups of a dimension add up to the total exactly.
 */
export class UnnamedDays {
  readonly #question: FactsQuestion;
  readonly #members: readonly DimensionMember[];
  readonly #groups = new Map<string, TrafficGroup>();

  constructor(question: FactsQuestion) {
    this.#question = question;
    this.#members = (question.dimensions?.names ?? []).map(toDimensionMember);
  }

  /** Adds the sums of a bucket of a row. Facts state themselves that they have no value, so their rows are ignored. */
  add(row: TrafficSumsRow, bucket: number, sums: AdditiveSums): void {
    if (this.#members.length === 0 || row.layer === 'facts') return;
    for (const { purpose, bucketMs, facet } of bucketGroupKeys(row, bucket, this.#question)) {
      if (facet !== undefined && !isDimensionMember(facet.member)) continue;
      const change = facet === undefined ? sums : negateSums(sums);
      for (const member of this.#members) {
        if (facet !== undefined && facet.member !== member) continue;
        const id = `${purpose} ${bucketMs ?? ''} ${member}`;
        const key = {
          purpose,
          ...(bucketMs !== undefined && { bucketMs }),
          facet: { member, value: '', unserved: false },
        };
        const group = this.#groups.get(id) ?? emptyTrafficGroup(key);
        this.#groups.set(id, group);
        const side = row.excluded ? 'excluded' : 'sums';
        group[side] = addSums(group[side], change);
      }
    }
  }

  /** The groups, in no particular order. */
  get groups(): TrafficGroup[] {
    return [...this.#groups.values()];
  }
}
