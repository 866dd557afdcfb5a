import { Gauge, type Registry } from 'prom-client';
import type { JudgeOversight } from '../../store/judges/judge-oversight.ts';
import type { ReadFigures } from './scrape.ts';

const NANOS_OF_A_DOLLAR = 1e9;

/** Metrics of judges at work in the control plane. */
export function createJudgeMetrics(registry: Registry, judges: JudgeOversight): ReadFigures {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'truetally_judge_requests_waiting',
    help: 'Requests that an evaluator took on and has not scored yet.',
    registers,
  });
  const oldest = new Gauge({
    name: 'truetally_judge_requests_waiting_oldest_seconds',
    help: 'How long the one of them waits that was taken on first; 0 where there is none.',
    registers,
  });
  const scored = new Gauge({
    name: 'truetally_judge_requests_ended_last_hour',
    help: 'Requests that ended within the last hour: by verdict, `over_cap` because the day’s cap was reached, or `failed`.',
    labelNames: ['evaluator', 'end'],
    registers,
  });
  const split = new Gauge({
    name: 'truetally_judge_panels_split_last_hour',
    help: 'Of them, those whose panel was of several minds.',
    labelNames: ['evaluator'],
    registers,
  });
  const calls = new Gauge({
    name: 'truetally_judge_calls_ended_last_hour',
    help: 'Calls of judges that ended within the last hour, by how they ended.',
    labelNames: ['state'],
    registers,
  });
  const spent = new Gauge({
    name: 'truetally_judge_spent_today_usd',
    help: 'What an evaluator was charged on this day of UTC, which its cap is held against.',
    labelNames: ['evaluator'],
    registers,
  });
  const reserved = new Gauge({
    name: 'truetally_judge_reserved_today_usd',
    help: 'What its calls under way can cost at most.',
    labelNames: ['evaluator'],
    registers,
  });
  return {
    source: 'judges',
    metrics: [waiting, oldest, scored, split, calls, spent, reserved],
    async read() {
      const [queue, ended, called, today] = await Promise.all([
        judges.waiting(),
        judges.scoredLastHour(),
        judges.callsLastHour(),
        judges.spentToday(),
      ]);
      return () => {
        waiting.set(queue.count);
        oldest.set(queue.oldestSeconds);
        for (const { evaluatorId: evaluator, end, count, split: ofThem } of ended) {
          scored.set({ evaluator, end }, count);
          split.inc({ evaluator }, ofThem);
        }
        for (const [state, count] of called) calls.set({ state }, count);
        for (const [evaluator, { reserved: held, settled }] of today) {
          spent.set({ evaluator }, Number(settled) / NANOS_OF_A_DOLLAR);
          reserved.set({ evaluator }, Number(held) / NANOS_OF_A_DOLLAR);
        }
      };
    },
  };
}
