import { REFUSED_CHARACTERS, MAX_ID_BYTES } from '../../wire/id-text.ts';
import { isRefusedCall } from '../received/call-ending.ts';
import { CALL_NAMES } from './names/call-names.ts';
import type { OtlpSpan } from './otlp-traces.ts';
import { SpanAttributes } from './span-attributes.ts';

/** The failure of a call. */
export interface SpanError {
  /** The name of the error in the span, as `terminal_kind` can hold it. */
  readonly kind: string;
  /** True if the provider rejected the request. */
  readonly isRefused: boolean;
}

const ERROR_CODES: ReadonlySet<unknown> = new Set([2, '2', 'STATUS_CODE_ERROR']);
const OK_CODES: ReadonlySet<unknown> = new Set([1, '1', 'STATUS_CODE_OK']);

/** The status of an error answer, at the start of the message that pydantic-ai writes. */
const STATUS_IN_MESSAGE = /^status_code: (\d{3})\b/;

/**
 * The failure of a span's call; undefined for a call that did not fail. Some instrumentations name the error only in an
 * exception event. Such an exception counts as a failure if the status is an error, or if no tokens were counted and no
 * status marks it as handled.
 */
export function readSpanError(span: OtlpSpan, attributes: SpanAttributes): SpanError | undefined {
  const named = attributes.text(CALL_NAMES.errorType);
  const exception = (span.events ?? []).findLast(({ name }) => name === 'exception');
  const isFailed = named !== undefined || ERROR_CODES.has(span.status?.code);
  if (!isFailed && (exception === undefined || isHandled(span, attributes))) return undefined;
  const thrown = new SpanAttributes(exception?.attributes);
  const type = endingName(thrown.text(['exception.type']));
  const answered = attributes.number(CALL_NAMES.errorStatus);
  const [, inMessage] = STATUS_IN_MESSAGE.exec(thrown.text(['exception.message']) ?? '') ?? [];
  const stated = [endingName(named), type, inMessage, answered === undefined ? undefined : String(answered)];
  return {
    kind: endingName(named) ?? type ?? 'error',
    isRefused: stated.some((each) => each !== undefined && isRefusedCall(each)),
  };
}

/** True if the call continued after an exception. */
function isHandled({ status }: OtlpSpan, attributes: SpanAttributes): boolean {
  return OK_CODES.has(status?.code) || attributes.number(CALL_NAMES.inputTokens) !== undefined;
}

const REFUSED = new RegExp(`[${REFUSED_CHARACTERS}]`, 'u');

/**
 * The first line of a text as the name of an ending; undefined if it is too long, because the call is worth storing
 * without it.
 */
export function endingName(text: string | undefined): string | undefined {
  const [line = ''] = (text ?? '').slice(0, MAX_ID_BYTES + 1).split(REFUSED, 1);
  return line === '' || Buffer.byteLength(line) > MAX_ID_BYTES ? undefined : line;
}
