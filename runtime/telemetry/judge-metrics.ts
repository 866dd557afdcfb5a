import { Gauge, type Registry } from 'prom-client';
import type { JudgeGauges } from '../../store/judges/judge-gauges.ts';
import type { ReadFigures } from './scrape.ts';

const NANOS_OF_A_DOLLAR = 1e9;

/** Metrics of judges at work in the control plane. */
export function createJudgeMetrics(registry: Registry, judges: JudgeGauges): ReadFigures {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'truetally_judge_requests_waiting',
    help: 'Requests that an evaluator has selected and not yet scored.',
    registers,
  });
  const oldest = new Gauge({
    name: 'truetally_judge_requests_waiting_oldest_seconds',
    help: 'Age of the oldest request that an evaluator has not yet scored; 0 without such requests.',
    registers,
  });
  const scored = new Gauge({
    name: 'truetally_judge_requests_ended_last_hour',
    help: 'Requests whose scoring ended within the last hour, by result: the verdict, `over_cap` because the daily cap was reached, or `failed`.',
    labelNames: ['evaluator', 'end'],
    registers,
  });
  const split = new Gauge({
    name: 'truetally_judge_panels_split_last_hour',
    help: 'Requests that were judged within the last hour and on which the panel disagreed.',
    labelNames: ['evaluator'],
    registers,
  });
  const calls = new Gauge({
    name: 'truetally_judge_calls_ended_last_hour',
    help: 'Calls of judges that ended within the last hour, by result.',
    labelNames: ['state'],
    registers,
  });
  const spent = new Gauge({
    name: 'truetally_judge_spent_today_usd',
    help: 'Charges of an evaluator on the current day (UTC), which its cap limits.',
    labelNames: ['evaluator'],
    registers,
  });
  const reserved = new Gauge({
    name: 'truetally_judge_reserved_today_usd',
    help: 'Maximum cost of an evaluator’s calls in flight.',
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
