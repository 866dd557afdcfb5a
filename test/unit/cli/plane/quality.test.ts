import { describe, expect, it } from 'vitest';
import { INSTALLATION_IDS } from '../../../../testing/fakes/installation.ts';
import { listenPlane, type ListeningPlane } from '../../../../testing/cli/listen-plane.ts';
import { KNOWN_CALIBRATION, STARTED_FIT } from '../../../../testing/quality/fake-calibrations.ts';
import { makeCalibrationArtifact, makeFailedUnit } from '../../../../testing/quality/made-calibration.ts';
import { makeRoutingArtifact } from '../../../../testing/quality/made-routing.ts';

const WORKSPACE = INSTALLATION_IDS.workspace;

async function bytesOf({ plane, key }: ListeningPlane, path: string): Promise<string> {
  const answer = await plane.app.inject({ url: `/tt/api/v1/${path}`, headers: { authorization: `Bearer ${key}` } });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

const addFit = ({ plane }: ListeningPlane): void =>
  plane.calibrations.add(makeCalibrationArtifact({ id: STARTED_FIT, workspace_id: WORKSPACE }));

describe('tt quality calibrate', () => {
  it('starts a fit with its terms, and shows its result', async () => {
    const open = await listenPlane();
    addFit(open);
    const terms = ['--confidence', '0.95', '--min-n', '60', '--since', '2026-01-01T00:00:00Z'];
    const end = ['--until', '2026-02-01T00:00:00Z', '--workspace', WORKSPACE];
    const { code, stdout, stderr } = await open.tt(['quality', 'calibrate', ...terms, ...end]);
    expect([code, stdout.split('\n', 1)[0]]).toEqual([
      0,
      `Calibration ${STARTED_FIT} is candidate: 1 of 1 units passed their gates.`,
    ]);
    expect(stderr).toBe(
      `The fit ${STARTED_FIT} has started. It continues if you stop waiting.\nNothing uses it yet: tt quality activate ${STARTED_FIT}\n`,
    );
    expect(open.plane.calibrations.requests).toMatchObject([
      {
        workspaceId: WORKSPACE,
        confidence: 0.95,
        minN: 60,
        since: new Date('2026-01-01T00:00:00Z'),
        until: new Date('2026-02-01T00:00:00Z'),
      },
    ]);
  });

  it('counts --since from --now, and ends there', async () => {
    const open = await listenPlane();
    addFit(open);
    await open.tt(['quality', 'calibrate', '--since', '2w', '--now', '2026-02-15T00:00:00Z']);
    expect(open.plane.calibrations.requests).toMatchObject([
      { since: new Date('2026-02-01T00:00:00Z'), until: new Date('2026-02-15T00:00:00Z') },
    ]);
    const late = ['--now', '2026-02-15T00:00:00Z', '--until', '2026-02-16T00:00:00Z'];
    expect((await open.tt(['quality', 'calibrate', ...late])).stderr).toContain('--until is after --now.');
    const empty = ['--since', '2026-02-16T00:00:00Z', '--until', '2026-02-15T00:00:00Z'];
    expect((await open.tt(['quality', 'calibrate', ...empty])).stderr).toContain('The window is empty');
  });

  it('stops waiting after --wait-timeout, with the command that looks again', async () => {
    const { tt } = await listenPlane();
    expect(await tt(['quality', 'calibrate', '--wait-timeout', '0'])).toEqual({
      code: 6,
      stdout: `${STARTED_FIT} is not ready yet.\n`,
      stderr: `The fit ${STARTED_FIT} has started. It continues if you stop waiting.\nThe work continues. Look again: tt quality reliability ${STARTED_FIT}\n`,
    });
  });

  it('ends with 3 for a fit that the service refused, with its need', async () => {
    const { plane, tt } = await listenPlane();
    plane.calibrations.calibrations.set(STARTED_FIT, {
      ...plane.calibrations.calibrations.get(KNOWN_CALIBRATION)!,
      calibrationId: STARTED_FIT,
      state: 'refused',
      digest: undefined,
      artifact: undefined,
      refusal: { code: 'no_labels', text: 'Nobody labelled a request.', need: 200, have: 0 },
      units: 0,
      passedUnits: 0,
    });
    const { code, stdout } = await tt(['quality', 'calibrate']);
    expect([code, stdout]).toEqual([
      3,
      `Calibration ${STARTED_FIT} is refused (no_labels): Nobody labelled a request. It needs 200 and has 0.\n`,
    ]);
  });

  it('is not found where calibrations are off', async () => {
    const { plane, tt } = await listenPlane();
    plane.calibrations.isEnabled = false;
    expect((await tt(['quality', 'calibrate', '--json'])).stderr).toContain('"code":"feature_absent"');
  });
});

describe('tt quality activate', () => {
  it('activates over the present manifest', async () => {
    const { plane, tt } = await listenPlane();
    const { code, stdout } = await tt(['quality', 'activate', KNOWN_CALIBRATION]);
    expect([code, stdout.split('\n', 1)[0], plane.calibrations.manifest.activeId]).toEqual([
      0,
      `Calibration ${KNOWN_CALIBRATION} is active.`,
      KNOWN_CALIBRATION,
    ]);
  });

  it('ends with 3 if no unit passed', async () => {
    const { plane, tt } = await listenPlane();
    plane.calibrations.add(
      makeCalibrationArtifact({ id: STARTED_FIT, workspace_id: WORKSPACE, units: [makeFailedUnit()] }),
    );
    expect((await tt(['quality', 'activate', STARTED_FIT])).code).toBe(3);
  });

  it('does not activate a routing threshold', async () => {
    const { plane, tt } = await listenPlane();
    plane.calibrations.addRouting(makeRoutingArtifact({ id: STARTED_FIT, workspace_id: WORKSPACE }));
    expect(await tt(['quality', 'activate', STARTED_FIT])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${STARTED_FIT} is a calibration of the kind routing. Nothing was changed.\n  try: tt calibrate --activate ${STARTED_FIT}\n`,
    });
  });
});

describe('tt quality reliability', () => {
  it('shows the active calibration, or states that nothing can be measured', async () => {
    const open = await listenPlane();
    const none = await open.tt(['quality', 'reliability']);
    expect([none.code, none.stdout.startsWith('Cannot measure: ')]).toEqual([0, true]);
    await open.tt(['quality', 'activate', KNOWN_CALIBRATION]);
    const { stdout } = await open.tt(['quality', 'reliability']);
    expect(stdout.split('\n')[1]).toBe('METRIC\tSEGMENT\tSTATE\tTHRESHOLD\tERRORS\tACCEPTED\tERROR\tALLOWED\tJUDGE');
    expect((await open.tt(['quality', 'reliability', '--json'])).stdout).toBe(
      await bytesOf(open, 'quality/reliability'),
    );
  });

  it('shows a named calibration with the bytes of its endpoint', async () => {
    const open = await listenPlane();
    expect((await open.tt(['quality', 'reliability', KNOWN_CALIBRATION, '--json'])).stdout).toBe(
      await bytesOf(open, `calibrations/${KNOWN_CALIBRATION}`),
    );
    expect((await open.tt(['quality', 'reliability', STARTED_FIT])).code).toBe(4);
  });
});

describe('tt quality coverage', () => {
  it('prints the bytes of the endpoint with --json', async () => {
    const open = await listenPlane();
    const flags = ['--metric', 'safety', '--top', '3', '--since', '7d', '--until', '2026-02-28T00:00:00Z'];
    expect((await open.tt(['quality', 'coverage', ...flags, '--json'])).stdout).toBe(
      await bytesOf(open, 'quality/coverage?metric=safety&top=3&since=168h&until=2026-02-28T00:00:00.000Z'),
    );
    const windows = open.plane.qualityReads.questions.map(({ from, until }) => [from, until]);
    expect(windows[0]).toEqual(windows[1]);
  });

  it('never shows an unknown share as 0, and says that numbers are bounds', async () => {
    const { tt } = await listenPlane();
    expect(await tt(['quality', 'coverage'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^METRIC\t.*\nall\t0\t0\t0\t0\tunknown\n/) as string,
      stderr: 'Licensing was tested by no_active_calibration only, so every number is an upper bound.\n',
    });
  });
});

describe('tt calibrate', () => {
  it('fits a threshold with its goal, and shows its losses', async () => {
    const open = await listenPlane();
    open.plane.calibrations.addRouting(makeRoutingArtifact({ id: STARTED_FIT, workspace_id: WORKSPACE }));
    const terms = ['--rule', 'small', '--quality-budget', '0.02', '--min-labeled', '80'];
    const { code, stdout, stderr } = await open.tt(['calibrate', ...terms]);
    expect([code, stdout.split('\n', 1)[0], stderr.split('\n')[1]]).toEqual([
      0,
      `Calibration ${STARTED_FIT} is candidate: 1 of 1 units passed their gates.`,
      `Nothing uses it yet: tt calibrate --activate ${STARTED_FIT}`,
    ]);
    expect(open.plane.calibrations.requests).toMatchObject([
      {
        minN: 80,
        routing: { rule_id: 'small', parameter: null, quality_budget: 0.02, target_frontier_pct: null, metric: null },
      },
    ]);
  });

  it('fits a named bound to a share of the largest saving', async () => {
    const { plane, tt } = await listenPlane();
    const terms = ['--param', 'routing.rules.small.max_input_tokens', '--target-frontier-pct', '1'];
    expect((await tt(['calibrate', ...terms, '--wait-timeout', '0'])).code).toBe(6);
    expect(plane.calibrations.requests).toMatchObject([
      {
        routing: {
          rule_id: 'small',
          parameter: 'max_input_tokens',
          quality_budget: null,
          target_frontier_pct: 1,
          metric: null,
        },
      },
    ]);
  });

  it('activates a fit of a threshold, and none of a judge', async () => {
    const { plane, tt } = await listenPlane();
    plane.calibrations.addRouting(makeRoutingArtifact({ id: STARTED_FIT, workspace_id: WORKSPACE }));
    expect((await tt(['calibrate', '--activate', STARTED_FIT])).stdout).toContain(
      `Calibration ${STARTED_FIT} is active.\n`,
    );
    expect(plane.calibrations.routingManifest.activeId).toBe(STARTED_FIT);
    expect((await tt(['calibrate', '--activate', KNOWN_CALIBRATION])).code).toBe(2);
  });
});
