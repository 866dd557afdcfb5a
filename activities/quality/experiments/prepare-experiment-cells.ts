import type {
  AnsweredFact,
  ExistingOutcome,
  ShadowFact,
} from '../../../analytics/quality/experiment-material-reader.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import { toReplayMessages } from '../../../contracts/quality/experiments/to-replay-messages.ts';
import type { CapturedContent } from '../../../contracts/ingest/events/captured-content.ts';
import type { UnscoredReason } from '../../../domain/quality/experiments/cell-result.ts';
import type { ExperimentArm, ExperimentDeclaration } from '../../../domain/quality/experiments/declaration.ts';
import { CELL_PAGE, type PinnedJudge } from '../../../domain/quality/experiment-runs/experiment-work.ts';
import type {
  CellContentKeys,
  ExperimentRunBrief,
  PlannedExperimentCell,
  PreparedExperimentCell,
} from '../../../store/quality/experiments/experiment-run-transitions.ts';
import { requestContentKey } from '../../judges/request-content-key.ts';
import type { ExperimentRunPorts } from './experiment-run-ports.ts';

/** Everything that is looked up for the items of one page. */
interface PageMaterial {
  readonly workspaceId: string;
  readonly declaration: ExperimentDeclaration;
  readonly judges: readonly PinnedJudge[];
  readonly facts: ReadonlyMap<string, AnsweredFact>;
  readonly shadows: readonly ShadowFact[];
  /** The existing outcomes by arm, then by request. */
  readonly outcomes: ReadonlyMap<string, ReadonlyMap<string, ExistingOutcome>>;
  /** The granted connections by environment. */
  readonly granted: ReadonlyMap<string, ReadonlySet<string>>;
}

type Stage = Omit<PreparedExperimentCell, 'position' | 'arm' | 'traceId' | 'request'>;

/**
 * Looks up the material of the next page of planned cells. A cell with an outcome ends without a call, one without
 * material ends unscored, and every other cell waits for its answer or its verdict.
 */
export async function prepareExperimentCells(
  ports: ExperimentRunPorts,
  { runId, workspaceId, declaration, judges }: ExperimentRunBrief,
): Promise<void> {
  const { runs } = ports;
  const cells = await runs.planned(runId, CELL_PAGE);
  if (cells.length === 0) return;
  const page = await readPage(ports, { workspaceId, declaration, judges: judges ?? [] }, cells);
  const prepared: PreparedExperimentCell[] = [];
  for (const cell of cells) prepared.push(await prepareCell(ports, page, cell));
  await runs.prepare(runId, prepared);
}

async function readPage(
  { material, connections }: ExperimentRunPorts,
  of: Pick<PageMaterial, 'workspaceId' | 'declaration' | 'judges'>,
  cells: readonly PlannedExperimentCell[],
): Promise<PageMaterial> {
  const { workspaceId, declaration, judges } = of;
  const { instrument, arms } = declaration;
  const requestIds = [...new Set(cells.map(({ requestId }) => requestId))];
  const facts = await material.answered(workspaceId, requestIds);
  const shadows = instrument === 'shadow_dual_run' ? await material.shadows(workspaceId, [...facts.values()]) : [];
  const outcomes = new Map<string, ReadonlyMap<string, ExistingOutcome>>();
  if (instrument === 'judged_dataset_run') {
    for (const { name, evaluator, metric, basis } of arms) {
      const judge = judges.find(({ arm }) => arm === name);
      outcomes.set(name, await material.outcomes({ workspaceId, requestIds, evaluator, metric, basis, judge }));
    }
  }
  const granted = new Map<string, ReadonlySet<string>>();
  const environments = instrument === 'replay' ? [...facts.values()].map(({ request }) => request.scope) : [];
  for (const environmentId of new Set(environments.map(({ environment_id }) => environment_id))) {
    const found = await connections.listGranted({ workspaceId, environmentId });
    granted.set(environmentId, new Set(found.map(({ connectionId }) => connectionId)));
  }
  return { ...of, facts, shadows, outcomes, granted };
}

async function prepareCell(
  ports: ExperimentRunPorts,
  page: PageMaterial,
  cell: PlannedExperimentCell,
): Promise<PreparedExperimentCell> {
  const { position, arm: name, requestId } = cell;
  const fact = page.facts.get(requestId);
  const arm = page.declaration.arms.find((one) => one.name === name);
  const stage =
    fact === undefined || arm === undefined ? unscored('excluded') : await stageOf(ports, page, { cell, fact, arm });
  const request = fact?.request ?? null;
  return { ...stage, position, arm: name, traceId: request?.trace_id ?? '', request };
}

/** A planned cell with its arm and its request. */
interface FoundCell {
  readonly cell: PlannedExperimentCell;
  readonly fact: AnsweredFact;
  readonly arm: ExperimentArm;
}

