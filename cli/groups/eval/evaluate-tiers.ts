import { logResult } from '../../log-figures/log-result.ts';
import { ShadowPairs } from '../../log-figures/shadow-pairs.ts';
import { readCalls, type CallReading } from '../../logs/read-calls.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { EVAL_FLAGS, Quality } from './eval-flags.ts';
import { LogOutcomes } from './log-outcomes.ts';
import { ShadowAgreements, type ShadowAgreement } from './shadow-agreement.ts';
import { CONFIDENCE, decideByEvaluators, decideByPeople, TierQualities, type TierQuality } from './tier-quality.ts';

export async function run(context: Context, { flags }: Input<typeof EVAL_FLAGS>): Promise<Result> {
  const { quality, strict } = flags;
  const outcomes = await readOutcomes(context, flags);
  const reading = readCalls(context, flags);
  const found =
    quality === 'shadow' ? await readAgreements(reading, outcomes) : await readQualities(reading, outcomes, quality);
  const missing = found.tiers.length === 0 ? missingEvidence(quality, found.calls, outcomes) : undefined;
  const document = { quality, confidence: CONFIDENCE, ...found, ...(missing && { cannot_measure: missing }) };
  return logResult(reading, strict, {
    document,
    text: (screen) => (missing === undefined ? tiersText(found, screen) : `cannot measure: ${missing.missing}`),
    notes: missing === undefined ? [] : [missing.next],
  });
}

/**
 * The verdicts of a log. They follow their calls at any distance, so they are read first, and the calls in a second
 * reading.
 *
 * @throws CommandFault `usage` for a log that can be read only once
 */
async function readOutcomes(context: Context, flags: Input<typeof EVAL_FLAGS>['flags']): Promise<LogOutcomes> {
  const outcomes = new LogOutcomes();
  // A verdict can belong to a call of the window and be later than the window, so this reading has none.
  const reading = readCalls(context, { log: flags.log }, (outcome) => outcomes.add(outcome));
  if (reading.log.files.some(({ size }) => size === undefined))
    throw usageFault(
      'The command reads the log twice, and standard input and pipes can be read once.',
      'write the log to a file, and name it with --log',
    );
  for await (const call of reading) for (const outcome of call.outcomes) outcomes.add(outcome);
  return outcomes;
}

interface FoundQuality {
  /** The number of calls of applications in the window; of shadow pairs for the evidence `shadow`. */
  readonly calls: number;
  readonly tiers: readonly (TierQuality | ShadowAgreement)[];
}

async function readQualities(
  reading: CallReading,
  outcomes: LogOutcomes,
  quality: Exclude<Quality, 'shadow'>,
): Promise<FoundQuality> {
  const qualities = new TierQualities(quality === 'oracle' ? decideByPeople : decideByEvaluators);
  let calls = 0;
  for await (const call of reading) {
    if (call.purpose !== 'application') continue;
    calls += 1;
    qualities.add(call, outcomes.of(call));
  }
  return { calls, tiers: qualities.list() };
}

async function readAgreements(reading: CallReading, outcomes: LogOutcomes): Promise<FoundQuality> {
  const pairs = new ShadowPairs();
  const agreements = new ShadowAgreements(outcomes);
  let found = 0;
  for await (const call of reading) {
    const pair = pairs.add(call);
    if (pair === undefined) continue;
    found += 1;
    agreements.add(pair);
  }
  return { calls: found, tiers: agreements.list() };
}

/** The evidence that a log lacks, and the way to get it. */
interface MissingEvidence {
  readonly missing: string;
  readonly next: string;
}

function missingEvidence(quality: Quality, calls: number, outcomes: LogOutcomes): MissingEvidence {
  if (calls === 0)
    return quality === 'shadow'
      ? {
          missing: 'the log has no shadow pairs in this window',
          next: 'Run the gateway with mode: shadow and shadow.sample_rate.',
        }
      : { missing: 'the log has no calls of applications in this window', next: 'Choose another window with --since.' };
  if (quality === 'shadow')
    return {
      missing: `the log has ${calls} shadow pairs, and no evaluator judged both answers of one`,
      next: 'Label both answers, or let a judge score them: docs/quality.md.',
    };
  const others = outcomes.requests === 0 ? 'no verdicts at all' : 'verdicts of other evaluators only';
  return quality === 'oracle'
    ? {
        missing: `the log has no labels of people on ${calls} calls, and ${others}`,
        next: 'Label answers (docs/judges.md), or use --quality outcome.',
      }
    : {
        missing: `the log has no outcomes of judges, checks or other software on ${calls} calls, and ${others === 'no verdicts at all' ? others : 'labels of people only'}`,
        next: 'Send outcomes or configure judges (docs/judges.md), or use --quality oracle.',
      };
}

const SHARED: readonly Column[] = [
  { title: 'TIER' },
  { title: 'METRIC', canShrink: true },
  { title: 'BY', canShrink: true },
  { title: 'BASIS' },
];
const QUALITY_COLUMNS: readonly Column[] = [
  ...SHARED,
  ...['CALLS', 'PASSED', 'FAILED', 'UNDECIDED', 'RATE', 'FROM', 'TO'].map((title): Column => ({
    title,
    isNumber: true,
  })),
];
const AGREEMENT_COLUMNS: readonly Column[] = [
  ...SHARED,
  ...['PAIRS', 'BOTH PASS', 'BOTH FAIL', 'ONLY SERVED', 'ONLY SHADOW', 'AGREE', 'FROM', 'TO'].map((title): Column => ({
    title,
    isNumber: true,
  })),
];

function tiersText({ tiers }: FoundQuality, screen: Screen): string {
  const isAgreement = tiers.some((tier) => 'agreement' in tier);
  return tableText(isAgreement ? AGREEMENT_COLUMNS : QUALITY_COLUMNS, tiers.map(rowOf), screen);
}

function rowOf(quality: TierQuality | ShadowAgreement): string[] {
  const { tier, metric, source, basis, lower, upper } = quality;
  const interval = [lower ?? 'unknown', upper ?? 'unknown'];
  const shared = [tier ?? 'none', metric, source, basis];
  if ('agreement' in quality) {
    const { pairs, both_pass: pass, both_fail: fail, only_served_passes: served, only_shadow_passes: shadow } = quality;
    return [...shared, ...[pairs, pass, fail, served, shadow].map(String), quality.agreement ?? 'unknown', ...interval];
  }
  const { calls, passed, failed, undecided, rate } = quality;
  return [...shared, ...[calls, passed, failed, undecided].map(String), rate ?? 'unknown', ...interval];
}
