import { describe, expect, it } from 'vitest';
import type { MetacostDocument } from '../../../../contracts/quality/reads/metacost.ts';
import type { QualityCoverageDocument } from '../../../../contracts/quality/reads/quality-coverage.ts';
import type { QualityDriftDocument } from '../../../../contracts/quality/reads/quality-drift.ts';
import type { SegmentReliabilityDocument } from '../../../../contracts/quality/reads/quality-reliability.ts';
import type { QualitySummaryDocument } from '../../../../contracts/quality/reads/quality-summary.ts';
import { SCOPES } from '../../../../domain/management/scopes.ts';
import type { RatedSegment } from '../../../../domain/quality/summary/summary-evidence.ts';
import { createManagementFixture, type ManagementFixture } from '../../../../testing/apps/management-fixture.ts';
import { KNOWN_CALIBRATION } from '../../../../testing/quality/fake-calibrations.ts';
import { INSTALLATION_IDS } from '../../../../testing/fakes/installation.ts';
import {
  makeCalibrationArtifact,
  makeCalibrationUnit,
  makeFailedUnit,
} from '../../../../testing/quality/made-calibration.ts';
import { makeLabelledRows } from '../../../../testing/quality/make-labelled-rows.ts';

const UNIT = makeCalibrationUnit();
const WINDOW = { since: '2026-01-30T12:00:00.000Z', until: '2026-03-01T12:00:00.000Z' };

function openPlane(): ManagementFixture {
  return createManagementFixture({ token: { role: 'viewer', scopes: SCOPES } });
}

/** A plane with an active calibration of a passed and a failed unit, or of one whose only unit has an odd name. */
function openActivePlane(units = [UNIT, makeFailedUnit()]): ManagementFixture {
  const plane = openPlane();
  plane.calibrations.add(
    makeCalibrationArtifact({ id: KNOWN_CALIBRATION, workspace_id: INSTALLATION_IDS.workspace, units }),
  );
  plane.calibrations.manifest = { version: 1, activeId: KNOWN_CALIBRATION };
  return plane;
}

async function read<Document>({ app }: ManagementFixture, url: string, status = 200): Promise<Document> {
  const answer = await app.inject({ url: `/tt/api/v1${url}`, headers: { authorization: 'Bearer known' } });
  expect(answer.statusCode, answer.body).toBe(status);
  return answer.json<Document>();
}

describe('the window of a read', () => {
  it('is the last 30 days by default', async () => {
    const plane = openPlane();
    const { provenance } = await read<QualityCoverageDocument>(plane, '/quality/coverage');
    expect(provenance).toEqual({
      ...{ window: WINDOW, path: 'facts', index_high_water: null, demo_rows: 0, estimated_rows: 0 },
    });
    expect(plane.qualityReads.questions).toMatchObject([
      { workspaceId: INSTALLATION_IDS.workspace, from: new Date(WINDOW.since), until: new Date(WINDOW.until) },
    ]);
  });

  it.each([
    ['since=400d', 400],
    ['since=1h&until=2026-03-01T10:00:00.000Z', 400],
    ['until=2026-03-01T12:00:00.001Z', 400],
    ['workspace_id=t_00000000000000000000000099', 404],
    ['since=366d', 200],
    ['until=2026-02-30T12:00:00.000Z', 400],
    ['since=2026-02-30T12:00:00.000Z', 400],
  ])('%s: %d', async (query, status) => {
    const { app } = openPlane();
    const url = `/tt/api/v1/quality/coverage?${query}`;
    expect((await app.inject({ url, headers: { authorization: 'Bearer known' } })).statusCode).toBe(status);
  });
});

describe('coverage', () => {
  it('without facts has null ratios, and no claim', async () => {
    expect(await read<QualityCoverageDocument>(openPlane(), '/quality/coverage')).toMatchObject({
      calibration_id: null,
      licensing_predicate: 'no_active_calibration',
      denominator_basis: 'answered_requests',
      overall: { applicable: 0, judged: 0, judge_refusals: 0, licensed: 0, ratio: null },
      ...{ metrics: [], uncovered_segments: 0, biggest_uncovered: [] },
    });
  });

  it('has the largest uncovered segments, and an upper bound while a judge is not promoted', async () => {
    const plane = openActivePlane();
    plane.qualityReads.coverage = {
      answered: [
        { segment: 'checkout', answered: 100 },
        { segment: 'refunds', answered: 60 },
      ],
      judged: [{ metric: 'safety', segment: 'checkout', judged: 100, decided: 98, licensed: 90 }],
      labelled: [],
    };
    plane.qualityReads.provenance = { highWater: '41', demoRows: 160, estimatedRows: 0 };
    const coverage = await read<QualityCoverageDocument>(plane, '/quality/coverage?top=1');
    expect(coverage).toMatchObject({
      calibration_id: KNOWN_CALIBRATION,
      licensing_predicate: 'active_unit_gate_and_threshold',
      overall: { applicable: 160, judged: 100, judge_refusals: 2, licensed: 90, ratio: 90 / 160 },
      metrics: [{ metric: 'safety', ratio: 90 / 160 }],
      uncovered_segments: 2,
      biggest_uncovered: [{ segment: 'refunds', uncovered: 60, code: 'error_above_tolerance', need: 5, have: 30 }],
      provenance: { index_high_water: '41', demo_rows: 160 },
    });
  });
});

