import { readOperation, type ManagementOperations } from '../wire/operations/management-operation.ts';
import { MetacostSchema } from './reads/metacost.ts';
import { QualityCoverageSchema } from './reads/quality-coverage.ts';
import { QualityDriftSchema } from './reads/quality-drift.ts';
import { QualityReliabilitySchema, SegmentReliabilitySchema } from './reads/quality-reliability.ts';
import { QualitySummarySchema } from './reads/quality-summary.ts';

const QUALITY = { access: { floor: 'viewer', scopes: ['quality:read'] }, tag: 'quality' } as const;

/** The reads of quality, and of the cost of measuring it. */
export const QUALITY_READ_OPERATIONS = {
  'management.quality.coverage': readOperation('/quality/coverage', QualityCoverageSchema, {
    ...QUALITY,
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    summary: 'Read the coverage by evidence',
    description:
      'Returns the share of answered requests with a licensed verdict, for each metric and overall, and the segments with the most uncovered rows. Each has the labelled rows that it needs and has. A verdict is licensed if its judge has a unit of the active calibration that passed its gate, and its certainty reaches the threshold. `licensing_predicate` names the tested conditions.',
  }),
  'management.quality.drift': readOperation('/quality/drift', QualityDriftSchema, {
    ...QUALITY,
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    summary: 'Read the drift of judges',
    description:
      'Runs the detectors of `evals.drift.detectors` on the units of the active calibration. Each look has its method, window, size and critical size; a look that was not possible is a refusal with a reason. Unknown ids are dropped. `level_holds` states for each detector if its level holds for a single look or for all looks together.',
  }),
  'management.quality.reliability': readOperation('/quality/reliability', QualityReliabilitySchema, {
    ...QUALITY,
    refusals: ['dependency_unavailable'],
    summary: 'Read the reliability of judges',
    description:
      'Returns the holdout report of the active calibration, verbatim. Each unit has its error, its tolerance, its gate and the bins of its reliability diagram. Without an active calibration, `refusal` states the reason.',
  }),
  'management.quality.segment_reliability': readOperation(
    '/quality/reliability/segment/{segment}',
    SegmentReliabilitySchema,
    {
      ...QUALITY,
      refusals: ['dependency_unavailable'],
      summary: 'Read the reliability of judges on one segment',
      description:
        'Returns the units of one segment from the holdout report of the active calibration. A segment without a unit gets 404. Encode the segment for the path. The units of requests without a route are in the whole report.',
    },
  ),
  'management.quality.summary': readOperation('/quality/summary', QualitySummarySchema, {
    ...QUALITY,
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    summary: 'Read the estimated quality of segments',
    description:
      'Returns the estimated pass rates of each segment, one for each metric, basis and evaluator. A thin segment has no point, but a reason. Only a judge that the active calibration licenses on the segment has an interval; labels of the window correct its rate: by PPI++ if they are a random sample, otherwise by Rogan and Gladen’s formula.',
  }),
  'management.metacost.get': readOperation('/metacost', MetacostSchema, {
    access: { floor: 'viewer', scopes: ['analytics:read'] },
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'quality',
    summary: 'Read the cost of measuring',
    description:
      'Returns the spend of judges, retries, swap passes, shadow duplicates, comparisons, experiments and semantic-cache calls, apart from the spend of the product. Calls without a price are counted apart, and an amount without any price is null.',
  }),
} as const satisfies ManagementOperations;
