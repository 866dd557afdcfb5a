import type { JudgeReader } from '../../analytics/judges/judge-reader.ts';
import type { SubjectEvidence } from '../../contracts/judges/make-judge-record.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import type { Random } from '../random.ts';
import { makeJudgeEvidence } from './make-judge-evidence.ts';

/** The number of stored rows with labels; older rows have expired. */
const KEPT = 80;
/** The number of verdicts in a hundred on which a good or a bad judge agrees with people. */
const AGREED = { good: 92, bad: 65 };

interface Version {
  readonly subject: JudgeCoordinates;
  /** The newest rows with the verdicts of the judge and of people. */
  readonly rows: { readonly judge: boolean; readonly people: boolean }[];
  labelled: number;
}

/** Judges whose verdicts people label, in memory. */
export interface LabelledJudges {
  readonly reader: JudgeReader;
  /** Every gold set so far, by subject and revision, with its order. */
  readonly goldSets: ReadonlyMap<string, { readonly evidence: SubjectEvidence; readonly order: number }>;
  readonly metrics: readonly string[];
  labels(metric: string): number;
  /** Labels rows that the newest version of a metric's judge has judged. */
  label(metric: string, rows: number): void;
  /** Changes the model of a metric's judge. */
  changeModel(metric: string): void;
  /** Changes the judge's agreement with people from good to bad, or from bad to good. */
  changeQuality(metric: string): void;
}

export function createLabelledJudges(random: Random, metrics: readonly string[]): LabelledJudges {
  const judges = new Map(metrics.map((metric) => [metric, { versions: [firstOf(metric)], labels: 0, isGood: true }]));
  const goldSets = new Map<string, { evidence: SubjectEvidence; order: number }>();
  const all = (): Version[] => [...judges.values()].flatMap(({ versions }) => versions);
  const evidence = (subject: JudgeCoordinates): SubjectEvidence => {
    const version = all().find((one) => subjectIdOf(one.subject) === subjectIdOf(subject))!;
    const count = (judge: boolean, people: boolean): number =>
      version.rows.filter((row) => row.judge === judge && row.people === people).length;
    const known = makeJudgeEvidence(
      {
        bothPass: count(true, true),
        onlyJudgePasses: count(true, false),
        onlyPeoplePass: count(false, true),
        bothFail: count(false, false),
      },
      { goldRevision: `${version.labelled} labels`, labelCount: judges.get(subject.metric)!.labels },
    );
    const key = `${subjectIdOf(subject)} ${known.goldRevision}`;
    if (!goldSets.has(key)) goldSets.set(key, { evidence: known, order: goldSets.size });
    return known;
  };
  return {
    goldSets,
    metrics,
    reader: {
      subjects: () => Promise.resolve(all().map(({ subject }) => subject)),
      labelCounts: () => Promise.resolve(new Map([...judges].map(([metric, { labels }]) => [metric, labels]))),
      goldRevision: (subject) => Promise.resolve(evidence(subject).goldRevision),
      evidence: (subject) => Promise.resolve(evidence(subject)),
    },
    labels: (metric) => judges.get(metric)!.labels,
    label(metric, rows) {
      const judge = judges.get(metric)!;
      const version = judge.versions.at(-1)!;
      for (let row = 0; row < rows; row += 1) {
        const people = random.chance(0.5);
        const agrees = random.whole(1, 100) <= (judge.isGood ? AGREED.good : AGREED.bad);
        version.rows.push({ people, judge: agrees === people });
      }
      version.rows.splice(0, version.rows.length - KEPT);
      version.labelled += rows;
      judge.labels += rows;
    },
    changeModel(metric) {
      const { versions } = judges.get(metric)!;
      const subject = { ...versions[0]!.subject, model: `model ${versions.length + 1}` };
      versions.push({ subject, rows: [], labelled: 0 });
    },
    changeQuality(metric) {
      const judge = judges.get(metric)!;
      judge.isGood = !judge.isGood;
    },
  };
}

function firstOf(metric: string): Version {
  const subject = {
    judge_id: `judge.${metric}`,
    model: 'model 1',
    prompt_sha: 'p',
    eval_ver: '1',
    metric,
    segment: '',
  };
  return { subject, rows: [], labelled: 0 };
}
