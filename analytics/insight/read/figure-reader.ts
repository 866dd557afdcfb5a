import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import { NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import { readSums, mapFigures, type FigureOffsets } from '../../../domain/insight/figure-sums.ts';
import type { AdditiveFigure, AdditiveSums } from '../../../domain/insight/group-sums.ts';
import type { TrafficPlan } from '../plan/plan-traffic.ts';
import { readSqlMember } from '../sql/dimension-expression.ts';
import { OTHER_VALUE_PREFIX, POPULATION_FACETS } from '../sql/facet-join.ts';
import { budgetExceeded } from '../../statements/budget-exceeded.ts';
import type { TrafficSumsRow } from '../sql/traffic-sums-query.ts';
import { parseIntegers } from './read-values.ts';

/** The figures that a row adds to the groups of one bucket. */
export interface BucketSums {
  /** The start in Unix seconds; 0 without a grain. */
  readonly bucket: number;
  readonly sums: AdditiveSums;
}

/**
 * Creates the function that reads the figures of a row of a plan, bucket by bucket. Buckets with only zeros are
 * omitted.
 *
 * @throws Refusal `budget_exceeded` at the row with which the buckets exceed the limit of a question
 */
export function figureReader({ rolledUp, populations }: TrafficPlan): (row: TrafficSumsRow) => BucketSums[] {
  const forms = new Map<string, BucketForm>([
    ['rollup', bucketForm(rolledUp.figures)],
    ...populations.map(({ population, figures }) => [population.name, bucketForm(figures)] as const),
  ]);
  let seen = 0;
  return (row) => {
    const isOfRequests = row.source === 'requests' || row.source === 'others';
    const form = forms.get(isOfRequests ? (row.layer === 'facts' ? 'terminals' : 'rollup') : row.source);
    const { size, places } = form ?? bucketForm([]);
    const read = parseIntegers(row.figures);
    if (read.length % size !== 0)
      throw new DefectError(`ClickHouse answered ${read.length} figures of ${row.source} where ${size} are a bucket.`);
    seen += read.length / size;
    if (seen > QUERY_LIMITS.query_budget_result_rows) throw budgetExceeded();
    const buckets: BucketSums[] = [];
    for (let start = 0; start < read.length; start += size) {
      // Replaced endings add up to zero in rollups.
      if (isNothing(read, start + 1, start + size)) continue;
      const bucket = Number(read[start]);
      // This index also represents every figure that is not read.
      read[start] = 0n;
      const sums = readSums(places, read, start);
      buckets.push({ bucket, sums: isOfRequests ? requestsAlone(row, sums) : sums });
    }
    return buckets;
  };
}

/**
 * The layout of a bucket's integers: its start, then its figures. A figure that is not read has the index of the start,
 * where the value is 0 by then.
 */
interface BucketForm {
  readonly size: number;
  readonly places: FigureOffsets;
}

function bucketForm(figures: readonly AdditiveFigure[]): BucketForm {
  return { size: figures.length + 1, places: mapFigures((figure) => figures.indexOf(figure) + 1) };
}

function requestsAlone({ source }: TrafficSumsRow, { admitted, ended }: AdditiveSums): AdditiveSums {
  return { ...NO_SUMS, admitted: source === 'requests' ? admitted : -ended };
}

function isNothing(figures: readonly bigint[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (figures[at] !== 0n) return false;
  return true;
}

/**
 * True for a row of requests by a facet that only endings have. Pending requests belong to the total and to no group of
 * such a facet.
 */
export function hasNoFacetGroup({ source, member }: TrafficSumsRow): boolean {
  if (source !== 'requests' && source !== 'others') return false;
  if (member === '' || isOfDimension(member)) return false;
  return !Object.hasOwn(POPULATION_FACETS.admissions, member);
}

/** True for the member of a dimension that callers state, which admissions contain as well. */
function isOfDimension(member: string): boolean {
  return (
    readSqlMember(member.startsWith(OTHER_VALUE_PREFIX) ? member.slice(OTHER_VALUE_PREFIX.length) : member) !==
    undefined
  );
}
