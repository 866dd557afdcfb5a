import { createHash } from 'node:crypto';

/** What a judge is told apart by: which one, in which version, about what, and of which traffic. */
export interface JudgeCoordinates {
  readonly judge_id: string;
  readonly model: string;
  readonly prompt_sha: string;
  readonly eval_ver: string;
  readonly metric: string;
  readonly segment: string;
}

/** Behind each other in what is hashed and shown: no coordinate holds it. */
export const UNIT_SEPARATOR = '\u001f';

/** The handle of a subject: 12 hexadecimal digits, which nobody constructs. */
export function subjectIdOf(subject: JudgeCoordinates): string {
  const { judge_id, model, prompt_sha, eval_ver, metric, segment } = subject;
  const coordinates = [judge_id, model, prompt_sha, eval_ver, metric, segment];
  return createHash('sha256').update(coordinates.join(UNIT_SEPARATOR)).digest('hex').slice(0, 12);
}
