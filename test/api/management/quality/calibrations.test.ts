import { describe, expect, it } from 'vitest';
import type { ActivatedCalibration } from '../../../../contracts/quality/calibrations/calibration-changes.ts';
import type { CalibrationBoard } from '../../../../contracts/quality/calibrations/calibration-board.ts';
import type { CalibrationDetail } from '../../../../contracts/quality/calibrations/calibration-detail.ts';
import type { ManagementProblem } from '../../../../contracts/management/problem.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';
import { SCOPES } from '../../../../domain/management/scopes.ts';
import { createManagementFixture, TOKEN, type ManagementFixture } from '../../../../testing/apps/management-fixture.ts';
import { KNOWN_CALIBRATION, STARTED_FIT } from '../../../../testing/quality/fake-calibrations.ts';
import { INSTALLATION_IDS } from '../../../../testing/fakes/installation.ts';
import {
  makeCalibrationArtifact,
  makeCalibrationUnit,
  makeFailedUnit,
} from '../../../../testing/quality/made-calibration.ts';

const OTHER = 'qcal_00000000000000000000000002';
const UNKNOWN = 'qcal_00000000000000000000000099';
const NOW = '2026-03-01T12:00:00.000Z';

const open = (): ManagementFixture => createManagementFixture({ token: { role: 'operator', scopes: SCOPES } });

async function get<Document>({ app }: ManagementFixture, path: string): Promise<Document> {
  const answer = await app.inject({ url: `/tt/api/v1/${path}`, headers: { authorization: 'Bearer known' } });
  expect(answer.statusCode).toBe(200);
  return answer.json<Document>();
}

async function post<Document>({ app }: ManagementFixture, path: string, payload: object): Promise<[number, Document]> {
  const headers = { authorization: 'Bearer known' };
  const answer = await app.inject({ method: 'POST', url: `/tt/api/v1/${path}`, headers, payload });
  return [answer.statusCode, answer.json<Document>()];
}

const activate = (plane: ManagementFixture, id: string, version: number) =>
  post<ActivatedCalibration & ManagementProblem>(plane, `calibrations/${id}/activate`, {
    expected_manifest_version: version,
  });

const artifactOf = (id: string, changes: Parameters<typeof makeCalibrationArtifact>[0] = {}) =>
  makeCalibrationArtifact({ id, workspace_id: INSTALLATION_IDS.workspace, ...changes });

describe('the board of calibrations', () => {
  it('shows pointers, fits in every state, and the log', async () => {
    const plane = open();
    plane.calibrations.log.push({
      number: 1n,
      change: 'fit',
      calibrationId: KNOWN_CALIBRATION,
      manifestVersion: 0,
      actor: null,
      detail: '1 of 1 units passed their gates.',
      at: new Date(NOW),
    });
    expect(await get<CalibrationBoard>(plane, 'calibrations')).toEqual({
      workspace_id: INSTALLATION_IDS.workspace,
      kind: 'quality',
      manifest: { version: 0, active: null, shadow: KNOWN_CALIBRATION },
      calibrations: [
        {
          calibration_id: KNOWN_CALIBRATION,
          kind: 'quality',
          workspace_id: INSTALLATION_IDS.workspace,
          version: 1,
          state: 'candidate',
          digest: 'd'.repeat(64),
          units: 1,
          passed_units: 1,
          fitted_at: '2026-02-02T00:00:00.000Z',
        },
      ],
      log: [
        {
          change: 'fit',
          calibration_id: KNOWN_CALIBRATION,
          manifest_version: 0,
          detail: '1 of 1 units passed their gates.',
          at: NOW,
        },
      ],
      next_cursor: '',
    });
  });

  it('continues with older fits', async () => {
    const plane = open();
    plane.calibrations.add(artifactOf(OTHER));
    const first = await get<CalibrationBoard>(plane, 'calibrations?limit=1');
    expect(first.calibrations.map((one) => one.calibration_id)).toEqual([OTHER]);
    const next = await get<CalibrationBoard>(plane, `calibrations?limit=1&cursor=${first.next_cursor}`);
    expect(next.calibrations.map((one) => one.calibration_id)).toEqual([KNOWN_CALIBRATION]);
    expect(next.next_cursor).toBe('');
  });
});

