import { Type, type Static, type TSchema } from 'typebox';
import { CLAUSES } from '../../domain/comparisons/bar/clause.ts';
import { DECISION_OUTCOMES } from '../../domain/comparisons/bar/decision-sets.ts';
import { evaluateBar } from '../../domain/comparisons/bar/evaluate-bar.ts';
import { type CaseEvidence, countOutcomes, collectRunEvidence } from '../../domain/comparisons/case-evidence.ts';
import { type Arm, ARMS, type Cell } from '../../domain/comparisons/figures/cell.ts';
import { computeArmCost } from '../../domain/comparisons/figures/arm-cost.ts';
import { computeArmLatency } from '../../domain/comparisons/figures/arm-latency.ts';
import { computePairedDifference } from '../../domain/comparisons/figures/paired-difference.ts';
import { computePassRate } from '../../domain/comparisons/figures/pass-rate.ts';
import { COMPARISON_RUN_STATES } from '../../domain/comparisons/comparison-run.ts';
import { GAP_REASONS, findEvidenceGaps } from '../../domain/comparisons/gaps.ts';
import { MAX_SAMPLE_CASES } from '../../domain/comparisons/sample-set.ts';
import { CONFIDENCE_LEVELS } from '../../domain/statistics/confidence.ts';
import { sha256Digest } from '../wire/canonical-json.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { DigestSchema, textSchema, wholeSchema } from '../wire/scalars.ts';
import { type AcceptanceRuleV1, toAcceptanceRule } from './acceptance-rule.ts';
import { ClauseV1Schema, presentClause, redactClauseMoney } from './clause.ts';
import { figureSchema, NanoUsdSchema } from './figure.ts';

const closed = { additionalProperties: false } as const;
const cases = wholeSchema(0, MAX_SAMPLE_CASES);
const decimal = textSchema(64, { minLength: 1 });
const perArm = <Schema extends TSchema>(schema: Schema, title: string) =>
  Type.Object({ baseline: schema, candidate: schema }, { title, ...closed });

const PassRateSchema = Type.Object(
  {
    ...{ cases, passed: cases, failed: cases, unknown: cases },
    rate: decimal,
    rate_if_unknowns_pass: decimal,
    lower: decimal,
    upper: decimal,
  },
  { title: 'PassRate', ...closed },
);

/** The evidence of a run, from the verdicts that are in force now. */
export const ComparisonResultsV1Schema = Type.Object(
  {
    run_id: idSchema('comparisonRun'),
    comparison_id: idSchema('comparison'),
    state: literalUnion(COMPARISON_RUN_STATES),
    confidence: literalUnion(CONFIDENCE_LEVELS),
    outcome: literalUnion(DECISION_OUTCOMES, { description: 'The outcome that a decision would get' }),
    clauses: Type.Array(ClauseV1Schema, { maxItems: CLAUSES.length }),
    verdicts_digest: DigestSchema,
    pass_rates: perArm(PassRateSchema, 'PassRates'),
    pairs: Type.Object(
      { both: cases, only_baseline: cases, only_candidate: cases, neither: cases, unknown: cases },
      { title: 'PairedTable', ...closed },
    ),
    difference: figureSchema(
      'PairedDifference',
      {
        pairs: cases,
        difference: decimal,
        interval: Type.Literal('tango_score_two_sided'),
        lower: decimal,
        upper: decimal,
        test: Type.Literal('exact_mcnemar_two_sided'),
        p_value: decimal,
      },
      ['no_comparable_cases'],
    ),
    costs: perArm(
      figureSchema('ArmCost', { calls: cases, nano_usd: NanoUsdSchema }, [
        'unpriced_population',
        'no_comparable_cases',
        'scope_not_authorized',
      ]),
      'ArmCosts',
    ),
    comparable_costs: figureSchema(
      'ComparableCosts',
      { cases, baseline_nano_usd: NanoUsdSchema, candidate_nano_usd: NanoUsdSchema },
      ['denominator_zero', 'unpriced_population', 'no_comparable_cases', 'scope_not_authorized'],
    ),
    latencies: perArm(
      figureSchema('ArmLatency', { answers: cases, p50_ms: decimal, p95_ms: decimal }, ['no_comparable_cases']),
      'ArmLatencies',
    ),
    gaps: Type.Array(
      Type.Object(
        {
          case_id: idSchema('case'),
          critical: Type.Boolean(),
          arm: literalUnion(ARMS),
          reason: literalUnion(GAP_REASONS),
          detail: Type.String({
            maxLength: 64,
            pattern: '^[a-z_]*$',
            description: 'A more specific code; empty if none exists',
          }),
        },
        { title: 'EvidenceGap', ...closed },
      ),
      { maxItems: 6 * MAX_SAMPLE_CASES, description: 'Gaps in the evidence; failures of critical cases come first' },
    ),
  },
  { title: 'ComparisonResultsV1', ...closed },
);

