import type { Disagreement, UnlabelledVerdicts } from '../../analytics/judges/difference-reader.ts';
import type { ManagementPorts } from '../../api/management/ports/management-ports.ts';
import type { JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import type { FailedScoring } from '../../store/judges/judge-failure-reader.ts';
import type { JudgeValidationRow } from '../../store/judges/judge-registry.ts';

/** The judges of the management plane of a test. */
export interface JudgeState {
  /** The judges with verdicts, and their validations, oldest first. */
  readonly judges: JudgeCoordinates[];
  readonly validations: JudgeValidationRow[];
  /** The requests on which judges and people differ, and the judges' verdicts on requests without a label. */
  readonly disagreements: Disagreement[];
  unlabelled: UnlabelledVerdicts;
  /** The requests on which judges gave no verdict, newest first. */
  readonly failures: FailedScoring[];
  /** True if a worker validates judges automatically. */
  isAutomatic: boolean;
}

export function newJudgeState(): JudgeState {
  return {
    judges: [],
    validations: [],
    disagreements: [],
    unlabelled: { passed: 0, failed: 0, abstained: 0, unheard: 0, split: 0 },
    failures: [],
    isAutomatic: false,
  };
}

/** The sources over a state, which they read at each call. */
export function judgeSources(state: JudgeState): NonNullable<ManagementPorts['judges']> {
  return {
    isAutomatic: () => Promise.resolve(state.isAutomatic),
    goldSources: ['outcomes'],
    reader: { subjects: () => Promise.resolve(state.judges) },
    differences: {
      disagreements: (_subject, _sources, limit) =>
        Promise.resolve({ total: state.disagreements.length, rows: state.disagreements.slice(0, limit) }),
      unlabelled: () => Promise.resolve(state.unlabelled),
    },
    failures: {
      codes: () =>
        Promise.resolve(
          [...new Set(state.failures.map(({ code }) => code))].map((code) => ({
            code,
            count: state.failures.filter((one) => one.code === code).length,
          })),
        ),
      newest: (_subject, limit) => Promise.resolve(state.failures.slice(0, limit)),
    },
    registry: {
      standing: () => Promise.resolve(newestOfEach(state.validations)),
      ofSubject: (id) => Promise.resolve(state.validations.filter(({ subjectId }) => subjectId === id)),
    },
  };
}

/** The last validation of each judge. */
export function newestOfEach(validations: readonly JudgeValidationRow[]): JudgeValidationRow[] {
  return [...new Map(validations.map((row) => [row.subjectId, row])).values()];
}