function stageOf(ports: ExperimentRunPorts, page: PageMaterial, found: FoundCell): Promise<Stage> {
  switch (page.declaration.instrument) {
    case 'judged_dataset_run':
      return stageOfJudged(ports, page, found);
    case 'replay':
      return stageOfReplay(ports, page, found);
    case 'shadow_dual_run':
      return stageOfShadow(ports, page, found);
  }
}

/** The existing answer has an outcome, or is judged if both texts are stored. */
async function stageOfJudged(ports: ExperimentRunPorts, page: PageMaterial, found: FoundCell): Promise<Stage> {
  const { cell, fact, arm } = found;
  if (!fact.isAnswered || !isOfArm(fact, arm)) return unscored('no_answer');
  const outcome = page.outcomes.get(arm.name)?.get(cell.requestId);
  if (outcome !== undefined) return stageOfOutcome(outcome, found);
  if (arm.basis !== 'measured' || !isJudged(page, arm)) return unscored('no_verdict');
  return stageOfContent(ports, fact, fact);
}

function stageOfOutcome({ verdict, judge }: ExistingOutcome, { cell, fact, arm }: FoundCell): Stage {
  const judgeSubject =
    judge === undefined
      ? ''
      : subjectIdOf({ ...judge, judge_id: arm.evaluator, metric: arm.metric, segment: cell.segment });
  const { costNanoUsd } = fact;
  if (verdict === 'no_verdict') return { ...unscored('no_verdict'), costNanoUsd, judgeSubject };
  return { state: 'ended', content: null, verdict, reason: '', costNanoUsd, judgeSubject };
}

/** The question is stored and can be asked again over a connection of the workspace. */
async function stageOfReplay(ports: ExperimentRunPorts, page: PageMaterial, { fact, arm }: FoundCell): Promise<Stage> {
  const connections = page.granted.get(fact.request.scope.environment_id);
  if (arm.connection_id === undefined || connections?.has(arm.connection_id) !== true) return unscored('call_failed');
  if (!isJudged(page, arm)) return unscored('no_verdict');
  const { request } = (await findContent(ports, fact)) ?? {};
  if (request === undefined || toReplayMessages(request) === undefined) return unscored('uncaptured');
  return { ...WAITING, state: 'intended', content: contentKeys(fact, fact), costNanoUsd: null };
}

/** The baseline is the answer that the caller received, and the other arms are shadow calls of it. */
async function stageOfShadow(ports: ExperimentRunPorts, page: PageMaterial, found: FoundCell): Promise<Stage> {
  const { cell, fact, arm } = found;
  if (!isJudged(page, arm)) return unscored('no_verdict');
  if (arm.name === page.declaration.pair.baseline) {
    if (!fact.isAnswered || !isOfArm(fact, arm)) return unscored('no_answer');
    return stageOfContent(ports, fact, fact);
  }
  const shadow = page.shadows.find((one) => one.shadowOf === cell.requestId && isOfArm(one, arm));
  return shadow === undefined ? unscored('no_answer') : stageOfContent(ports, fact, shadow);
}

/**
 * The answer waits for its verdict if it and its question are stored, and the answer is whole. A shadow call stores
 * only its answer.
 */
async function stageOfContent(ports: ExperimentRunPorts, asked: AnsweredFact, answered: AnsweredFact): Promise<Stage> {
  const { costNanoUsd } = answered;
  const question = await findContent(ports, asked);
  const answer = answered === asked ? question : await findContent(ports, answered);
  const isStored = question?.request !== undefined && answer?.response !== undefined && answer.isCutOff !== true;
  if (!isStored) return { ...unscored('uncaptured'), costNanoUsd };
  return { ...WAITING, state: 'answered', content: contentKeys(asked, answered), costNanoUsd };
}

const WAITING = { verdict: null, reason: '', judgeSubject: '' } as const;

function unscored(reason: UnscoredReason): Stage {
  return { state: 'ended', content: null, verdict: 'unscored', reason, costNanoUsd: null, judgeSubject: '' };
}

/** True if the answer has the model and the tier of the arm. */
function isOfArm({ model, request }: AnsweredFact, arm: ExperimentArm): boolean {
  return (arm.model === undefined || arm.model === model) && (arm.tier === undefined || arm.tier === request.route_id);
}

/** True if a configured judge scores the arm. */
function isJudged({ judges }: PageMaterial, { name }: ExperimentArm): boolean {
  return judges.some(({ arm }) => arm === name);
}

function contentKeys({ request: asked }: AnsweredFact, { request: answered }: AnsweredFact): CellContentKeys {
  return {
    requestId: asked.logical_request_id,
    admittedAt: asked.admitted_at,
    answerRequestId: answered.logical_request_id,
    answerAdmittedAt: answered.admitted_at,
  };
}

function findContent(
  { contents }: ExperimentRunPorts,
  { request }: AnsweredFact,
): Promise<CapturedContent | undefined> {
  return contents.find(requestContentKey(request));
}
