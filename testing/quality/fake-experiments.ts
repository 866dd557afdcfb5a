import type { ExperimentSources } from '../../api/management/ports/experiment-ports.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { CalibrationUnit } from '../../domain/quality/calibration/artifact.ts';
import type { CellResult } from '../../domain/quality/experiments/cell-result.ts';
import { concludeRun } from '../../domain/quality/experiments/conclude-run.ts';
import type { EvalRefusal } from '../../domain/quality/experiments/eval-refusal.ts';
import type { ProviderConnection } from '../../store/gateway/connection-store.ts';
import type { NewExperimentRun, StoredExperimentRun } from '../../store/quality/experiments/experiment-run-store.ts';
import type { StoredExperiment } from '../../store/quality/experiments/experiment-store.ts';
import { makeConnection } from '../api/made-connection.ts';
import { INSTALLATION_IDS } from '../fakes/installation.ts';
import { pageNewestFirst } from '../fakes/page-newest-first.ts';
import { makeArm, makeDeclaration, makePairedCells, makeRunFacts } from './make-experiment.ts';

/** The experiment that every fake has: labels of people on answers of two models, which need no judge. */
export const KNOWN_EXPERIMENT: StoredExperiment = {
  experimentId: 'qexp_00000000000000000000000001',
  workspaceId: INSTALLATION_IDS.workspace,
  name: 'A smaller model',
  declaration: makeDeclaration({
    instrument: 'judged_dataset_run',
    arms: [makeArm('a', { evaluator: 'human.label' }), makeArm('b', { evaluator: 'human.label' })],
  }),
  pinnedDigest: makeRunFacts().pinned_digest,
  createdBy: 'tok_00000000000000000000000001',
  createdAt: new Date('2026-02-28T12:00:00.000Z'),
};

/** A running run of another experiment, which a test adds. */
export const RUNNING_RUN: StoredExperimentRun = {
  runId: 'qrun_00000000000000000000000042',
  experimentId: 'qexp_00000000000000000000000042',
  workspaceId: INSTALLATION_IDS.workspace,
  startedBy: 'tok_00000000000000000000000001',
  state: 'running',
  refusal: null,
  facts: null,
  result: null,
  spendCeilingNanoUsd: 1_000_000_000n,
  costNanoUsd: 0n,
  unpricedCalls: 0,
  cells: 0,
  endedCells: 0,
  startedAt: new Date('2026-02-28T12:00:00.000Z'),
  endedAt: null,
  cancelRequestedAt: null,
};

