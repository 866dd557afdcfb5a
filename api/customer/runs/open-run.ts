import type { FastifyRequest } from 'fastify';
import { notFound } from '../../../domain/kernel/errors.ts';
import { hasStoredAnswer, isSettled, runStateAt } from '../../../domain/reports/report-run.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { canonicalByteLength } from '../../../contracts/wire/canonical-json.ts';
import { redactMoney } from '../../../contracts/insight/redact-money.ts';
import { filtersByDimension, redactQuestion } from '../../../contracts/insight/redact-question.ts';
import { answerWithoutDimensions, type AnswerSizes } from '../../../contracts/reports/answer-without-dimensions.ts';
import { reportDigest } from '../../../contracts/reports/report-digest.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import type { StoredRun } from '../../../store/reports/report-run-store.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import type { RouteContext } from '../lane/route-context.ts';
import { mayReadValues, runDisclosure, type RunDisclosure } from './run-disclosure.ts';
import { createRunPresenter } from './run-presenter.ts';

/**
 * The run that the path names, in the form that its caller may see now.
 *
 * @throws Refusal `not_found` if the run was deleted with its report meanwhile
 */
export async function readRunAtPath(
  { ports, access }: RouteContext,
  request: FastifyRequest,
): Promise<ReportRunOpenV1> {
  const stored = access.run.of(request);
  const found = isSettled(stored.run.state) ? stored : { ...stored, run: (await createRunPresenter(ports))(stored) };
  const { run, scopeEnvironmentIds } = found;
  const disclosure = runDisclosure(access.caller.of(request), access.workspace.of(request), scopeEnvironmentIds);
  const answer = hasStoredAnswer(run.state) ? await readAnswer(ports, found, disclosure) : undefined;
  return openRun({
    stored: hasStoredAnswer(run.state) && answer === undefined ? await readAgain(ports, run) : found,
    answer,
    ...disclosure,
    now: ports.clock.now(),
  });
}

/**
 * The stored answer of a run. If values of dimensions are withheld, the form without them is read, so that the duration
 * of the request does not depend on their number.
 */
function readAnswer(
  { reports }: Pick<ApiPorts, 'reports'>,
  { run, withoutDimensions }: StoredRun,
  disclosure: RunDisclosure,
): Promise<InsightAnswer | undefined> {
  const isReduced = withoutDimensions !== undefined && !mayReadValues(run, disclosure);
  return isReduced ? reports.answerWithoutDimensionsOf(run.run_id) : reports.answerOf(run.run_id);
}

/**
 * Reads a run again whose answer disappeared between two reads: a sweep with a clock that is ahead has expired it, or
 * its report was deleted.
 */
async function readAgain({ reports }: Pick<ApiPorts, 'reports'>, { run_id: runId }: ReportRunV1): Promise<StoredRun> {
  const found = await reports.findRun(runId);
  if (found === undefined) throw notFound();
  return found;
}

/** The input for a run as one viewer sees it. */
interface ViewedRun extends RunDisclosure {
  readonly stored: StoredRun;
  readonly now: Date;
}

/** The parts of a run that are withheld from a viewer. */
interface WithheldParts {
  readonly money: boolean;
  /** The values in the `dimension_filter` of the question. */
  readonly filter: boolean;
  /** The sizes without the values of dimensions in the answer; undefined if no values are withheld. */
  readonly sizes: AnswerSizes | undefined;
}

/**
 * A run in the form that one viewer may see at `now`. It has an answer only if the run is ready or partial and its
 * retention has not ended, regardless of whether a sweep has removed the answer yet. `answer` is the stored answer, in
 * either of its forms.
 */
export function openRun(input: ViewedRun & { readonly answer: InsightAnswer | undefined }): ReportRunOpenV1 {
  const { stored } = input;
  const run = atInstant(stored.run, input.now);
  const filter = isFilterWithheld(run, input);
  if (!hasStoredAnswer(run.state) || input.answer === undefined) {
    const unanswered = { presentation_digest: '', money_withheld: false };
    return { ...runWithoutAnswer(input), ...unanswered, ...dimensionsWithheld(filter) };
  }
  const { answer, money, sizes } = redactAnswer(input.answer, run, input);
  const isComplete = !money && !filter && sizes === undefined;
  return isComplete
    ? runWithArtifact(run, stored, answer)
    : runWithRedactedAnswer(run, stored, { answer, money, filter, sizes });
}

