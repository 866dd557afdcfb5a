import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { parseTraceparent, formatTraceparent } from '../../../tracing/traceparent.ts';
import { collectSpans } from '../../../testing/collected-spans.ts';

const IDS = '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331';

describe('a traceparent', () => {
  it.each([
    ['sampled', `00-${IDS}-01`, `00-${IDS}-01`],
    ['not sampled', `00-${IDS}-00`, `00-${IDS}-00`],
    ['with unknown flags', `00-${IDS}-ff`, `00-${IDS}-01`],
    ['of a later version, with an addition', `cc-${IDS}-01-what-the-future-holds`, `00-${IDS}-01`],
  ])('%s is passed on', (_name, traceparent, handedOn) => {
    expect(formatTraceparent(parseTraceparent(traceparent))).toBe(handedOn);
  });

  it.each([
    ['nothing', undefined],
    ['a header twice', [`00-${IDS}-01`, `00-${IDS}-01`]],
    ['an empty text', ''],
    ['upper case', `00-${IDS.toUpperCase()}-01`],
    ['the invalid version', `ff-${IDS}-01`],
    ['version 00 with an addition', `00-${IDS}-01-more`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['a span id of zeros', `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`],
  ])('that is %s begins a separate trace', (_name, traceparent) => {
    expect(parseTraceparent(traceparent)).toBe(ROOT_CONTEXT);
  });

  it('does not exist outside a span, nor within one without an SDK', () => {
    expect(formatTraceparent()).toBeUndefined();
    trace.getTracer('untraced').startActiveSpan('nothing', () => expect(formatTraceparent()).toBeUndefined());
  });

  it('names the current span', () => {
    collectSpans();
    trace.getTracer('traced').startActiveSpan('something', {}, parseTraceparent(`00-${IDS}-01`), (span) => {
      const { spanId } = span.spanContext();
      expect(formatTraceparent(context.active())).toBe(`00-0af7651916cd43dd8448eb211c80319c-${spanId}-01`);
    });
  });
});
