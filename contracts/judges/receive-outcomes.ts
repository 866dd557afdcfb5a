import type { LabelDesign } from '../../domain/judges/label-design.ts';
import type { EvaluationOutcome } from '../ingest/events/evaluation-outcome.ts';
import { parseTrafficLine } from '../ingest/lines/parse-traffic-line.ts';
import type { SentOutcome } from './outcome-batch.ts';
import type { OutcomeReceipt, OutcomeRefusal } from './outcome-receipt.ts';
import {
  acceptOutcome,
  type OutcomeRequest,
  type OutcomeSource,
  type AcceptedOutcome,
  type OutcomeRejection,
} from './accept-outcome.ts';

/** Finds requests by their ids, in all workspaces. Requests that are not loaded yet are not found. */
export type FindRequests = (ids: readonly string[]) => Promise<readonly OutcomeRequest[]>;

/**
 * Finds the outcomes whose id is already known with other content, as far as earlier outcomes are loaded. Returns their
 * positions.
 */
export type FindConflicts = (outcomes: readonly EvaluationOutcome[]) => Promise<ReadonlySet<number>>;

/**
 * Finds how the rows of labels were chosen, in the order of the labels: undefined for a label of a row that its
 * annotator did not claim.
 */
type FindLabelDesigns = (
  labels: readonly { readonly workspaceId: string; readonly requestId: string; readonly annotator: string }[],
) => Promise<readonly (LabelDesign | undefined)[]>;

/** The look-ups that outcomes need. */
export interface OutcomeLookups {
  readonly findRequests: FindRequests;
  readonly findDesigns: FindLabelDesigns;
  readonly findConflicts: FindConflicts;
}

/** The result for the outcomes that were sent. */
export interface ReceivedOutcomes {
  /** Lines for the journal. */
  readonly lines: readonly string[];
  readonly receipt: OutcomeReceipt;
}

/**
 * Checks outcomes one by one; some may be rejected already. Valid outcomes become lines of the traffic format, with the
 * dimensions of their requests.
 */
export async function receiveOutcomes(
  outcomes: readonly (SentOutcome | OutcomeRejection)[],
  source: OutcomeSource,
  { findRequests, findDesigns, findConflicts }: OutcomeLookups,
): Promise<ReceivedOutcomes> {
  const accepted = outcomes.map((sent) => ('reason' in sent ? sent : { sent, ...acceptOutcome(sent, source) }));
  const asked = new Set(accepted.flatMap((one) => ('accepted' in one ? one.sent.req_id : [])));
  const found = byRequest(asked.size === 0 ? [] : await findRequests([...asked]));
  const placed = accepted.map((one) => ('accepted' in one ? placeOutcome(one.sent, one.accepted, found) : one));
  const labels = placed.flatMap((one) => labelOf(one));
  const designs = labels.length === 0 ? [] : await findDesigns(labels);
  const designOf = new Map(labels.map(({ event }, index) => [event, designs[index]]));
  const read = placed.map((one) => ('event' in one ? lineOf(one.event, designOf.get(one.event)) : one));
  const valid = read.flatMap((one) => ('line' in one ? [one] : []));
  const conflicts = valid.length === 0 ? new Set<number>() : await findConflicts(valid.map(({ event }) => event));
  const contradicting = new Set(valid.filter((_one, index) => conflicts.has(index)));
  const lines: string[] = [];
  const contents = new Map<string, string>();
  const refusals: OutcomeRefusal[] = [];
  for (const [index, one] of read.entries()) {
    const rejection = 'line' in one ? (contradicting.has(one) ? CONFLICTING : conflictWithin(one, contents)) : one;
    if (rejection !== undefined) refusals.push({ index, reason: rejection.reason, detail: rejection.detail });
    else if ('line' in one) lines.push(one.line);
  }
  return { lines, receipt: { accepted: lines.length, refused: refusals.length, refusals } };
}

function byRequest(found: readonly OutcomeRequest[]): Map<string, OutcomeRequest[]> {
  const requests = new Map<string, OutcomeRequest[]>();
  for (const request of found) {
    const ofId = requests.get(request.logical_request_id);
    if (ofId === undefined) requests.set(request.logical_request_id, [request]);
    else ofId.push(request);
  }
  return requests;
}

interface ValidOutcome {
  readonly line: string;
  readonly event: EvaluationOutcome;
}

/** An outcome with the members of its request. */
type PlacedOutcome = Pick<ValidOutcome, 'event'>;

function placeOutcome(
  { req_id: id, workspace_id: workspaceId }: SentOutcome,
  accepted: AcceptedOutcome,
  found: ReadonlyMap<string, readonly OutcomeRequest[]>,
): PlacedOutcome | OutcomeRejection {
  const requests = (found.get(id) ?? []).filter(
    ({ scope }) => workspaceId === undefined || scope.workspace_id === workspaceId,
  );
  const [request, another] = requests;
  if (request === undefined)
    return {
      reason: 'unknown_request',
      detail: 'There is no request with this id yet. A new request is loaded within seconds. Send the outcome again.',
    };
  if (another !== undefined)
    return {
      reason: 'ambiguous_request',
      detail: 'Several workspaces have a request with this id. Send `workspace_id`.',
    };
  return { event: { event: 'evaluation_outcome', schema: 1, ...request, ...accepted } };
}

/** The label of a person that the outcome is, for the search of its design; empty for other outcomes. */
function labelOf(
  placed: PlacedOutcome | OutcomeRejection,
): { workspaceId: string; requestId: string; annotator: string; event: EvaluationOutcome }[] {
  if (!('event' in placed) || placed.event.annotator === undefined) return [];
  const { scope, logical_request_id: requestId, annotator } = placed.event;
  return [{ workspaceId: scope.workspace_id, requestId, annotator, event: placed.event }];
}

/** The line of an outcome. Only the server states the design of a label, so that no sender can claim one. */
function lineOf(placed: EvaluationOutcome, design: LabelDesign | undefined): ValidOutcome | OutcomeRejection {
  const event: EvaluationOutcome = {
    ...placed,
    ...(design !== undefined && { label_strategy: design.strategy }),
    ...(typeof design?.probability === 'number' && { label_probability: design.probability }),
  };
  const line = JSON.stringify(event);
  const { fault } = parseTrafficLine(line);
  return fault === undefined ? { line, event } : { reason: 'broken_rule', detail: fault.detail };
}

const CONFLICTING: OutcomeRejection = {
  reason: 'conflicting',
  detail: 'Another outcome of this request has the same `outcome_id` but other content. Use a new id.',
};

/**
 * The rejection of an outcome whose id an earlier outcome of the same request has with other content. Otherwise the
 * outcome is added to the earlier ones.
 * @param contents the lines of the earlier outcomes, by workspace, request and outcome id
 */
function conflictWithin({ line, event }: ValidOutcome, contents: Map<string, string>): OutcomeRejection | undefined {
  const key = JSON.stringify([event.scope.workspace_id, event.logical_request_id, event.outcome_id]);
  const before = contents.get(key);
  if (before !== undefined && before !== line) return CONFLICTING;
  contents.set(key, line);
  return undefined;
}