/** A stored answer without the parts that are withheld from a viewer. */
type RedactedAnswer = Omit<WithheldParts, 'filter'> & { readonly answer: InsightAnswer };

function redactAnswer(whole: InsightAnswer, run: ReportRunV1, { stored, ...disclosure }: ViewedRun): RedactedAnswer {
  const showsValues = mayReadValues(run, disclosure);
  const reduced = showsValues ? undefined : answerWithoutDimensions(whole);
  const sizes = showsValues ? undefined : (stored.withoutDimensions ?? reduced);
  const shown = reduced?.answer ?? whole;
  if (disclosure.mayReadCost) return { answer: shown, money: false, sizes };
  const { answer, withheld: money } = redactMoney(shown);
  return { answer, money, sizes };
}

/**
 * A run with an answer from which nothing is withheld. The answer is the artifact, whose digest was computed when it
 * was stored.
 */
function runWithArtifact(
  run: ReportRunV1,
  { artifactSalt }: Pick<StoredRun, 'artifactSalt'>,
  answer: InsightAnswer,
): ReportRunOpenV1 {
  const presented = { answer, presentation_digest: run.artifact_digest, money_withheld: false };
  return { ...run, ...presented, ...(artifactSalt !== undefined && { artifact_salt: artifactSalt }) };
}

function runWithRedactedAnswer(
  run: ReportRunV1,
  stored: StoredRun,
  { answer, money, filter, sizes }: WithheldParts & { readonly answer: InsightAnswer },
): ReportRunOpenV1 {
  const redactedByteCount = stored.redactedByteCount ?? canonicalByteLength(answer);
  const redacted = withoutParts(run, { ...stored, redactedByteCount }, { money, filter, sizes });
  return {
    ...redacted,
    answer,
    presentation_digest: presentationDigest(redacted, answer),
    money_withheld: money,
    ...dimensionsWithheld(filter || sizes !== undefined),
  };
}

/** A run as one viewer sees it at `now`, without its answer. */
export function runWithoutAnswer(input: ViewedRun): ReportRunV1 {
  const { stored, mayReadCost } = input;
  const run = atInstant(stored.run, input.now);
  const filter = isFilterWithheld(run, input);
  const sizes = mayReadValues(run, input) ? undefined : stored.withoutDimensions;
  if (mayReadCost && !filter && sizes === undefined) return run;
  return withoutParts(run, stored, { money: !mayReadCost, filter, sizes });
}

/**
 * The question, the sizes and the digest for viewers from whom parts are withheld. The digest is salted, so that they
 * cannot test guesses against it. Size 0 and an empty digest if an older version stored the answer and the answer is
 * deleted.
 */
function withoutParts(
  run: ReportRunV1,
  { artifactSalt, redactedByteCount }: Pick<StoredRun, 'artifactSalt' | 'redactedByteCount'>,
  { money, filter, sizes }: WithheldParts,
): ReportRunV1 {
  const { groupCount, ...bytes } = sizes ?? {
    groupCount: run.group_count,
    byteCount: run.byte_count,
    redactedByteCount: redactedByteCount ?? 0,
  };
  return {
    ...run,
    question: filter ? redactQuestion(run.question) : run.question,
    artifact_digest: artifactSalt === undefined ? '' : run.artifact_digest,
    group_count: groupCount,
    byte_count: money ? bytes.redactedByteCount : bytes.byteCount,
  };
}

function isFilterWithheld({ question }: ReportRunV1, { mayReadDimensions }: RunDisclosure): boolean {
  return !mayReadDimensions && filtersByDimension(question);
}

/** The member is absent if nothing is withheld, so that runs without dimensions keep their form. */
function dimensionsWithheld(isWithheld: boolean): Pick<ReportRunOpenV1, 'dimensions_withheld'> {
  return isWithheld ? { dimensions_withheld: true } : {};
}

function presentationDigest(run: ReportRunV1, answer: InsightAnswer): string {
  return reportDigest({
    question: run.question,
    window: { from: new Date(run.window.from), to: new Date(run.window.to) },
    viewRevision: run.view_revision,
    answer,
  });
}

function atInstant(run: ReportRunV1, now: Date): ReportRunV1 {
  const expiresAt = run.expires_at === undefined ? undefined : new Date(run.expires_at);
  return { ...run, state: runStateAt({ state: run.state, expiresAt }, now) };
}
