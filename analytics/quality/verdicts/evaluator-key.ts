/** The columns that identify an evaluator on a metric and a segment. */
const IDENTITY = [
  'evaluator_kind',
  'evaluator_id',
  'basis',
  'metric',
  'route_id',
  'judge_id',
  'judge_model',
  'judge_prompt_sha',
  'judge_eval_ver',
] as const;

/**
 * The hash of an evaluator on a metric and a segment. Statements group by it, because grouping by nine texts takes
 * three times as long. Each column is hashed on its own, so that its few values are hashed once for each block. Of a
 * million evaluators, two have the same hash with a probability of one in 30 million.
 */
export const EVALUATOR_KEY = `cityHash64(${IDENTITY.map((column) => `cityHash64(${column})`).join(', ')})`;
