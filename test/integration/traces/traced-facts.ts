import type { FactColumns } from '../../../testing/insight/facts.ts';

/** Facts by their tables. */
type Facts = Record<string, FactColumns[]>;

/** One request with its calls. Every fact has `stated`, unless the fact states other columns itself. */
export interface TracedRequest {
  readonly id: string;
  readonly trace: string;
  /** The seconds of the admission after the start of the day. */
  readonly second: number;
  readonly day?: string;
  readonly stated?: FactColumns;
  readonly admission?: FactColumns;
  /** The columns of the ending; absent if the request is pending. */
  readonly ending?: FactColumns;
  readonly calls?: readonly FactColumns[];
  readonly effects?: readonly FactColumns[];
}

/** The text of an instant for ClickHouse. */
function instantText(day: string, second: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + second * 1_000).toISOString().replace('T', ' ').replace('Z', '');
}

/** The facts of requests. */
export function factsOf(requests: readonly TracedRequest[]): Facts {
  const facts: Facts = {
    request_admissions_v1: [],
    request_terminals_v1: [],
    attempts_v1: [],
    cost_effects_v1: [],
  };
  for (const {
    id,
    trace,
    second,
    day = '2026-01-05',
    stated,
    admission,
    ending,
    calls = [],
    effects = [],
  } of requests) {
    const about = { logical_request_id: id, trace_id: trace, ...stated };
    const admitted_at = instantText(day, second);
    facts['request_admissions_v1']!.push({ ...about, admitted_at, ...admission });
    if (ending !== undefined) {
      const terminal_at = instantText(day, second + 2);
      facts['request_terminals_v1']!.push({ ...about, admitted_at, terminal_at, status: 'succeeded', ...ending });
    }
    const called = { ...about, dispatched_at: instantText(day, second + 1), provider_model: 'm1', usage_known: true };
    for (const [index, call] of calls.entries()) {
      const attempt = { attempt_id: `${id}-${index}`, ordinal: index + 1, role: 'primary' };
      facts['attempts_v1']!.push({ ...called, ...attempt, ...call });
    }
    const charged = { ...about, occurred_at: instantText(day, second + 2), effect_kind: 'settlement' };
    for (const [index, effect] of effects.entries()) {
      facts['cost_effects_v1']!.push({ ...charged, effect_id: `${id}-${index}`, attempt_id: `${id}-0`, ...effect });
    }
  }
  return facts;
}
