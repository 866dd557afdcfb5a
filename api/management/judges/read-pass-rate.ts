import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { toConfusion, presentCoverage } from '../../../contracts/judges/make-judge-record.ts';
import { presentSubject } from '../../../contracts/judges/make-judge-readings.ts';
import type { Confidence } from '../../../domain/statistics/confidence.ts';
import { correctPassRate } from '../../../domain/judges/correct-pass-rate.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { findJudge } from './find-judge.ts';
import { requireJudges } from './require-judges.ts';

const CONFIDENCE: Confidence = '0.95';

/**
 * Answers with the share of requests that people would pass among those that only a judge has rated, corrected by the
 * error rates of its newest validation.
 */
export const readPassRate = createManagementHandler(JUDGE_OPERATIONS, 'management.judges.pass_rate', {
  async answer(request, { ports }) {
    const judges = requireJudges(ports);
    const { subject, standing } = await findJudge(judges, request.params.subject);
    const sources = standing?.record.gold_set?.sources ?? judges.goldSources;
    const judged = await judges.differences.unlabelled(subject, sources);
    const { abstained, unheard, split } = judged;
    const rows = judged.passed + judged.failed;
    const known = {
      subject: presentSubject(subject),
      gold_revision: standing?.goldRevision ?? '',
      judged: { pass: judged.passed, fail: judged.failed },
      coverage: presentCoverage({ answered: rows, abstained, failed: unheard, split }),
      judge_rate: rows === 0 ? null : judged.passed / rows,
      confidence: CONFIDENCE,
    };
    if (standing === undefined) return { ...known, corrected_rate: null, absent_reason: 'never_validated' as const };
    const corrected = correctPassRate(judged, toConfusion(standing.record), CONFIDENCE);
    if (corrected.state === 'absent') return { ...known, corrected_rate: null, absent_reason: corrected.reason };
    const { lower, upper } = corrected.interval;
    return { ...known, corrected_rate: corrected.rate, interval: { lower, upper } };
  },
});
