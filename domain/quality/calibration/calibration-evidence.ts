import type { ScoreLevel } from '../../statistics/selective-risk/score-level.ts';
import { unitKey, type JudgedUnit } from '../unit-key.ts';
import type { LabelledRow } from '../labelled-row.ts';
import type { CalibrationPart } from './artifact.ts';
import { byPart, spanOf, type PartSpan } from './part-span.ts';
import { splitByTime, type TimedRequest } from './split-by-time.ts';

/** The rows of a unit in one part, as counts. */
export interface PartEvidence {
  /** The decided rows by the certainty of the judge, least certain first. */
  readonly levels: readonly ScoreLevel[];
  /** The decided rows without a certainty. No threshold accepts them. */
  readonly unscored: { readonly agreed: number; readonly disagreed: number };
  /** The decided rows by the verdict of people. */
  readonly passes: number;
  readonly fails: number;
}

/** The rows of one judge on one metric and segment. */
export interface UnitEvidence extends JudgedUnit {
  readonly parts: Readonly<Record<CalibrationPart, PartEvidence>>;
  /** The number of rows on which the judge abstained or gave no verdict. */
  readonly judgeRefusals: number;
  /** The number of labelled rows on which the judge was not asked. */
  readonly unasked: number;
}

/** The parts in which the answers of one model are. */
export interface JudgedModelSpread {
  readonly model: string;
  /** The requests that the model answered, of each part. */
  readonly requests: Readonly<Record<CalibrationPart, number>>;
  /** The traces of these requests. A request without a trace counts as one. */
  readonly traces: number;
}

/** Labelled rows, split by time and counted. */
export interface SplitEvidence {
  readonly requests: number;
  readonly spans: Readonly<Record<CalibrationPart, PartSpan>>;
  /** The units by metric, segment and judge. */
  readonly units: readonly UnitEvidence[];
  /** The known models that answered, by name. */
  readonly models: readonly JudgedModelSpread[];
}

/** Takes labelled rows in any order, and keeps a few numbers of each. */
interface CalibrationEvidence {
  add(row: LabelledRow): void;
  /** The rows so far. Their order of arrival changes nothing. */
  split(): SplitEvidence;
}

/** The states of a kept row. */
const AGREED = 0;
const DISAGREED = 1;
const REFUSED = 2;
const UNASKED = 3;

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/** The counts of a part, while rows are added. */
interface PartCounts {
  readonly byScore: Map<number, Mutable<ScoreLevel>>;
  readonly unscored: { agreed: number; disagreed: number };
  passes: number;
  fails: number;
}

interface UnitCounts {
  readonly parts: Readonly<Record<CalibrationPart, PartCounts>>;
  judgeRefusals: number;
  unasked: number;
}

/**
 * Creates an empty collection. It keeps five numbers of each row, and of each request its id, its trace and its time.
 * A million rows need some hundred megabytes.
 */
export function createCalibrationEvidence(): CalibrationEvidence {
  const requests: TimedRequest[] = [];
  const models: string[] = [];
  const indexOfRequest = new Map<string, number>();
  const units: JudgedUnit[] = [];
  const indexOfUnit = new Map<string, number>();
  const rows = { request: [] as number[], unit: [] as number[], score: [] as number[], state: [] as number[] };
  const passed: boolean[] = [];

  const requestOf = ({ requestId, admittedAtMs, traceId, judgedModel }: LabelledRow): number => {
    const known = indexOfRequest.get(requestId);
    if (known !== undefined) return known;
    indexOfRequest.set(requestId, requests.length);
    models.push(judgedModel);
    return requests.push({ requestId, admittedAtMs, traceId }) - 1;
  };
  const unitOf = ({ metric, segment, judgeSubject }: LabelledRow): number => {
    const key = unitKey({ metric, segment, judgeSubject });
    const known = indexOfUnit.get(key);
    if (known !== undefined) return known;
    indexOfUnit.set(key, units.length);
    return units.push({ metric, segment, judgeSubject }) - 1;
  };

  return {
    add(row) {
      rows.request.push(requestOf(row));
      rows.unit.push(unitOf(row));
      rows.score.push(row.confidence ?? Number.NaN);
      rows.state.push(stateOf(row));
      passed.push(row.human === 'pass');
    },

    split() {
      const parts = splitByTime(requests);
      const counts = units.map(emptyCounts);
      for (const [index, unit] of rows.unit.entries()) {
        const [of, part] = [counts[unit], parts[rows.request[index] ?? -1]];
        if (of === undefined || part === undefined) continue;
        countRow(of, part, {
          state: rows.state[index] ?? UNASKED,
          score: rows.score[index] ?? Number.NaN,
          isPass: passed[index] === true,
        });
      }
      return {
        requests: requests.length,
        spans: byPart((part) => spanOf(requests.filter((_, index) => parts[index] === part))),
        units: units.flatMap((unit, index) => unitEvidence(unit, counts[index])).sort(compareUnits),
        models: spreadOf(requests, models, parts),
      };
    },
  };
}

