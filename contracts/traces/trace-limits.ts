/** The limits of reads of traces. */
export const TRACE_LIMITS = {
  /** Steps of one answer. Of a longer trace, the answer has the first ones, and is `truncated`. */
  max_steps: 10_000,
  /** Agents, tools or models that a step lists. */
  max_step_values: 20,
  /** Traces of one list, and the number if the question names none. */
  max_traces: 100,
  default_traces: 20,
} as const;
