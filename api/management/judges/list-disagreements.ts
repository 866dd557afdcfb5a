import type { Disagreement } from '../../../analytics/judges/difference-reader.ts';
import { DisagreementQuerySchema, type JudgeDisagreements } from '../../../contracts/judges/judge-evidence.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { presentSubject } from '../../../contracts/judges/make-judge-readings.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { JudgePorts } from '../ports/judge-ports.ts';
import { findJudge } from './find-judge.ts';
import { requireJudges } from './require-judges.ts';

/** Lists requests on which a judge and most people differ, with the content of each as far as it is stored. */
export const listDisagreements = createManagementHandler(JUDGE_OPERATIONS, 'management.judges.disagreements', {
  query: DisagreementQuerySchema,
  async answer(request, { ports }) {
    const { limit = 20 } = request.query;
    const judges = requireJudges(ports);
    const { subject, standing } = await findJudge(judges, request.params.subject);
    const sources = standing?.record.gold_set?.sources ?? judges.goldSources;
    const { total, rows } = await judges.differences.disagreements(subject, sources, limit);
    const disagreements: JudgeDisagreements['disagreements'] = [];
    for (const row of rows) disagreements.push(await shown(ports, row));
    return { subject: presentSubject(subject), total, disagreements };
  },
});

async function shown(
  { contents }: JudgePorts,
  row: Disagreement,
): Promise<JudgeDisagreements['disagreements'][number]> {
  const words = await contents?.find(row);
  const reasons = (await contents?.findReasons(row, row.outcomeId)) ?? [];
  return {
    req_id: row.requestId,
    workspace_id: row.workspaceId,
    req_ts: row.admittedAt.toISOString(),
    outcome_id: row.outcomeId,
    judge: row.verdict,
    people: { pass: row.passes, fail: row.fails },
    ...(words?.request !== undefined && { instruction: words.request }),
    ...(words?.response !== undefined && { output: words.response }),
    ...(words?.isCutOff === true && { output_cut_off: true as const }),
    reasons: reasons.map(({ seat, text }) => ({ seat, text })),
  };
}
