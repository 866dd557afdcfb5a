import type { Lane } from '../lane/lane.ts';

/** The form of problems by RFC 9457. */
export const PROBLEM_JSON: Pick<Lane, 'problemMedia' | 'written'> = {
  problemMedia: ['application/problem+json'],
  written: (problem) => ({ media: 'application/problem+json; charset=utf-8', body: JSON.stringify(problem) }),
};
