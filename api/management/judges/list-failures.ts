import { FailureQuerySchema, type JudgeFailures } from '../../../contracts/judges/judge-failures.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { presentSubject } from '../../../contracts/judges/make-judge-readings.ts';
import { replyIdOf } from '../../../contracts/judges/work/reply-id-of.ts';
import { failureText } from '../../../domain/judges/work/failure-text.ts';
import type { FailedScoring } from '../../../store/judges/judge-failure-reader.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { JudgePorts } from '../ports/judge-ports.ts';
import { findJudge } from './find-judge.ts';
import { requireJudges } from './require-judges.ts';

/**
 * Lists requests on which a judge of this deployment was asked but gave no verdict, with its replies as far as they are
 * stored.
 */
export const listFailures = createManagementHandler(JUDGE_OPERATIONS, 'management.judges.failures', {
  query: FailureQuerySchema,
  async answer(request, { ports }) {
    const { limit = 20 } = request.query;
    const judges = requireJudges(ports);
    const { subject } = await findJudge(judges, request.params.subject);
    const [codes, newest] = await Promise.all([judges.failures.codes(subject), judges.failures.newest(subject, limit)]);
    const failures: JudgeFailures['failures'] = [];
    for (const scoring of newest) failures.push(await shown(ports, scoring));
    return {
      subject: presentSubject(subject),
      counted: codes.reduce((sum, { count }) => sum + count, 0),
      codes: codes.map(({ code, count }) => ({ code, count })),
      failures,
    };
  },
});

async function shown(
  { contents }: JudgePorts,
  { scoringId, endedAt, code, seats, ...request }: FailedScoring,
): Promise<JudgeFailures['failures'][number]> {
  const replies = (await contents?.findReasons(request, replyIdOf(scoringId))) ?? [];
  return {
    req_id: request.requestId,
    workspace_id: request.workspaceId,
    req_ts: request.admittedAt.toISOString(),
    failed_at: endedAt.toISOString(),
    code,
    detail: failureText(code),
    seats: seats.map(({ seat, model, code: fault }) => {
      const reply = replies.find((one) => one.seat === seat)?.text;
      return { seat, model, code: fault, detail: failureText(fault), ...(reply !== undefined && { reply }) };
    }),
  };
}
