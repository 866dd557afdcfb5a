import { createHash } from 'node:crypto';

/** The identity of a judge: its id, its version, its metric and its scope. */
export interface JudgeCoordinates {
  readonly judge_id: string;
  readonly model: string;
  readonly prompt_sha: string;
  readonly eval_ver: string;
  readonly metric: string;
  readonly segment: string;
}

/** The separator of hashed and shown coordinates. No coordinate may contain it. */
export const UNIT_SEPARATOR = '\u001f';

/** The handle of a subject: 12 hexadecimal digits that clients never construct. */
export function subjectIdOf(subject: JudgeCoordinates): string {
  const { judge_id, model, prompt_sha, eval_ver, metric, segment } = subject;
  const coordinates = [judge_id, model, prompt_sha, eval_ver, metric, segment];
  return createHash('sha256').update(coordinates.join(UNIT_SEPARATOR)).digest('hex').slice(0, 12);
}