describe('one calibration', () => {
  it('is the artifact verbatim, with its differences and without warnings', async () => {
    const detail = await get<CalibrationDetail>(open(), `calibrations/${KNOWN_CALIBRATION}`);
    expect(detail.artifact).toEqual(artifactOf(KNOWN_CALIBRATION));
    expect(detail.threshold_diff).toEqual({
      against_active: [
        {
          metric: 'safety',
          segment: 'checkout',
          judge_subject: '5c1f0a9be2d4',
          change: 'added',
          threshold: 0.8,
          active_threshold: null,
        },
      ],
      against_configuration: [],
    });
    expect([detail.warnings, detail.warnings_total, detail.sweep]).toEqual([[], 0, undefined]);
  });

  it('names thresholds that change against the active artifact', async () => {
    const plane = open();
    await activate(plane, KNOWN_CALIBRATION, 0);
    plane.calibrations.add(artifactOf(OTHER, { units: [makeCalibrationUnit({ threshold: 0.7 }), makeFailedUnit()] }));
    const { threshold_diff: diff } = await get<CalibrationDetail>(plane, `calibrations/${OTHER}`);
    expect(diff.against_active).toMatchObject([{ change: 'lowered', threshold: 0.7, active_threshold: 0.8 }]);
  });

  it('warns of another policy, other settings and removed labels', async () => {
    const plane = open();
    plane.calibrations.fingerprint = 'b'.repeat(64);
    plane.calibrations.labelled = 399;
    plane.calibrations.add(artifactOf(OTHER, { confidence: 0.95, min_n: 60 }));
    const { warnings, warnings_total: total } = await get<CalibrationDetail>(plane, `calibrations/${OTHER}`);
    expect(warnings.map(({ code }) => code)).toEqual([
      'policy_changed',
      'confidence_changed',
      'min_n_changed',
      'labels_removed',
    ]);
    expect(total).toBe(4);
  });

  it.each([
    new Refusal('dependency_unavailable', 'The analytics store does not answer. Try again.'),
    new Refusal('budget_exceeded', 'The question costs too much. Ask a smaller one.'),
  ])('stays readable if its labels cannot be counted: $code', async (fault) => {
    const plane = open();
    plane.calibrations.labelled = fault;
    const detail = await get<CalibrationDetail>(plane, `calibrations/${KNOWN_CALIBRATION}`);
    expect(detail.artifact).toEqual(artifactOf(KNOWN_CALIBRATION));
    expect(detail.warnings).toEqual([
      {
        code: 'labels_not_counted',
        text: `The labelled rows in the window were not counted, so it is unknown whether rows of the fit were removed. ${fault.message}`,
      },
    ]);
  });

  it('has a sweep on request, with unknown cost as null', async () => {
    const plane = open();
    const point = { threshold: 0.8, accepted: 9, errors: 1 };
    plane.calibrations.swept = [
      {
        metric: 'safety',
        segment: '',
        judgeSubject: '5c1f0a9be2d4',
        rows: 10,
        thresholds: [
          { ...point, costNanoUsd: 1_500_000_000n, unpricedCalls: 2 },
          { ...point, costNanoUsd: null, unpricedCalls: 10 },
        ],
      },
    ];
    const { sweep } = await get<CalibrationDetail>(plane, `calibrations/${KNOWN_CALIBRATION}?sweep=true`);
    expect(sweep).toEqual({
      priced_at: NOW,
      units: [
        {
          metric: 'safety',
          segment: '',
          judge_subject: '5c1f0a9be2d4',
          rows: 10,
          thresholds: [
            { ...point, cost: { usd: '1.5', estimated: true, unpriced: false }, unpriced_calls: 2 },
            { ...point, cost: { usd: null, estimated: false, unpriced: true }, unpriced_calls: 10 },
          ],
        },
      ],
    });
  });

  it('is not found if it does not exist', async () => {
    const headers = { authorization: 'Bearer known' };
    const answer = await open().app.inject({ url: `/tt/api/v1/calibrations/${UNKNOWN}`, headers });
    expect([answer.statusCode, answer.json<ManagementProblem>().code]).toEqual([404, 'not_found']);
  });
});

