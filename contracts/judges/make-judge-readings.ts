import type { JudgeHistory, JudgeReading } from './judge-readings.ts';
import type { JudgeRecord } from './judge-record.ts';
import { subjectIdOf, UNIT_SEPARATOR, type JudgeCoordinates } from './subject-id-of.ts';

/** The newest validation of a subject. */
export interface NewestValidation {
  readonly validationId: string;
  readonly subjectId: string;
  readonly subject: JudgeCoordinates;
  readonly goldRevision: string;
  readonly at: Date;
  readonly record: JudgeRecord;
}

type Standing = ReadonlyMap<string, NewestValidation>;

/**
 * Every judge that was observed or validated, in the order of judge, metric, segment, model, prompt and evaluator
 * version.
 */
export function makeJudgeReadings(observed: readonly JudgeCoordinates[], standing: Standing): JudgeReading[] {
  const subjects = new Map(
    [...observed, ...[...standing.values()].map(({ subject }) => subject)].map((one) => [subjectIdOf(one), one]),
  );
  return [...subjects.values()].toSorted(inOrder).map((subject) => readingOf(subject, standing));
}

const ORDER = ['judge_id', 'metric', 'segment', 'model', 'prompt_sha', 'eval_ver'] as const;

function inOrder(one: JudgeCoordinates, other: JudgeCoordinates): number {
  const member = ORDER.find((name) => one[name] !== other[name]);
  if (member === undefined) return 0;
  return one[member] < other[member] ? -1 : 1;
}

function readingOf(subject: JudgeCoordinates, standing: Standing): JudgeReading {
  const id = subjectIdOf(subject);
  const own = standing.get(id);
  const unmeasured = { spend: null, anchor: null } as const;
  const known = { subject: presentSubject(subject), state: stateOf(subject, standing), ...unmeasured };
  if (own === undefined) {
    const nothing = { iaa: null, coverage: null, gold_set: null, selective_risk: null };
    return { ...known, ...nothing, gold_revision: '', floors_applied: [] };
  }
  const { promoted: _, confusion: __, refusals: ___, labels: ____, ...measured } = own.record;
  return {
    ...known,
    ...measured,
    ...recordedOf(own.record),
    gold_revision: own.goldRevision,
    last_run: own.at.toISOString(),
  };
}

/** The state of a judge. A promotion is valid for one version of a judge; another version has to earn its own. */
function stateOf(subject: JudgeCoordinates, standing: Standing): JudgeReading['state'] {
  const id = subjectIdOf(subject);
  if (standing.get(id)?.record.promoted === true) return 'promoted';
  const isChanged = [...standing.values()].some(
    (other) =>
      other.record.promoted &&
      other.subjectId !== id &&
      other.subject.judge_id === subject.judge_id &&
      other.subject.metric === subject.metric &&
      other.subject.segment === subject.segment,
  );
  return isChanged ? 'version_changed' : 'never_validated';
}

/** A subject with its handle. */
export function presentSubject(subject: JudgeCoordinates): JudgeReading['subject'] {
  const { judge_id, model, prompt_sha, eval_ver, metric, segment } = subject;
  return { id: subjectIdOf(subject), judge_id, model, prompt_sha, eval_ver, metric, segment };
}

/** The newest validation of a subject, in the form of its history. */
export function toHistoryRecord({
  validationId,
  at,
  goldRevision,
  subject,
  record,
}: NewestValidation): JudgeHistory['records'][number] {
  return {
    id: validationId,
    at: at.toISOString(),
    version: versionText(subject),
    gold_revision: goldRevision,
    ...record,
    ...recordedOf(record),
  };
}

function recordedOf({ coverage, gold_set }: JudgeRecord): Pick<JudgeReading, 'coverage' | 'gold_set'> {
  return { coverage: coverage ?? null, gold_set: gold_set ?? null };
}

/** The version to which a promotion applies, as a text. */
export function versionText({ model, prompt_sha, eval_ver }: JudgeCoordinates): string {
  return [`model=${model}`, `prompt=${prompt_sha}`, `ver=${eval_ver}`].join(UNIT_SEPARATOR);
}
