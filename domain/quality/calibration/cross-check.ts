import type { CalibrationSettings } from '../../judges/configuration/calibration-settings.ts';
import type { CalibrationArtifact } from './artifact.ts';
import { compareSettings } from './compare-settings.ts';
import type { CrossCheckCode } from './cross-check-codes.ts';
import { licensedUnits } from './licensed-unit.ts';

/** A fact that makes an artifact doubtful, as a sentence for people. */
export interface CrossCheckWarning {
  readonly code: CrossCheckCode;
  readonly text: string;
}

/** The newest validation of a judge, as far as the check reads it. */
export interface CheckedJudge {
  readonly subjectId: string;
  readonly judgeId: string;
  readonly metric: string;
  readonly segment: string;
  readonly at: Date;
  /** True if the newest validation removed a promotion. */
  readonly isDemoted: boolean;
}

/** The present facts with which an artifact is compared. */
interface PresentFacts {
  readonly now: Date;
  readonly settings: CalibrationSettings;
  /** The policy epoch of the running configuration; undefined if it cannot be derived. */
  readonly fingerprint: string | undefined;
  /** The newest validation of each judge. */
  readonly judges: readonly CheckedJudge[];
  /**
   * The labelled rows that the window of the artifact now has, or the reason, as a sentence, why the count failed;
   * undefined if the deployment has no facts to count.
   */
  readonly labelled: number | { readonly notCounted: string } | undefined;
}

/** The number of refit intervals after which an artifact is overdue. */
const OVERDUE_INTERVALS = 2;

const CODES = { confidence: 'confidence_changed', min_n: 'min_n_changed' } as const;

/** The facts that changed since a fit, in the order of their codes. */
export function crossCheck(artifact: CalibrationArtifact, facts: PresentFacts): CrossCheckWarning[] {
  return [
    ...policyWarnings(artifact, facts),
    ...settingWarnings(artifact, facts),
    ...judgeWarnings(artifact, facts),
    ...overdueWarnings(artifact, facts),
    ...labelWarnings(artifact, facts),
  ];
}

function policyWarnings({ fingerprint }: CalibrationArtifact, facts: PresentFacts): CrossCheckWarning[] {
  if (facts.fingerprint === undefined || facts.fingerprint === fingerprint) return [];
  const text = `The policy changed since the fit: its epoch was ${fingerprint} and is ${facts.fingerprint}. Fit again before you rely on the artifact.`;
  return [{ code: 'policy_changed', text }];
}

function settingWarnings(artifact: CalibrationArtifact, { settings }: PresentFacts): CrossCheckWarning[] {
  return compareSettings(artifact, settings).map(({ setting, artifact: fitted, configured }) => {
    const name = setting.slice(setting.lastIndexOf('quality.') + 'quality.'.length);
    const code = name === 'confidence' || name === 'min_n' ? CODES[name] : 'tolerance_changed';
    const now = configured === null ? 'not configured' : configured;
    return { code, text: `\`${setting}\` was ${fitted} at the fit, and is ${now}. Fit again to use the new value.` };
  });
}

function judgeWarnings(
  { units, fitted_at: fittedAt }: CalibrationArtifact,
  { judges }: PresentFacts,
): CrossCheckWarning[] {
  const relied = [...new Set(licensedUnits(units).map((unit) => unit.judge_subject))];
  const since = new Date(fittedAt);
  return relied.flatMap((subjectId): CrossCheckWarning[] => {
    const own = judges.find((judge) => judge.subjectId === subjectId);
    if (own === undefined) return [];
    const { judgeId, metric, segment } = own;
    const successor = judges.find(
      (judge) =>
        judge.subjectId !== subjectId &&
        judge.judgeId === judgeId &&
        judge.metric === metric &&
        judge.segment === segment &&
        judge.at > since,
    );
    const name = `Judge ${judgeId} (${subjectId}), metric ${metric},`;
    return [
      ...(successor === undefined
        ? []
        : [
            {
              code: 'judge_changed' as const,
              text: `${name} has another version since the fit: ${successor.subjectId}. The artifact says nothing about it. Fit again when it has labels.`,
            },
          ]),
      ...(own.isDemoted
        ? [
            {
              code: 'judge_demoted' as const,
              text: `${name} was demoted. Read its history, and correct the judge or its labels before you rely on the artifact.`,
            },
          ]
        : []),
    ];
  });
}

function overdueWarnings(
  { fitted_at: fittedAt }: CalibrationArtifact,
  { now, settings }: PresentFacts,
): CrossCheckWarning[] {
  const { refitIntervalMs } = settings;
  if (refitIntervalMs === undefined) return [];
  const intervals = Math.floor((now.getTime() - Date.parse(fittedAt)) / refitIntervalMs);
  if (intervals < OVERDUE_INTERVALS) return [];
  const text = `The fit is ${intervals} refit intervals old. Check that a worker runs, and fit again.`;
  return [{ code: 'overdue', text }];
}

function labelWarnings({ census }: CalibrationArtifact, { labelled }: PresentFacts): CrossCheckWarning[] {
  if (labelled === undefined || census.is_capped) return [];
  if (typeof labelled === 'object') {
    const text = `The labelled rows in the window were not counted, so it is unknown whether rows of the fit were removed. ${labelled.notCounted}`;
    return [{ code: 'labels_not_counted', text }];
  }
  if (labelled >= census.labelled) return [];
  const text = `The fit read ${census.labelled} labelled rows, and its window now has ${labelled}. An erasure, an exclusion or retention removed the others. Fit again without them.`;
  return [{ code: 'labels_removed', text }];
}