describe('a fit', () => {
  it('starts with the parameters of the request, in the only workspace', async () => {
    const plane = open();
    const body = { since: '2026-01-01T00:00:00+01:00', confidence: 0.95, min_n: 60 };
    expect(await post(plane, 'calibrations/fit', body)).toEqual([
      202,
      { calibration_id: STARTED_FIT, workspace_id: INSTALLATION_IDS.workspace, requested_at: NOW },
    ]);
    expect(plane.calibrations.requests).toEqual([
      {
        workspaceId: INSTALLATION_IDS.workspace,
        since: new Date('2025-12-31T23:00:00.000Z'),
        until: undefined,
        confidence: 0.95,
        minN: 60,
        requestedBy: TOKEN.tokenId,
      },
    ]);
  });

  it.each([
    [{ min_n: 49 }, '/min_n'],
    [{ confidence: 1 }, '/confidence'],
    [{ since: '2026-02-30T00:00:00Z' }, '/since'],
    [{ since: '2026-02-02T00:00:00Z', until: '2026-02-02T00:00:00Z' }, '/until'],
  ])('is refused for %j', async (body, pointer) => {
    const [status, problem] = await post<ManagementProblem>(open(), 'calibrations/fit', body);
    expect([status, problem.errors?.map((error) => error.pointer)]).toEqual([400, [pointer]]);
  });
});

describe('an activation', () => {
  it('answers with the new pointers, and says when routing changes', async () => {
    const plane = open();
    const [status, answer] = await activate(plane, KNOWN_CALIBRATION, 0);
    expect([status, answer.calibration.state, answer.manifest, answer.retired]).toEqual([
      200,
      'active',
      { version: 1, active: KNOWN_CALIBRATION, shadow: null },
      null,
    ]);
    expect(answer.note).toContain('at the next reload of the configuration');
    expect(plane.audit.rows.map(({ operation, targets, end }) => [operation, end?.outcome, targets])).toEqual([
      ['management.calibrations.activate', 'accepted', [KNOWN_CALIBRATION]],
    ]);
  });

  it('retires its predecessor', async () => {
    const plane = open();
    plane.calibrations.add(artifactOf(OTHER));
    await activate(plane, KNOWN_CALIBRATION, 0);
    const [, answer] = await activate(plane, OTHER, 1);
    expect([answer.retired, answer.manifest.version]).toEqual([KNOWN_CALIBRATION, 2]);
  });

  it('of two at once, one is accepted and one is a conflict', async () => {
    const plane = open();
    plane.calibrations.add(artifactOf(OTHER));
    const answers = await Promise.all([activate(plane, KNOWN_CALIBRATION, 0), activate(plane, OTHER, 0)]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
  });

  it('is refused with the report if every unit failed its gate', async () => {
    const plane = open();
    plane.calibrations.add(artifactOf(OTHER, { units: [makeFailedUnit()] }));
    const [status, { code, report }] = await activate(plane, OTHER, 0);
    expect([status, code]).toEqual([403, 'gate_failed']);
    expect(report).toEqual({ calibration_id: OTHER, units_total: 1, units: [makeFailedUnit()] });
    expect(plane.audit.rows.map(({ end }) => [end?.outcome, end?.code])).toEqual([['refused', 'gate_failed']]);
  });

  it('of a mixed artifact is accepted', async () => {
    const plane = open();
    plane.calibrations.add(artifactOf(OTHER, { units: [makeCalibrationUnit(), makeFailedUnit()] }));
    const [status, { calibration }] = await activate(plane, OTHER, 0);
    expect([status, calibration.units, calibration.passed_units]).toEqual([200, 2, 1]);
  });

  it('of an unknown calibration is not found, and is audited', async () => {
    const plane = open();
    const [status, { code }] = await activate(plane, UNKNOWN, 0);
    expect([status, code]).toEqual([404, 'not_found']);
    expect(plane.audit.rows.map(({ end }) => end?.outcome)).toEqual(['refused']);
  });
});
