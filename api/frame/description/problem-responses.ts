import type { TSchema } from 'typebox';
import { REFUSAL_CODES, type RefusalCode } from '../../../domain/kernel/errors.ts';
import type { Lane } from '../lane/lane.ts';

interface ProblemResponse {
  description: string;
  content: Record<string, { schema: TSchema }>;
}

/** The problem responses of a route that can refuse for these reasons, by status. */
export function problemResponses(
  { answerTo, ProblemSchema, problemMedia }: Lane,
  codes: readonly RefusalCode[],
): Record<number, ProblemResponse> {
  const answers = REFUSAL_CODES.filter((code) => codes.includes(code)).map(answerTo);
  const statuses = [...new Set(answers.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: [...new Set(answers.filter((answer) => answer.status === status).map(({ code }) => code))].join(
          ', ',
        ),
        content: Object.fromEntries(problemMedia.map((media) => [media, { schema: ProblemSchema }])),
      },
    ]),
  );
}
