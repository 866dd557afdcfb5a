import type { LicensedUnit } from '../../../domain/quality/calibration/licensed-unit.ts';
import type { DailyVerdicts, VerdictLevel } from '../../../domain/quality/drift/drift-evidence.ts';
import { joinProvenance, type RowProvenance } from '../../../domain/quality/join-provenance.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { StatementRunner } from '../../statements/statement-runner.ts';
import { findEvaluators, MEASURED_JUDGES } from '../verdicts/find-evaluators.ts';
import { EVALUATOR_KEY } from '../verdicts/evaluator-key.ts';
import { CERTAINTY_THOUSANDTHS, GROUPING_SETTINGS, newestVerdicts, WORD, WORDS } from '../verdicts/newest-verdicts.ts';
import type { QualityQuestion } from '../verdicts/quality-question.ts';
import { windowConditions, type WindowConditions } from '../verdicts/window-conditions.ts';

/** The verdicts of the judge of a unit in a window. */
export interface UnitVerdicts {
  readonly unit: LicensedUnit;
  /** The days with verdicts, oldest first. */
  readonly days: readonly DailyVerdicts[];
  readonly levels: readonly VerdictLevel[];
}

/**
 * Reads the verdicts of the judges of licensed units, as counts by day and by certainty.
 *
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export interface DriftReader {
  /**
   * The verdicts of each unit, in the order of the units.
   *
   * @param currentFromMs the start of the current window; what is before it is the reference
   */
  read(
    question: QualityQuestion,
    units: readonly LicensedUnit[],
    currentFromMs: number,
  ): Promise<{ readonly units: readonly UnitVerdicts[]; readonly provenance: RowProvenance }>;
}

interface DayRow {
  readonly key: string;
  /** Unix seconds. */
  readonly day: number;
  readonly passed: number;
  readonly failed: number;
}

interface LevelRow {
  readonly key: string;
  /** The number of the verdict. */
  readonly word: number;
  /** Thousandths; -1 if the judge states no certainty. */
  readonly certainty: number;
  readonly reference: number;
  readonly current: number;
}

/** The newest verdicts of some judges, by their keys. */
const verdictsOf = ({ sql }: WindowConditions, keys: readonly string[]): string =>
  newestVerdicts(
    `${MEASURED_JUDGES} AND ${sql} AND ${EVALUATOR_KEY} IN (${keys.join()})`,
    'any(admitted_at) AS admitted,',
  );

const daily = (window: WindowConditions, keys: readonly string[]): BoundQuery => ({
  tag: 'quality.drift_days',
  sql: `SELECT toString(evaluator) AS key, toUnixTimestamp(toStartOfDay(admitted)) AS day,
      toUInt32(countIf(${WORD} = 0)) AS passed, toUInt32(countIf(${WORD} = 1)) AS failed
    FROM (${verdictsOf(window, keys)}) GROUP BY key, day ORDER BY key, day ${GROUPING_SETTINGS}`,
  params: window.params,
});

const byLevel = (window: WindowConditions, keys: readonly string[], currentFromMs: number): BoundQuery => ({
  tag: 'quality.drift_levels',
  sql: `SELECT toString(evaluator) AS key, toUInt8(${WORD}) AS word, ${CERTAINTY_THOUSANDTHS} AS certainty,
      toUInt32(countIf(admitted < fromUnixTimestamp64Milli({current_from:Int64}, 'UTC'))) AS reference,
      toUInt32(countIf(admitted >= fromUnixTimestamp64Milli({current_from:Int64}, 'UTC'))) AS current
    FROM (${verdictsOf(window, keys)}) GROUP BY key, word, certainty ORDER BY key, word, certainty ${GROUPING_SETTINGS}`,
  params: { ...window.params, current_from: String(currentFromMs) },
});

export function createDriftReader(parts: {
  readonly runner: StatementRunner;
  readonly findExclusions: FindExclusions;
}): DriftReader {
  return {
    async read(question, units, currentFromMs) {
      const { requestId, signal } = question;
      const ask = parts.runner.forQuestion({ requestId, signal });
      const window = await windowConditions(parts.findExclusions, question);
      const condition = `${MEASURED_JUDGES} AND ${window.sql}`;
      const licensed = new Set(units.map(({ judge_subject: subject }) => subject));
      const found = await findEvaluators(ask, 'quality.drift_judges', condition, window);
      const judges = found.filter(({ judgeSubject }) => licensed.has(judgeSubject));
      const provenance = joinProvenance(judges.map((judge) => judge.provenance));
      if (judges.length === 0) return { units: units.map((unit) => unitVerdicts(unit, [], [])), provenance };
      const keys = judges.map(({ key }) => key);
      const [days, levels] = await Promise.all([
        ask<DayRow>(daily(window, keys)),
        ask<LevelRow>(byLevel(window, keys, currentFromMs)),
      ]);
      return {
        units: units.map((unit) => {
          const key = judges.find(({ judgeSubject }) => judgeSubject === unit.judge_subject)?.key;
          return unitVerdicts(
            unit,
            days.filter((row) => row.key === key),
            levels.filter((row) => row.key === key),
          );
        }),
        provenance,
      };
    },
  };
}

function unitVerdicts(unit: LicensedUnit, days: readonly DayRow[], levels: readonly LevelRow[]): UnitVerdicts {
  return {
    unit,
    days: days.map(({ day, passed, failed }) => ({ dayMs: day * 1_000, passed, failed })),
    levels: levels.map(({ word, certainty, reference, current }) => ({
      verdict: WORDS[word] ?? 'no_verdict',
      certainty: certainty === -1 ? null : certainty,
      ...{ reference, current },
    })),
  };
}
