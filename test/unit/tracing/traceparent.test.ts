import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { contextOf, traceparentOf } from '../../../tracing/traceparent.ts';
import { keepSpans } from '../../../testing/kept-spans.ts';

const IDS = '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331';

describe('a traceparent', () => {
  it.each([
    ['sampled', `00-${IDS}-01`, `00-${IDS}-01`],
    ['not sampled', `00-${IDS}-00`, `00-${IDS}-00`],
    ['with flags that nobody knows', `00-${IDS}-ff`, `00-${IDS}-01`],
    ['of a later version, with more behind', `cc-${IDS}-01-what-the-future-holds`, `00-${IDS}-01`],
  ])('%s is handed on', (_name, traceparent, handedOn) => {
    expect(traceparentOf(contextOf(traceparent))).toBe(handedOn);
  });

  it.each([
    ['nothing', undefined],
    ['a header twice', [`00-${IDS}-01`, `00-${IDS}-01`]],
    ['an empty text', ''],
    ['upper case', `00-${IDS.toUpperCase()}-01`],
    ['the version that is none', `ff-${IDS}-01`],
    ['version 00 with more behind', `00-${IDS}-01-more`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['a span id of zeros', `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`],
  ])('that is %s begins a trace of its own', (_name, traceparent) => {
    expect(contextOf(traceparent)).toBe(ROOT_CONTEXT);
  });

  it('is not there outside a span, and without an SDK not within one either', () => {
    expect(traceparentOf()).toBeUndefined();
    trace.getTracer('untraced').startActiveSpan('nothing', () => expect(traceparentOf()).toBeUndefined());
  });

  it('names the span at hand', () => {
    keepSpans();
    trace.getTracer('traced').startActiveSpan('something', {}, contextOf(`00-${IDS}-01`), (span) => {
      const { spanId } = span.spanContext();
      expect(traceparentOf(context.active())).toBe(`00-0af7651916cd43dd8448eb211c80319c-${spanId}-01`);
    });
  });
});
