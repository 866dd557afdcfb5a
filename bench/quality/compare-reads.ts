import { strict as assert } from 'node:assert';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { createCoverageReader } from '../../analytics/quality/coverage/coverage-reader.ts';
import { createSummaryReader } from '../../analytics/quality/summary/summary-reader.ts';
import { createStatementRunner } from '../../analytics/statements/statement-runner.ts';
import { subjectIdOf } from '../../contracts/judges/subject-id-of.ts';
import type { LicensedUnit } from '../../domain/quality/calibration/licensed-unit.ts';
import { measureCoverage } from '../../domain/quality/coverage/measure-coverage.ts';
import { createLabelCounts } from '../../domain/quality/summary/label-counts.ts';
import { summarizeQuality } from '../../domain/quality/summary/summarize-quality.ts';
import type { FindExclusions } from '../../store/insight/exclusion-finder.ts';
import { makeCalibrationArtifact, makeCalibrationUnit } from '../../testing/quality/made-calibration.ts';
import { median, medianRatio } from '../reports/spread.ts';
import { coverageByHand, summaryByHand, type BenchWindow } from './by-hand.ts';
import { benchJudge, QUALITY_WORKSPACE, type QualitySize } from './make-quality-facts.ts';

/** The maximum time of a read, in multiples of the time of the statement. */
const MAX_RATIO = 2;
const THRESHOLD = 0.8;

/** The parts of a comparison of reads with statements. */
interface ReadsBench {
  readonly client: AnalyticsClient;
  readonly findExclusions: FindExclusions;
  readonly window: BenchWindow;
  readonly size: QualitySize;
  readonly rounds: number;
  readonly report: (line: string) => void;
}

/** Compares coverage and summary with the same statistics in one statement each, in turns. */
export async function compareReads(bench: ReadsBench): Promise<void> {
  const { client, findExclusions, window, size, report } = bench;
  const parts = { runner: createStatementRunner({ clickhouse: client }), findExclusions };
  const question = { workspaceId: QUALITY_WORKSPACE, ...window };
  const units = Array.from({ length: size.segments }, (_, segment): LicensedUnit => {
    const judge = benchJudge(segment);
    const unit = { metric: judge.metric, segment: judge.segment, judge_subject: subjectIdOf(judge) };
    return { ...makeCalibrationUnit(unit), gate_passed: true, threshold: THRESHOLD };
  });
  const artifact = makeCalibrationArtifact({ workspace_id: QUALITY_WORKSPACE, units });
  report(`\n${size.requests} judged requests in ${size.segments} segments, ${bench.rounds} alternating rounds`);
  await compare(bench, 'coverage', {
    async read() {
      const { evidence } = await createCoverageReader(parts).read(question, units);
      const terms = { minN: artifact.min_n, confidence: artifact.confidence, tolerance: 0.1, tolerances: {} };
      const { overall } = measureCoverage(evidence, artifact, { metric: undefined, top: 10 }, terms);
      return [overall.applicable, overall.judged, overall.licensed];
    },
    async byHand() {
      const rows = await coverageByHand(client, window, THRESHOLD);
      return (['answered', 'judged', 'licensed'] as const).map((member) =>
        rows.reduce((sum, row) => sum + row[member], 0),
      );
    },
  });
  await compare(bench, 'summary', {
    async read() {
      const { rated } = await createSummaryReader(parts).read(question, undefined);
      const segments = summarizeQuality(rated, createLabelCounts(), artifact, artifact.min_n);
      return segments.flatMap(({ estimates }) => estimates.map(({ n, abstained }) => n + abstained));
    },
    async byHand() {
      const rows = await summaryByHand(client, window);
      return rows.map(({ passed, failed, abstained }) => passed + failed + abstained);
    },
  });
}

interface Ways {
  readonly read: () => Promise<readonly number[]>;
  readonly byHand: () => Promise<readonly number[]>;
}

async function compare({ rounds, report }: ReadsBench, name: string, { read, byHand }: Ways): Promise<void> {
  const ways = [read, byHand];
  const taken: [number[], number[]] = [[], []];
  const answers: (readonly number[])[] = [[], []];
  // The first round is a warm-up and does not count.
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < ways.length; turn += 1) {
      const index = (turn + round + ways.length) % ways.length;
      const started = performance.now();
      answers[index] = (await ways[index]?.()) ?? [];
      if (round >= 0) taken[index]?.push(performance.now() - started);
    }
  }
  assert.deepEqual(answers[0], answers[1], `${name}: the answers differ`);
  const ratio = medianRatio(...taken);
  report(
    `  ${name.padEnd(9)} ${median(taken[0]).toFixed(0).padStart(6)} ms  ${ratio.toFixed(2)} × (at most ${MAX_RATIO})`,
  );
  report(`  by hand   ${median(taken[1]).toFixed(0).padStart(6)} ms`);
  assert.ok(ratio <= MAX_RATIO, `${name} takes longer than it may.`);
}
