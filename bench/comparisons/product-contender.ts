import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { BENCH_QUESTIONS, type PassedCounts } from './bench-questions.ts';
import type { ComparingSystem } from './comparing-system.ts';

/** Milliseconds between two checks whether the relay has started a workflow. */
const RELAY_MS = 10;

const RULE = {
  confidence: '0.95',
  quality: { kind: 'better' },
  tolerated_unknowns: 0,
  critical_cases_must_pass: false,
} as const;

/** A way to send every question to both models and to check their answers. */
export interface Contender {
  readonly name: string;
  /** Runs a comparison. Resolves to its duration in milliseconds, and the numbers of answers that passed. */
  compare(): Promise<{ readonly tookMs: number; readonly verdicts: PassedCounts }>;
  close(): Promise<void>;
}

/**
 * Creates the contender of comparison runs over one sample set. The time of a run is from its start request until its
 * workflow is closed.
 */
export async function productContender(system: ComparingSystem): Promise<Contender> {
  const { client, temporal, routeId, candidate } = system;
  const { comparisons, cases } = client;
  const contents = BENCH_QUESTIONS.map(({ prompt, expected }) => ({
    messages: [{ role: 'user' as const, content: prompt }],
    label: { kind: 'number' as const, expected, tolerance: '0' },
    ...{ reference_notes: '', critical: false },
  }));
  const { data: kept } = await cases.create({ cases: contents });
  const asked = { name: 'bench', kind: 'labeled', route_id: routeId, acceptance_rule: RULE } as const;
  const { comparison_id: id } = (await comparisons.create(asked)).data;
  const chosen = kept.cases.map(({ case_id, version }) => ({ case_id, version }));
  const { sample_id } = (await comparisons.samples.publish(id, { cases: chosen })).data;
  return {
    name: 'comparison run',
    async compare() {
      const { run_id: runId } = (await comparisons.runs.preflight(id, { sample_id, candidate })).data;
      const began = performance.now();
      await comparisons.runs.start(id, { run_id: runId, spend_ceiling_nano_usd: '1000000000' });
      await closed(temporal, runId);
      const tookMs = performance.now() - began;
      const { pass_rates: rates } = (await comparisons.results.get(id, runId)).data;
      return { tookMs, verdicts: { baseline: rates.baseline.passed, candidate: rates.candidate.passed } };
    },
    close: () => Promise.resolve(),
  };
}

/** Waits until a workflow is closed, which the relay may not have started yet. */
async function closed(temporal: Client, runId: string): Promise<void> {
  const handle = temporal.workflow.getHandle(runId);
  for (;;) {
    try {
      await handle.result();
      return;
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      await delay(RELAY_MS);
    }
  }
}
