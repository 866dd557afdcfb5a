import type { CalibrationUnit } from '../../../clients/typescript/management/wire.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText } from '../../output/table.ts';
import { shareText } from '../../plane/share-text.ts';

/** The units of a calibration as a table, and the reason of each unit that did not pass. */
export function unitsText(units: readonly CalibrationUnit[], screen: Screen): string {
  const table = tableText(
    [
      { title: 'METRIC' },
      { title: 'SEGMENT', canShrink: true },
      { title: 'STATE' },
      { title: 'THRESHOLD', isNumber: true },
      { title: 'ERRORS', isNumber: true },
      { title: 'ACCEPTED', isNumber: true },
      { title: 'ERROR', isNumber: true },
      { title: 'ALLOWED', isNumber: true },
      { title: 'JUDGE', canShrink: true },
    ],
    units.map((unit) => [
      unit.metric,
      unit.segment,
      unit.state,
      unit.threshold === null ? '-' : String(unit.threshold),
      String(unit.errors),
      String(unit.accepted),
      shareText(unit.error),
      shareText(unit.allowance),
      unit.judge_subject,
    ]),
    screen,
  );
  const reasons = units.flatMap(({ metric, segment, refusal }) =>
    refusal === null ? [] : [`${metric} of ${segment}: ${refusal.text}`],
  );
  return [table, ...reasons].join('\n');
}
