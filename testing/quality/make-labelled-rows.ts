import type { LabelledRow } from '../../domain/quality/labelled-row.ts';

export const ROWS_BEGIN_MS = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;

/** Labelled rows, one per minute in the order of their numbers, with a right verdict of one judge on each. */
export function makeLabelledRows(
  count: number,
  change: (number: number) => Partial<LabelledRow> = () => ({}),
): LabelledRow[] {
  return Array.from({ length: count }, (_, number) => ({
    requestId: `r${String(number).padStart(7, '0')}`,
    admittedAtMs: ROWS_BEGIN_MS + number * MINUTE_MS,
    traceId: '',
    metric: 'safety',
    segment: 'chat',
    judgeSubject: '0123456789ab',
    judgeModel: 'judge-1',
    judgedModel: 'model-1',
    confidence: 0.9,
    judge: number % 2 === 0 ? 'pass' : 'fail',
    human: number % 2 === 0 ? 'pass' : 'fail',
    strategy: 'random',
    probability: 0.1,
    ...change(number),
  }));
}