/** Experiments and their runs in memory. */
export class FakeExperiments {
  readonly experiments = new Map<string, StoredExperiment>([[KNOWN_EXPERIMENT.experimentId, KNOWN_EXPERIMENT]]);
  /** The runs, oldest first. */
  readonly runs: StoredExperimentRun[] = [];
  /** The cells of the runs. */
  readonly cells = new Map<string, readonly CellResult[]>();
  /** The units that the active calibration licenses. */
  units: readonly CalibrationUnit[] = [];
  setup: ExperimentSources['setup'] = { canRun: true, configuredJudges: ['judge.correctness'] };
  /** The active connections. */
  connections: readonly ProviderConnection[] = [makeConnection()];
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Ends a running run with cells. */
  complete(runId: string, cells: readonly CellResult[] = makePairedCells({ both: 20, onlyCandidate: 20 })): void {
    const at = this.runs.findIndex((run) => run.runId === runId);
    const run = this.runs[at];
    const experiment = run && this.experiments.get(run.experimentId);
    if (run === undefined || experiment === undefined) throw new Error(`There is no run ${runId}.`);
    const facts = makeRunFacts();
    const result = concludeRun({ declaration: experiment.declaration, facts, cells });
    const counts = { cells: cells.length, endedCells: cells.length };
    this.cells.set(runId, cells);
    this.runs[at] = { ...run, ...counts, state: 'complete', facts, result, endedAt: this.#now() };
  }

  /** The sources of a plane with the datasets and judges of its other fakes. */
  sources(others: Pick<ExperimentSources, 'datasets' | 'registry'>): ExperimentSources {
    const listRuns = (workspaceId: string): StoredExperimentRun[] =>
      this.runs.filter((run) => run.workspaceId === workspaceId);
    return {
      ...others,
      setup: this.setup,
      findActiveUnits: () => Promise.resolve({ calibrationId: undefined, units: this.units }),
      connections: {
        list: () => Promise.resolve([...this.connections]),
      },
      store: {
        create: (experiment) => {
          const experimentId = `qexp_${String(this.experiments.size + 1).padStart(26, '0')}`;
          const stored = { ...experiment, experimentId, createdAt: this.#now() };
          this.experiments.set(experimentId, stored);
          return Promise.resolve(stored);
        },
        find: (workspaceId, experimentId) => Promise.resolve(this.#find(workspaceId, experimentId)),
        list: ({ workspaceId, ...page }) => {
          const rows = [...this.experiments.values()].filter((one) => one.workspaceId === workspaceId);
          const keyOf = ({ createdAt, experimentId }: StoredExperiment) => ({
            createdAt: createdAt.toISOString(),
            id: experimentId,
          });
          return Promise.resolve(pageNewestFirst(rows, keyOf, page));
        },
      },
      runs: {
        start: (run) => this.#add(run, null),
        refuse: (run, refusal) => this.#add(run, refusal),
        list: ({ workspaceId, experimentId, status, ...page }) => {
          const rows = listRuns(workspaceId).filter(
            (run) =>
              (experimentId === undefined || run.experimentId === experimentId) &&
              (status === undefined || run.state === status),
          );
          const keyOf = ({ startedAt, runId }: StoredExperimentRun) => ({
            createdAt: startedAt.toISOString(),
            id: runId,
          });
          return Promise.resolve(pageNewestFirst(rows, keyOf, page));
        },
        newestOf: (workspaceId, ids) => {
          const newest = new Map(listRuns(workspaceId).map((run) => [run.experimentId, run]));
          return Promise.resolve([...newest.values()].filter((run) => ids.includes(run.experimentId)));
        },
        find: (workspaceId, runId) => Promise.resolve(listRuns(workspaceId).find((run) => run.runId === runId)),
        cancel: (workspaceId, runId) => {
          const at = this.runs.findIndex((run) => run.workspaceId === workspaceId && run.runId === runId);
          const run = this.runs[at];
          if (run?.state !== 'running' || run.cancelRequestedAt !== null) return Promise.resolve(false);
          this.runs[at] = { ...run, cancelRequestedAt: this.#now() };
          return Promise.resolve(true);
        },
        cells: (_workspaceId, runId) => Promise.resolve([...(this.cells.get(runId) ?? [])]),
      },
    };
  }

  #find(workspaceId: string, experimentId: string): StoredExperiment | undefined {
    const found = this.experiments.get(experimentId);
    return found?.workspaceId === workspaceId ? found : undefined;
  }

  #add(run: NewExperimentRun, refusal: EvalRefusal | null): Promise<StoredExperimentRun | undefined> {
    const experiment = this.#find(run.workspaceId, run.experimentId);
    if (experiment === undefined) return Promise.resolve(undefined);
    const running = this.runs.find((one) => one.experimentId === run.experimentId && one.state === 'running');
    if (running !== undefined && refusal === null) {
      return Promise.reject(new Refusal('conflict', `Run ${running.runId} of this experiment is still running.`));
    }
    const stored: StoredExperimentRun = {
      ...run,
      runId: `qrun_${String(this.runs.length + 1).padStart(26, '0')}`,
      state: refusal === null ? 'running' : 'refused',
      refusal,
      facts: null,
      result: null,
      spendCeilingNanoUsd: BigInt(experiment.declaration.spend_ceiling_nano_usd),
      costNanoUsd: 0n,
      unpricedCalls: 0,
      cells: 0,
      endedCells: 0,
      startedAt: this.#now(),
      endedAt: refusal === null ? null : this.#now(),
      cancelRequestedAt: null,
    };
    this.runs.push(stored);
    return Promise.resolve(stored);
  }
}
