import type { JudgeWork, ScoringStatus } from '../../domain/judges/work/judge-traffic.ts';
import { createFindJudgeWork } from './find-judge-work.ts';
import { createJudgeRequest, type ScoringOrder } from './judge-request.ts';
import type { JudgingPorts } from './judging-ports.ts';

/** The side effects of `judgeTraffic`. */
export interface JudgingActivities {
  findJudgeWork(): Promise<JudgeWork>;
  judgeRequest(order: ScoringOrder): Promise<ScoringStatus>;
}

export function createJudgingActivities(ports: JudgingPorts): JudgingActivities {
  return { findJudgeWork: createFindJudgeWork(ports), judgeRequest: createJudgeRequest(ports) };
}