describe('drift', () => {
  const read1 = (plane: ManagementFixture) => read<QualityDriftDocument>(plane, '/quality/drift');

  it('without a detector, without an active calibration or without a licensed unit is refused by name', async () => {
    const plane = openPlane();
    expect((await read1(plane)).refusals).toMatchObject([{ code: 'drift_unmeasured', detector: null, unit: null }]);
    plane.qualityReads.detectors = ['psi-window-v1', 'later-v2'];
    const { detectors_run: run, refusals } = await read1(plane);
    expect(run).toEqual([{ id: 'psi-window-v1', level: 0.05, level_holds: 'per_look' }]);
    expect(refusals).toMatchObject([{ code: 'no_active_calibration' }]);
    const failed = openActivePlane([makeFailedUnit()]);
    failed.qualityReads.detectors = ['psi-window-v1'];
    expect((await read1(failed)).refusals).toMatchObject([{ code: 'no_licensed_unit' }]);
  });

  it('has the looks of each detector, and the looks that were not possible', async () => {
    const plane = openActivePlane();
    plane.qualityReads.detectors = ['risk-monitor-v1', 'psi-window-v1', 'robust-seasonal-v1'];
    plane.qualityReads.levels = [
      { verdict: 'pass', certainty: null, reference: 700, current: 200 },
      { verdict: 'fail', certainty: null, reference: 300, current: 300 },
    ];
    plane.qualityReads.labelled = makeLabelledRows(200, (number) => ({
      ...{ segment: 'checkout', judgeSubject: UNIT.judge_subject, judge: 'pass', human: number < 80 ? 'fail' : 'pass' },
    }));
    const { findings, refusals, detectors_run: run } = await read1(plane);
    expect(run.map(({ id, level_holds: holds }) => [id, holds])).toEqual([
      ['robust-seasonal-v1', 'per_look'],
      ['psi-window-v1', 'per_look'],
      ['risk-monitor-v1', 'all_looks'],
    ]);
    const unit = { metric: 'safety', segment: 'checkout', judge_subject: UNIT.judge_subject };
    expect(findings).toMatchObject([
      {
        ...{
          detector: 'risk-monitor-v1',
          unit,
          method: 'bernoulli_confidence_sequence',
          unit_of_magnitude: 'error_rate',
        },
        window: { since: '2026-02-01T00:00:00.001Z', until: WINDOW.until },
        ...{ rows: 200, reference_rows: 93, p_value: null, is_finding: true },
      },
      {
        ...{ detector: 'psi-window-v1', unit, method: 'population_stability_index', unit_of_magnitude: 'psi' },
        window: { since: '2026-02-22T00:00:00.000Z', until: WINDOW.until },
        ...{ rows: 500, reference_rows: 1_000, practical_minimum: 0.05, is_finding: true },
      },
    ]);
    expect(refusals).toMatchObject([{ detector: 'robust-seasonal-v1', unit, code: 'thin_days', need: 29, have: 0 }]);
    expect(plane.qualityReads.labelSearches).toEqual([
      {
        workspaceId: INSTALLATION_IDS.workspace,
        from: new Date('2026-02-01T00:00:00.001Z'),
        until: new Date(WINDOW.until),
      },
    ]);
  });
});

describe('reliability', () => {
  it('without an active calibration is refused by name', async () => {
    expect(await read(openPlane(), '/quality/reliability')).toEqual({
      workspace_id: INSTALLATION_IDS.workspace,
      ...{ calibration_id: null, fitted_at: null, units: [], provenance: null },
      refusal: { code: 'no_active_calibration', text: expect.stringContaining('activate') as string },
    });
  });

  it('is the holdout report of the active calibration, verbatim', async () => {
    const units = [UNIT, makeFailedUnit()];
    expect(await read(openActivePlane(units), '/quality/reliability')).toEqual({
      workspace_id: INSTALLATION_IDS.workspace,
      calibration_id: KNOWN_CALIBRATION,
      fitted_at: '2026-02-02T00:00:00.000Z',
      units,
      refusal: null,
      provenance: {
        window: { since: '2026-01-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' },
        ...{ path: 'artifact', index_high_water: '400', demo_rows: null, estimated_rows: 0 },
      },
    });
  });

  it('of one segment has its units; the segment may be encoded, and an unknown one is 404', async () => {
    const odd = makeCalibrationUnit({ segment: 'a/b c' });
    const plane = openActivePlane([UNIT, odd]);
    const { segment, units } = await read<SegmentReliabilityDocument>(
      plane,
      `/quality/reliability/segment/${encodeURIComponent('a/b c')}`,
    );
    expect([segment, units]).toEqual(['a/b c', [odd]]);
    await read(plane, '/quality/reliability/segment/nowhere', 404);
    expect(await read(openPlane(), '/quality/reliability/segment/nowhere')).toMatchObject({
      ...{ segment: 'nowhere', units: [], refusal: { code: 'no_active_calibration' } },
    });
  });

  it('needs no ClickHouse', async () => {
    const plane = createManagementFixture({ token: { role: 'viewer', scopes: SCOPES }, isWithoutFacts: true });
    expect(await read(plane, '/quality/reliability')).toMatchObject({ calibration_id: null });
    expect(await read(plane, '/quality/summary', 404)).toMatchObject({ code: 'feature_absent' });
  });
});

