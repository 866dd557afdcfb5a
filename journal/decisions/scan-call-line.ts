import { ENDED_CALL_START } from '../../contracts/ingest/calls/ended-call.ts';
import { countRefusedCallEvents, REFUSED_CALLS_START } from '../../contracts/ingest/calls/refused-calls.ts';
import type { CallDecisionKind } from '../../domain/gateway/decisions/call-decision-kinds.ts';

/** The facts about a line that are read without parsing it. */
export interface ScannedCallLine {
  readonly environmentId: string;
  readonly decision: CallDecisionKind;
  /** The number of calls in the line. */
  readonly calls: number;
}

// JSON escapes quotation marks within texts, so these can only be members of the line itself.
const ENVIRONMENT = '"environment_id":"';
const STATUS = '"request":{"status":"';
const REFUSED = 'refused"';

/** Each refused request in a line has an admission and an ending. */
const EVENTS_OF_A_REFUSAL = 2;

/**
 * Scans a line of the journal. Undefined for a line that ends no call of the gateway. Scanning takes less than a
 * hundredth of the time of parsing, so every line of a busy gateway can be counted.
 */
export function scanCallLine(line: string): ScannedCallLine | undefined {
  const isOne = line.startsWith(ENDED_CALL_START);
  if (!isOne && !line.startsWith(REFUSED_CALLS_START)) return undefined;
  const environmentId = environmentIn(line);
  if (environmentId === undefined) return undefined;
  if (!isOne) return { environmentId, decision: 'refused', calls: countRefusedCallEvents(line) / EVENTS_OF_A_REFUSAL };
  const isRefused = line.startsWith(REFUSED, line.lastIndexOf(STATUS) + STATUS.length);
  return { environmentId, decision: isRefused ? 'refused' : 'admitted', calls: 1 };
}

function environmentIn(line: string): string | undefined {
  const member = line.indexOf(ENVIRONMENT);
  if (member === -1) return undefined;
  const start = member + ENVIRONMENT.length;
  return line.slice(start, line.indexOf('"', start));
}