export type ComparisonResultsV1 = Static<typeof ComparisonResultsV1Schema>;

type Evaluation = Pick<ComparisonResultsV1, 'confidence' | 'outcome' | 'clauses' | 'verdicts_digest'>;

/**
 * The outcome of the evidence under its rule, and the verdicts that count. The same evidence always gives the same
 * outcome.
 */
export function evaluateEvidence(rule: AcceptanceRuleV1, evidence: readonly CaseEvidence[]): Evaluation {
  const { outcome, confidence, clauses } = evaluateBar(toAcceptanceRule(rule), collectRunEvidence(evidence));
  const verdicts = evidence.map(({ caseId, baseline, candidate }) => [
    caseId,
    ...[baseline, candidate].map(({ verdict }) => [
      verdict?.source ?? '',
      verdict?.outcome ?? '',
      verdict?.reasonCode ?? '',
    ]),
  ]);
  return { outcome, confidence, clauses: clauses.map(presentClause), verdicts_digest: sha256Digest(verdicts) };
}

const WITHHELD = { state: 'absent', reason: 'scope_not_authorized' } as const;

/** The results of a run that has ended, in two forms: for readers with and without permission for cost. */
export function toComparisonResults(
  run: Pick<ComparisonResultsV1, 'run_id' | 'comparison_id' | 'state'> & { readonly acceptance_rule: AcceptanceRuleV1 },
  evidence: readonly CaseEvidence[],
  mayReadCost: boolean,
): ComparisonResultsV1 {
  const { run_id, comparison_id, state, acceptance_rule: rule } = run;
  const { clauses, ...evaluation } = evaluateEvidence(rule, evidence);
  const { table, unknownPairs, costs } = collectRunEvidence(evidence);
  const { onlyBaseline: only_baseline, onlyCandidate: only_candidate, both, neither } = table;
  return {
    ...{ run_id, comparison_id, state },
    ...evaluation,
    clauses: mayReadCost ? clauses : clauses.map(redactClauseMoney),
    pass_rates: ofArms((arm) => passRate(evidence, arm, rule)),
    pairs: { both, only_baseline, only_candidate, neither, unknown: unknownPairs },
    difference: difference(computePairedDifference(table, rule.confidence)),
    costs: ofArms((arm) => (mayReadCost ? cost(cellsOf(evidence, arm)) : WITHHELD)),
    comparable_costs: mayReadCost ? comparable(costs) : WITHHELD,
    latencies: ofArms((arm) => latency(cellsOf(evidence, arm))),
    gaps: findEvidenceGaps(evidence).map(({ caseId: case_id, ...gap }) => ({ case_id, ...gap })),
  };
}

function ofArms<Figure>(of: (arm: Arm) => Figure): Record<Arm, Figure> {
  return { baseline: of('baseline'), candidate: of('candidate') };
}

function cellsOf(evidence: readonly CaseEvidence[], arm: Arm): Cell[] {
  return evidence.map((each) => each[arm].cell).filter((cell) => cell !== undefined);
}

function passRate(evidence: readonly CaseEvidence[], arm: Arm, rule: AcceptanceRuleV1): Static<typeof PassRateSchema> {
  const { rateIfUnknownsPass: rate_if_unknowns_pass, ...rate } = computePassRate(
    countOutcomes(evidence.map((each) => each[arm])),
    rule.confidence,
  );
  return { ...rate, rate_if_unknowns_pass };
}

function difference(figure: ReturnType<typeof computePairedDifference>): ComparisonResultsV1['difference'] {
  if (figure.state === 'absent') return figure;
  const { pValue: p_value, ...shown } = figure;
  return { ...shown, interval: 'tango_score_two_sided', test: 'exact_mcnemar_two_sided', p_value };
}

function cost(cells: readonly Cell[]): ComparisonResultsV1['costs']['baseline'] {
  const figure = computeArmCost(cells);
  if (figure.state === 'absent') return figure;
  return { state: 'present', calls: figure.calls, nano_usd: figure.nanoUsd.toString() };
}

function comparable(costs: ReturnType<typeof collectRunEvidence>['costs']): ComparisonResultsV1['comparable_costs'] {
  if (costs.state === 'absent') return costs;
  const { cases: compared, baselineNanoUsd, candidateNanoUsd } = costs;
  const amounts = { baseline_nano_usd: baselineNanoUsd.toString(), candidate_nano_usd: candidateNanoUsd.toString() };
  return { state: 'present', cases: compared, ...amounts };
}

function latency(cells: readonly Cell[]): ComparisonResultsV1['latencies']['baseline'] {
  const figure = computeArmLatency(cells);
  if (figure.state === 'absent') return figure;
  return { state: 'present', answers: figure.answers, p50_ms: figure.p50, p95_ms: figure.p95 };
}
