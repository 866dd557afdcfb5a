import { parseTrafficLine } from '../ingest/parse-traffic-line.ts';
import type { SentOutcome } from './outcome-batch.ts';
import type { OutcomeReceipt, OutcomeRefusal } from './outcome-receipt.ts';
import { toldOutcome, type RequestOfOutcome, type Teller, type ToldOutcome, type Turned } from './told-outcome.ts';

/** Finds requests by their ids, of all workspaces; one that is not loaded yet is not there. */
export type FindRequests = (ids: readonly string[]) => Promise<readonly RequestOfOutcome[]>;

/** What was sent, sorted. */
export interface ReceivedOutcomes {
  /** For the journal. */
  readonly lines: readonly string[];
  readonly receipt: OutcomeReceipt;
}

/**
 * Looks at outcomes one by one, some of which may have been turned down already: those that hold become lines of the traffic format, with what is known of their
 * requests.
 */
export async function receiveOutcomes(
  outcomes: readonly (SentOutcome | Turned)[],
  teller: Teller,
  findRequests: FindRequests,
): Promise<ReceivedOutcomes> {
  const told = outcomes.map((sent) => ('reason' in sent ? sent : { sent, ...toldOutcome(sent, teller) }));
  const asked = new Set(told.flatMap((one) => ('told' in one ? one.sent.req_id : [])));
  const found = byRequest(asked.size === 0 ? [] : await findRequests([...asked]));
  const lines: string[] = [];
  const said = new Map<string, string>();
  const refusals: OutcomeRefusal[] = [];
  for (const [index, one] of told.entries()) {
    const line = 'told' in one ? lineOf(one.sent, one.told, found, said) : one;
    if (typeof line === 'string') lines.push(line);
    else refusals.push({ index, reason: line.reason, detail: line.detail });
  }
  return { lines, receipt: { accepted: lines.length, refused: refusals.length, refusals } };
}

function byRequest(found: readonly RequestOfOutcome[]): Map<string, RequestOfOutcome[]> {
  const requests = new Map<string, RequestOfOutcome[]>();
  for (const request of found) {
    const ofId = requests.get(request.logical_request_id);
    if (ofId === undefined) requests.set(request.logical_request_id, [request]);
    else ofId.push(request);
  }
  return requests;
}

/** @param said what the outcomes before it say, by what they are known by */
function lineOf(
  { req_id: id, workspace_id: workspaceId }: SentOutcome,
  told: ToldOutcome,
  found: ReadonlyMap<string, readonly RequestOfOutcome[]>,
  said: Map<string, string>,
): string | Turned {
  const requests = (found.get(id) ?? []).filter(
    ({ scope }) => workspaceId === undefined || scope.workspace_id === workspaceId,
  );
  const [request, another] = requests;
  if (request === undefined)
    return {
      reason: 'unknown_request',
      detail: 'No request of this id is known. A new one is within seconds: send it again.',
    };
  if (another !== undefined)
    return {
      reason: 'ambiguous_request',
      detail: 'Several workspaces have a request of this id: name its workspace_id.',
    };
  const line = JSON.stringify({ event: 'evaluation_outcome', schema: 1, ...request, ...told });
  const { fault } = parseTrafficLine(line);
  if (fault !== undefined) return { reason: 'broken_rule', detail: fault.detail };
  const key = JSON.stringify([request.scope.workspace_id, id, told.outcome_id]);
  const before = said.get(key);
  if (before !== undefined && before !== line)
    return {
      reason: 'conflicting',
      detail: 'Another outcome of this request has the same outcome_id and says something else.',
    };
  said.set(key, line);
  return line;
}
