import type { TSchema } from 'typebox';
import { REFUSAL_CODES, type RefusalCode } from '../../../domain/kernel/errors.ts';
import type { Lane } from '../lane.ts';

interface ProblemResponse {
  description: string;
  content: { 'application/problem+json': { schema: TSchema } };
}

/** The responses of a route that can be turned down for these reasons, by status. */
export function problemResponses(
  { problems, ProblemSchema }: Lane,
  codes: readonly RefusalCode[],
): Record<number, ProblemResponse> {
  const known = REFUSAL_CODES.filter((code) => codes.includes(code));
  const statuses = [...new Set(known.map((code) => problems[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: known.filter((code) => problems[code].status === status).join(', '),
        content: { 'application/problem+json': { schema: ProblemSchema } },
      },
    ]),
  );
}
