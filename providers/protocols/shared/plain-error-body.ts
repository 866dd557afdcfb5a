import type { BreachDescription } from '../../../domain/gateway/governance/limit-breach.ts';

/** The parts of an error of the gateway that its body states. */
export interface ErrorDetails {
  readonly status: number;
  /** The type: a refusal by governance, or a type of the providers. */
  readonly type: string;
  /** A sentence that the caller can act on. */
  readonly message: string;
  /** The code; if absent, the type. */
  readonly code?: string;
  /** The member of the request that is refused. */
  readonly param?: string;
  readonly retryAfterSeconds?: number;
  /** The limit that refuses. */
  readonly refusedBy?: BreachDescription;
}

/** Writes the body of an error, as JSON. */
export type ErrorBody = (error: ErrorDetails, requestId: string) => string;

/** A form that clients of Anthropic and of OpenAI both read. */
export const plainErrorBody: ErrorBody = ({ type, message, code, param, refusedBy }, requestId) => {
  const named = { type, code: code ?? type, param: param ?? null };
  const error = { ...named, message, ...(refusedBy && { refused_by_limit: refusedBy }) };
  return JSON.stringify({ type: 'error', error, request_id: requestId });
};
