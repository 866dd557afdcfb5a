import { expect, it } from 'vitest';
import type { ManagementProblem } from '../../../../contracts/management/problem.ts';
import type { ActivatedCalibration } from '../../../../contracts/quality/calibrations/calibration-changes.ts';
import type { CalibrationBoard } from '../../../../contracts/quality/calibrations/calibration-board.ts';
import type { CalibrationDetail } from '../../../../contracts/quality/calibrations/calibration-detail.ts';
import { SCOPES } from '../../../../domain/management/scopes.ts';
import { createManagementFixture, TOKEN, type ManagementFixture } from '../../../../testing/apps/management-fixture.ts';
import { INSTALLATION_IDS } from '../../../../testing/fakes/installation.ts';
import { KNOWN_CALIBRATION, STARTED_FIT } from '../../../../testing/quality/fake-calibrations.ts';
import { makeRoutingArtifact } from '../../../../testing/quality/made-routing.ts';

const THRESHOLD = 'qcal_00000000000000000000000005';
const WORKSPACE = INSTALLATION_IDS.workspace;
const headers = { authorization: 'Bearer known' };

function open(changes: Parameters<typeof makeRoutingArtifact>[0] = {}): ManagementFixture {
  const plane = createManagementFixture({ token: { role: 'operator', scopes: SCOPES } });
  plane.calibrations.addRouting(makeRoutingArtifact({ id: THRESHOLD, workspace_id: WORKSPACE, ...changes }));
  return plane;
}

async function get<Document>({ app }: ManagementFixture, path: string): Promise<Document> {
  const answer = await app.inject({ url: `/tt/api/v1/${path}`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<Document>();
}

async function post<Document>({ app }: ManagementFixture, path: string, payload: object): Promise<[number, Document]> {
  const answer = await app.inject({ method: 'POST', url: `/tt/api/v1/${path}`, headers, payload });
  return [answer.statusCode, answer.json<Document>()];
}

it('are listed apart from calibrations of quality', async () => {
  const plane = open();
  const board = await get<CalibrationBoard>(plane, 'calibrations?kind=routing');
  expect(board).toMatchObject({ kind: 'routing', manifest: { version: 0, active: null, shadow: THRESHOLD } });
  expect(board.calibrations.map(({ calibration_id: id, kind }) => [id, kind])).toEqual([[THRESHOLD, 'routing']]);
  const quality = await get<CalibrationBoard>(plane, 'calibrations?kind=quality');
  expect(quality.calibrations.map(({ calibration_id: id }) => id)).toEqual([KNOWN_CALIBRATION]);
});

it('are shown verbatim, with a warning if gateways do not apply them', async () => {
  const plane = open();
  const detail = await get<CalibrationDetail>(plane, `calibrations/${THRESHOLD}`);
  expect(detail).toMatchObject({ calibration: { kind: 'routing' }, warnings: [], warnings_total: 0 });
  expect(detail.routing).toEqual(makeRoutingArtifact({ id: THRESHOLD, workspace_id: WORKSPACE }));
  expect(detail.artifact).toBeUndefined();
  const other = open({ fingerprint: 'sha256:other' });
  const { warnings } = await get<CalibrationDetail>(other, `calibrations/${THRESHOLD}`);
  expect(warnings.map(({ code }) => code)).toEqual(['policy_changed']);
});

it('become active without a change of the active calibration of quality', async () => {
  const plane = open();
  const activation = { expected_manifest_version: 0 };
  const [status, answer] = await post<ActivatedCalibration>(plane, `calibrations/${THRESHOLD}/activate`, activation);
  expect([status, answer.calibration.state, answer.manifest]).toEqual([
    200,
    'active',
    { version: 1, active: THRESHOLD, shadow: null },
  ]);
  expect(answer.note).toContain('at the next reload of the configuration');
  expect(plane.calibrations.manifest).toEqual({ version: 0, activeId: undefined });
  expect((await post(plane, `calibrations/${THRESHOLD}/activate`, activation))[0]).toBe(409);
});

it('do not become active if their gate failed, and the report says why', async () => {
  const refusal = { code: 'loss_above_limit', need: 1, have: 9, text: 'Too many calls are lost.' } as const;
  const plane = open({ gate_passed: false, refusal });
  const activation = { expected_manifest_version: 0 };
  const [status, problem] = await post<ManagementProblem>(plane, `calibrations/${THRESHOLD}/activate`, activation);
  expect([status, problem.code]).toEqual([403, 'gate_failed']);
  expect(problem.report).toMatchObject({ calibration_id: THRESHOLD, units_total: 1, units: [], routing: { refusal } });
});

it('are fitted with the terms of the request', async () => {
  const plane = open();
  const body = { kind: 'routing', rule: 'small', quality_budget: 0.02, min_labeled: 60, metric: 'safety' };
  const [status, answer] = await post(plane, 'calibrations/fit', body);
  expect([status, answer]).toMatchObject([202, { calibration_id: STARTED_FIT, workspace_id: WORKSPACE }]);
  expect(plane.calibrations.requests).toEqual([
    {
      workspaceId: WORKSPACE,
      since: undefined,
      until: undefined,
      confidence: undefined,
      minN: 60,
      routing: {
        ...{ rule_id: 'small', parameter: null, quality_budget: 0.02, target_frontier_pct: null, metric: 'safety' },
      },
      requestedBy: TOKEN.tokenId,
    },
  ]);
});

it.each([
  [{ rule: 'small' }, '/rule'],
  [{ kind: 'quality', quality_budget: 0.1 }, '/quality_budget'],
  [{ kind: 'routing', quality_budget: 0.1 }, '/rule'],
  [{ kind: 'routing', rule: 'small' }, '/quality_budget'],
  [{ kind: 'routing', rule: 'small', quality_budget: 0.1, target_frontier_pct: 0.5 }, '/quality_budget'],
  [{ kind: 'routing', param: 'small', quality_budget: 0.1 }, '/param'],
  [{ kind: 'routing', rule: 'small', quality_budget: 0 }, '/quality_budget'],
  [{ kind: 'routing', rule: 'small', target_frontier_pct: 1.1 }, '/target_frontier_pct'],
  [{ kind: 'routing', rule: 'small', quality_budget: 0.1, min_labeled: 49 }, '/min_labeled'],
  [{ kind: 'routing', rule: 'small', quality_budget: 0.1, min_n: 60 }, '/min_n'],
])('are not fitted for %j', async (body, pointer) => {
  const [status, problem] = await post<ManagementProblem>(open(), 'calibrations/fit', body);
  expect([status, problem.errors?.map((error) => error.pointer)]).toEqual([400, [pointer]]);
});
