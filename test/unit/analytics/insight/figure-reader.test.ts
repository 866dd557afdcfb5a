import { describe, expect, it } from 'vitest';
import type { FactsQuestion } from '../../../../analytics/insight/question/facts-question.ts';
import { planTraffic } from '../../../../analytics/insight/plan/plan-traffic.ts';
import { figureReader, hasNoFacetGroup } from '../../../../analytics/insight/read/figure-reader.ts';
import { toSqlMember } from '../../../../analytics/insight/sql/dimension-expression.ts';
import { OTHER_VALUE_PREFIX } from '../../../../analytics/insight/sql/facet-join.ts';
import type { TrafficSumsRow } from '../../../../analytics/insight/sql/traffic-sums-query.ts';
import { NO_SUMS } from '../../../../domain/insight/additive-sums.ts';
import { DefectError } from '../../../../domain/kernel/errors.ts';

/** The figures, with rows in the order `admitted`, `ended`, `nanos`. */
const FIGURES: FactsQuestion['figures'] = new Set(['nanos', 'admitted', 'ended']);
const WHOLE: Pick<FactsQuestion, 'facets' | 'chosen' | 'releaseIds' | 'exclusions'> = {
  facets: [],
  chosen: [],
  releaseIds: [],
  exclusions: [],
};
const PLAN = planTraffic({ ...WHOLE, figures: FIGURES } as FactsQuestion);

function row(figures: string, source: TrafficSumsRow['source'] = 'rollup'): TrafficSumsRow {
  const line = { purpose: 'application', member: '', value: '', unserved: false };
  return { layer: 'days', source, ...line, excluded: false, figures, stale: [] };
}

describe('the figures of a line', () => {
  it('are those of each bucket, except for buckets without figures', () => {
    expect(figureReader(PLAN)(row('86400 3 2 -7 172800 0 0 0 259200 0 1 0'))).toEqual([
      { bucket: 86_400, sums: { ...NO_SUMS, admitted: 3n, ended: 2n, nanos: -7n } },
      { bucket: 259_200, sums: { ...NO_SUMS, ended: 1n } },
    ]);
  });

  it('are those of one bucket if a question has no grain', () => {
    expect(figureReader(PLAN)(row('0 3 2 -7'))).toEqual([
      { bucket: 0, sums: { ...NO_SUMS, admitted: 3n, ended: 2n, nanos: -7n } },
    ]);
  });

  it('have their source', () => {
    expect(figureReader(PLAN)(row('0 5', 'effects'))).toEqual([{ bucket: 0, sums: { ...NO_SUMS, nanos: 5n } }]);
    expect(figureReader(PLAN)(row('0 3 2 -7', 'requests'))).toEqual([
      { bucket: 0, sums: { ...NO_SUMS, admitted: 3n } },
    ]);
    expect(figureReader(PLAN)(row('0 3 2 -7', 'others'))).toEqual([{ bucket: 0, sums: { ...NO_SUMS, admitted: -2n } }]);
  });

  it.each(['0 3 2', '0 3 2 -7 1', ''])('are a defect if their value is %j', (figures) => {
    expect(() => figureReader(PLAN)(row(figures))).toThrow(DefectError);
  });

  it('are refused if a question has more than 250,000 buckets, for any content', () => {
    const read = figureReader(PLAN);
    expect(read(row(Array.from({ length: 250_000 }, () => '0 0 0 0').join(' ')))).toEqual([]);
    expect(() => read(row('0 0 0 0'))).toThrow(expect.objectContaining({ code: 'budget_exceeded' }));
  });
});

it('requests have a group in a facet of admissions and in every dimension, but not in a facet of endings', () => {
  const user = toSqlMember('dimension:user');
  const without = (member: string, source: TrafficSumsRow['source'] = 'others'): boolean =>
    hasNoFacetGroup({ ...row('', source), member });
  const shown = ['', 'release', user, `${OTHER_VALUE_PREFIX}${user}`];
  expect(shown.map((member) => without(member))).toEqual([false, false, false, false]);
  const hidden = [without('final_model'), without('outcome', 'requests'), without('outcome', 'terminals')];
  expect(hidden).toEqual([true, true, false]);
});
