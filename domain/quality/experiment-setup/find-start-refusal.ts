import { findEvaluator } from '../../judges/evaluators.ts';
import type { ExperimentArm, ExperimentDeclaration } from '../experiments/declaration.ts';
import type { EvalRefusal } from '../experiments/eval-refusal.ts';

/** The facts that are known before a run starts. */
export interface StartFacts {
  /** True if the deployment has the parts that run experiments. */
  readonly canRun: boolean;
  /** The ids of the evaluators for which the configuration has a judge. */
  readonly configuredJudges: readonly string[];
  /** The ids of the judges with a promoted version. */
  readonly promotedJudges: readonly string[];
  /** The counts of the pinned version. */
  readonly census: {
    readonly items: number;
    /** The items whose request and answer were stored. */
    readonly capturedBodies: number;
    /** The items whose request was stored. */
    readonly capturedRequests: number;
  };
}

/** The reason why a run cannot score anything, in the order of the codes; null if it may start. */
export function findStartRefusal(declaration: ExperimentDeclaration, facts: StartFacts): EvalRefusal | null {
  const { arms, pair, instrument } = declaration;
  const compared = arms.filter(({ name }) => name === pair.baseline || name === pair.candidate);
  return (
    partRefusal(facts) ??
    evaluatorRefusal(arms, instrument, facts) ??
    itemRefusal(facts) ??
    captureRefusal(instrument, facts) ??
    trustRefusal(compared, facts)
  );
}

function partRefusal({ canRun }: StartFacts): EvalRefusal | null {
  if (canRun) return null;
  const text =
    'This deployment cannot run experiments. Set TRUETALLY_TEMPORAL_ADDRESS and TRUETALLY_CLICKHOUSE_URL, and run a worker.';
  return { code: 'feature_off', need: 1, have: 0, text };
}

/** New answers need a configured judge. A run over stored answers can also use the verdicts that exist. */
function evaluatorRefusal(
  arms: readonly ExperimentArm[],
  instrument: ExperimentDeclaration['instrument'],
  { configuredJudges }: StartFacts,
): EvalRefusal | null {
  if (instrument === 'judged_dataset_run') return null;
  const needed = judgesOf(arms);
  const configured = needed.filter((judge) => configuredJudges.includes(judge));
  if (configured.length === needed.length) return null;
  const missing = needed.filter((judge) => !configured.includes(judge));
  const text = `The configuration has no judge ${missing.join(', ')}. Add it to \`evals.evaluators\` with a \`judge\`.`;
  return { code: 'feature_off', need: needed.length, have: configured.length, text };
}

function itemRefusal({ census }: StartFacts): EvalRefusal | null {
  if (census.items > 0) return null;
  const text = 'The pinned dataset version has no items. Create an experiment over a version with items.';
  return { code: 'no_items', need: 1, have: 0, text };
}

/** A run over stored answers can use outcomes that exist, which need no stored texts. */
function captureRefusal(instrument: ExperimentDeclaration['instrument'], { census }: StartFacts): EvalRefusal | null {
  if (instrument === 'judged_dataset_run') return null;
  const isReplay = instrument === 'replay';
  if ((isReplay ? census.capturedRequests : census.capturedBodies) > 0) return null;
  const what = isReplay ? 'request' : 'request and answer';
  const leaves = isReplay
    ? '`dashboard.capture.request`'
    : '`dashboard.capture.request` and `dashboard.capture.response`';
  const text = `No item has a stored ${what}. Set ${leaves}, and build a dataset of later requests.`;
  return { code: 'uncaptured', need: census.items, have: 0, text };
}

function trustRefusal(compared: readonly ExperimentArm[], { promotedJudges }: StartFacts): EvalRefusal | null {
  const needed = judgesOf(compared);
  const promoted = needed.filter((judge) => promotedJudges.includes(judge));
  if (promoted.length === needed.length) return null;
  const missing = needed.filter((judge) => !promoted.includes(judge));
  const text = `No version of ${missing.join(', ')} is promoted. Label requests and validate the judge, and run again.`;
  return { code: 'judge_not_trusted', need: needed.length, have: promoted.length, text };
}

/** The ids of the judges of arms, in order, each once. */
function judgesOf(arms: readonly ExperimentArm[]): string[] {
  const judges = arms.map(({ evaluator }) => evaluator).filter((id) => findEvaluator(id)?.kind === 'judge');
  return [...new Set(judges)].sort();
}