describe('the summary', () => {
  const RATED: RatedSegment = {
    ...{ metric: 'safety', segment: 'checkout', basis: 'measured', evaluatorKind: 'judge' },
    ...{ evaluatorId: 'judge.safety', judgeSubject: UNIT.judge_subject, passed: 700, failed: 300 },
    ...{ abstained: 1, unheard: 2 },
  };

  it('has an interval only for a judge that the active calibration licenses', async () => {
    const plane = openActivePlane();
    plane.qualityReads.rated = [RATED, { ...RATED, segment: 'refunds' }];
    plane.qualityReads.costs = [{ segment: 'checkout', nanoUsd: 2_500_000_000n, unpriced: 3, estimated: 0 }];
    plane.qualityReads.labelled = makeLabelledRows(300, (number) => ({
      ...{ segment: 'checkout', judgeSubject: UNIT.judge_subject },
      human: number % 3 === 0 ? 'fail' : 'pass',
      judge: (number % 3 === 0) === (number % 7 !== 0) ? 'fail' : 'pass',
    }));
    const { segments } = await read<QualitySummaryDocument>(plane, '/quality/summary');
    expect(
      segments.map(({ segment, eval_cost: cost, unpriced_calls: unpriced }) => [segment, cost.usd, unpriced]),
    ).toEqual([
      ['checkout', '2.5', 3],
      ['refunds', '0', 0],
    ]);
    const [checkout, refunds] = segments.flatMap(({ estimates }) => estimates);
    expect(checkout).toMatchObject({
      ...{ basis: 'measured', estimator: 'ppi_plus_plus', n: 1_000, labelled: 300, verdict_rate: 0.7 },
      ...{ judge_subject: UNIT.judge_subject, abstained: 1, unheard: 2, refusals: [] },
    });
    expect(checkout?.interval?.confidence).toBe(0.9);
    expect(refunds).toMatchObject({ basis: 'measured', point: 0.7, refusals: [{ code: 'not_licensed' }] });
    expect(refunds).not.toHaveProperty('interval');
  });

  it('of a thin segment has a null point and a typed refusal', async () => {
    const plane = openPlane();
    plane.qualityReads.rated = [{ ...RATED, passed: 3, failed: 1 }];
    const { segments } = await read<QualitySummaryDocument>(plane, '/quality/summary');
    expect(segments[0]?.estimates).toMatchObject([
      {
        ...{ basis: 'insufficient', outcome_basis: 'measured', point: null, estimator: null, verdict_rate: null, n: 4 },
        refusals: [{ code: 'thin_segment', need: 50, have: 4 }],
      },
    ]);
  });

  it('without an active calibration has the configured floor', async () => {
    const plane = openPlane();
    plane.calibrations.terms.minN = 80;
    plane.qualityReads.rated = [{ ...RATED, passed: 60, failed: 19 }];
    const { segments } = await read<QualitySummaryDocument>(plane, '/quality/summary');
    expect(segments[0]?.estimates).toMatchObject([
      { basis: 'insufficient', point: null, refusals: [{ code: 'thin_segment', need: 80, have: 79 }] },
    ]);
  });

  it('of one segment has no other', async () => {
    const plane = openPlane();
    plane.qualityReads.rated = [RATED, { ...RATED, segment: 'refunds' }];
    const { segments } = await read<QualitySummaryDocument>(plane, '/quality/summary?segment=refunds');
    expect(segments.map(({ segment }) => segment)).toEqual(['refunds']);
  });
});

describe('the cost of measuring', () => {
  it('is apart from the spend of the product, and unpriced calls are null dollars', async () => {
    const plane = openPlane();
    const sums = { calls: 2, priced: 2, unpriced: 0, estimated: 0 };
    plane.qualityReads.sums = [
      { kind: 'judges', nanoUsd: 1_500_000_000n, ...sums },
      { kind: 'semantic_cache', nanoUsd: 0n, ...sums, priced: 0, unpriced: 2 },
      { kind: 'product', nanoUsd: 9_000_000_000n, ...sums },
    ];
    const { kinds, measurement, product } = await read<MetacostDocument>(plane, '/metacost?since=7d');
    expect(
      kinds
        .filter(({ calls }) => calls > 0)
        .map(({ kind, cost, unpriced_calls: unpriced }) => [kind, cost.usd, unpriced]),
    ).toEqual([
      ['judges', '1.5', 0],
      ['semantic_cache', null, 2],
    ]);
    expect([measurement.cost.usd, measurement.unpriced_calls, product.cost.usd]).toEqual(['1.5', 2, '9']);
  });
});
