import type { EvalsBlock } from '../configuration/evals-block.ts';
import { judgingEvaluators } from './judging-evaluator.ts';

/** The names of the environment variables with the keys and addresses of judges, without duplicates. */
export function judgeVariables(block: EvalsBlock | undefined): string[] {
  const seats = judgingEvaluators(block).flatMap((evaluator) => evaluator.seats);
  const names = seats.flatMap(({ keyVariable, endpointVariable = '' }) => [keyVariable, endpointVariable]);
  return [...new Set(names)].filter((name) => name !== '');
}