function stateOf({ judge, human }: LabelledRow): number {
  if (judge === '') return UNASKED;
  if (judge === 'abstained' || judge === 'no_verdict') return REFUSED;
  return judge === human ? AGREED : DISAGREED;
}

function emptyCounts(): UnitCounts {
  return {
    parts: byPart(() => ({ byScore: new Map(), unscored: { agreed: 0, disagreed: 0 }, passes: 0, fails: 0 })),
    judgeRefusals: 0,
    unasked: 0,
  };
}

function countRow(
  of: UnitCounts,
  part: CalibrationPart,
  { state, score, isPass }: { readonly state: number; readonly score: number; readonly isPass: boolean },
): void {
  if (state === REFUSED) of.judgeRefusals += 1;
  else if (state === UNASKED) of.unasked += 1;
  else {
    const counts = of.parts[part];
    const level = Number.isNaN(score) ? counts.unscored : levelAt(counts, score);
    level[state === AGREED ? 'agreed' : 'disagreed'] += 1;
    counts[isPass ? 'passes' : 'fails'] += 1;
  }
}

function levelAt({ byScore }: PartCounts, score: number): Mutable<ScoreLevel> {
  const known = byScore.get(score);
  if (known !== undefined) return known;
  const level = { score, agreed: 0, disagreed: 0 };
  byScore.set(score, level);
  return level;
}

function unitEvidence(unit: JudgedUnit, counts: UnitCounts | undefined): UnitEvidence[] {
  if (counts === undefined) return [];
  const { parts, judgeRefusals, unasked } = counts;
  const evidence = byPart((part): PartEvidence => {
    const { byScore, unscored, passes, fails } = parts[part];
    const levels = [...byScore.values()].sort((one, other) => one.score - other.score);
    return { levels, unscored, passes, fails };
  });
  return [{ ...unit, parts: evidence, judgeRefusals, unasked }];
}

function compareUnits(one: JudgedUnit, other: JudgedUnit): number {
  return (
    compareTexts(one.metric, other.metric) ||
    compareTexts(one.segment, other.segment) ||
    compareTexts(one.judgeSubject, other.judgeSubject)
  );
}

/** The order of code units, which is the same on every machine. */
function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function spreadOf(
  requests: readonly TimedRequest[],
  models: readonly string[],
  parts: readonly CalibrationPart[],
): JudgedModelSpread[] {
  const spreads = new Map<string, { requests: Record<CalibrationPart, number>; traces: Set<string>; single: number }>();
  for (const [index, { traceId }] of requests.entries()) {
    const [model, part] = [models[index] ?? '', parts[index]];
    if (model === '' || part === undefined) continue;
    const spread = spreads.get(model) ?? { requests: byPart(() => 0), traces: new Set<string>(), single: 0 };
    spreads.set(model, spread);
    spread.requests[part] += 1;
    if (traceId === '') spread.single += 1;
    else spread.traces.add(traceId);
  }
  return [...spreads]
    .map(([model, { requests: counted, traces, single }]) => ({
      model,
      requests: counted,
      traces: traces.size + single,
    }))
    .sort((one, other) => compareTexts(one.model, other.model));
}
