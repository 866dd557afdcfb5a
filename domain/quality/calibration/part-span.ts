import type { CalibrationPart, CalibrationWindow, PartSummary } from './artifact.ts';
import type { TimedRequest } from './split-by-time.ts';

/** The requests of a part, and the admissions of the first and the last one in milliseconds; null without requests. */
export interface PartSpan {
  readonly requests: number;
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

/** A record with a value for each part. */
export function byPart<Value>(valueOf: (part: CalibrationPart) => Value): Record<CalibrationPart, Value> {
  return { fit: valueOf('fit'), calibration: valueOf('calibration'), holdout: valueOf('holdout') };
}

/** The span of requests in any order. */
export function spanOf(requests: readonly Pick<TimedRequest, 'admittedAtMs'>[]): PartSpan {
  let [fromMs, untilMs] = [Infinity, -Infinity];
  for (const { admittedAtMs } of requests) {
    fromMs = Math.min(fromMs, admittedAtMs);
    untilMs = Math.max(untilMs, admittedAtMs);
  }
  return requests.length === 0
    ? { requests: 0, fromMs: null, untilMs: null }
    : { requests: requests.length, fromMs, untilMs };
}

/** The spans of the parts in the form of an artifact: each part, and the window of all of them. One has requests. */
export function presentSpans(spans: Readonly<Record<CalibrationPart, PartSpan>>): {
  readonly parts: Record<CalibrationPart, PartSummary>;
  readonly window: Pick<CalibrationWindow, 'from' | 'until'>;
} {
  const all = Object.values(spans);
  return {
    parts: byPart((part) => {
      const { requests, fromMs, untilMs } = spans[part];
      return {
        rows: requests,
        from: fromMs === null ? null : instantText(fromMs),
        until: untilMs === null ? null : instantText(untilMs),
      };
    }),
    window: {
      from: instantText(Math.min(...all.flatMap(({ fromMs }) => fromMs ?? []))),
      until: instantText(Math.max(...all.flatMap(({ untilMs }) => untilMs ?? []))),
    },
  };
}

function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
