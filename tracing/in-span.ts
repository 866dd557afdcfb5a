import { context, SpanStatusCode, trace, type Context, type Span, type SpanOptions } from '@opentelemetry/api';

/**
 * The tracer of all spans of Truetally. Only a main program starts an SDK; without one, the tracer creates no spans and
 * costs next to nothing.
 */
export const tracer = trace.getTracer('truetally');

/**
 * Runs `work` within a span, which ends when `work` does. The span shows only the kind of an error. The message of an
 * error may contain texts of customers; it is in the log, with the ids of the span.
 */
export function inSpan<Result>(
  name: string,
  { parent = context.active(), ...options }: SpanOptions & { readonly parent?: Context },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed, with the kind of the error. */
export function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', faultKind(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The code or type of an error, otherwise its class. Attributes need values of a small, closed set. */
function faultKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, type } = error as { code?: unknown; type?: unknown };
  for (const word of [code, type]) {
    if (typeof word === 'number' || (typeof word === 'string' && word !== '')) return String(word);
  }
  return error.constructor.name;
}
