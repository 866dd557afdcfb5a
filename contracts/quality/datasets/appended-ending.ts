import { APPENDED_ENDINGS, APPENDED_PURPOSE } from '../../../domain/quality/datasets/appended-requests.ts';
import type { RequestTerminal } from '../../ingest/events/request-terminal.ts';

/** A request that a build appends to traffic. */
export interface AppendedRequest {
  readonly requestId: string;
  readonly kind: 'imported' | 'synthetic';
  /** The segment; may be empty. */
  readonly segment: string;
  /** The model of the answer; undefined if there is no answer, or its model is unknown. */
  readonly model: string | undefined;
  readonly hasAnswer: boolean;
}

/** The event of an appended request. It cost nothing here, so it has no attempts. */
export function appendedEnding(
  { requestId, kind, segment, model, hasAnswer }: AppendedRequest,
  scope: RequestTerminal['scope'],
  at: Date,
): RequestTerminal {
  return {
    event: 'request_terminal',
    schema: 1,
    scope,
    purpose: APPENDED_PURPOSE,
    logical_request_id: requestId,
    ...(segment !== '' && { route_id: segment }),
    admitted_at: at.toISOString(),
    terminal_at: at.toISOString(),
    status: hasAnswer ? 'succeeded' : 'unknown',
    terminal_kind: APPENDED_ENDINGS[kind],
    ...(model !== undefined && { final_model: model }),
    attempt_count: 0,
  };
}
