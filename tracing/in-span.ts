import { context, SpanStatusCode, trace, type Context, type Span, type SpanOptions } from '@opentelemetry/api';

/** All spans of the house. Without an SDK, which only a main starts, it makes none and costs next to nothing. */
export const tracer = trace.getTracer('truetally');

/**
 * Runs `work` within a span, which ends with it. A fault is shown by its kind alone: its text may hold texts of
 * customers, and is in the log, which has the ids of the span.
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

/** Shows on a span that its work failed, and by what kind of fault. */
export function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', faultKind(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The code or the type that a fault has, otherwise its class: a closed set, as attributes need it. */
function faultKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, type } = error as { code?: unknown; type?: unknown };
  for (const word of [code, type]) {
    if (typeof word === 'number' || (typeof word === 'string' && word !== '')) return String(word);
  }
  return error.constructor.name;
}
