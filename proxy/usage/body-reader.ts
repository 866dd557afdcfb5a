import { readUsage, type UsageForm } from '../../providers/usage/read-usage.ts';
import { parseJson } from '../../providers/json-parts.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import { classifyDocument } from '../answers/classify-document.ts';
import { CUT_OFF_ANSWER, NON_JSON_ANSWER, type Judgement } from '../../providers/answers/judgement.ts';
import type { AnswerReader, AnswerContext } from './answer-reader.ts';
import { JsonOutline } from './json-outline.ts';

/** The maximum bytes of a body that is parsed. Of a larger one, only the outline is read, as it arrives. */
export const MAX_PARSED_BYTES = 1_048_576;
/** The maximum number of pieces that are held: each takes memory in addition to its bytes. */
export const MAX_PIECES = 1_024;

const BYTE_ORDER_MARK = 0xfeff;
/** The start of JSON. A text that begins like JSON but is not JSON was cut off, and so was an empty text. */
const BEGINS_JSON = /^\s*(?:[{[]|$)/;

/**
 * A reader of an answer that is not a stream. It holds pieces and never copies them: the same pieces wait to be sent to
 * the caller.
 */
export function createBodyReader(
  protocol: Protocol,
  form: UsageForm,
  { memory, listener }: AnswerContext,
): AnswerReader {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let outline: JsonOutline | undefined;

  function holds(chunk: Buffer): boolean {
    bytes += chunk.length;
    if (bytes > MAX_PARSED_BYTES || pieces.length === MAX_PIECES) return false;
    return memory.isHeld() || memory.take(chunk.length);
  }

  function text(): string {
    const [only] = pieces;
    const whole = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
    const document = whole.toString('utf8');
    return document.charCodeAt(0) === BYTE_ORDER_MARK ? document.slice(1) : document;
  }

  function readOutline(of: JsonOutline): [document: unknown, judgement: Judgement] {
    const document = of.end();
    listener?.outline(document);
    if (document !== undefined) return [document, classifyDocument(protocol, document, true)];
    return [document, of.isObject ? CUT_OFF_ANSWER : NON_JSON_ANSWER];
  }

  function readText(): [document: unknown, judgement: Judgement] {
    const written = text();
    const document = parseJson(written);
    listener?.body(document);
    if (document !== undefined) return [document, classifyDocument(protocol, document, false)];
    return [document, BEGINS_JSON.test(written) ? CUT_OFF_ANSWER : NON_JSON_ANSWER];
  }

  return {
    see(chunk) {
      if (outline === undefined) {
        if (holds(chunk)) {
          pieces.push(chunk);
          return;
        }
        outline = new JsonOutline();
        for (const piece of pieces.splice(0)) outline.see(piece);
      }
      outline.see(chunk);
    },
    finish: (then) => then(),
    beginning: 'answering',
    hasError: false,
    end() {
      const [document, judgement] = outline === undefined ? readText() : readOutline(outline);
      const usage = readUsage(document, form, outline === undefined);
      return { usage, model: usage?.model, judgement, written: 0, isFinalUsage: true };
    },
  };
}
