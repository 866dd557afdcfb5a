import { readUsage, type UsageForm } from '../../providers/prices/read-usage.ts';
import { isObject, parseJson } from '../../providers/wires/json-parts.ts';
import type { AnswerListener, AnswerMemory, AnswerReader } from './answer-reader.ts';
import { JsonOutline } from './json-outline.ts';

/** The largest body that is parsed; of a larger one, its outline is read as it comes. */
export const MOST_PARSED_BYTES = 1_048_576;
/** The most pieces that are held: each takes memory beside its bytes. */
export const MOST_PIECES = 1_024;

/** Reads an answer that is no stream. It holds pieces and never copies them: they are those that wait for their way to the caller. */
export function createBodyReader(
  form: UsageForm,
  memory: AnswerMemory,
  listener: AnswerListener | undefined,
): AnswerReader {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let outline: JsonOutline | undefined;

  function holds(chunk: Buffer): boolean {
    bytes += chunk.length;
    if (bytes > MOST_PARSED_BYTES || pieces.length === MOST_PIECES) return false;
    return memory.isHeld() || memory.take(chunk.length);
  }

  function body(): unknown {
    if (outline !== undefined) return outline.end();
    const [only] = pieces;
    const whole = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
    return parseJson(whole.toString('utf8'));
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
    end() {
      const said = body();
      if (outline === undefined) listener?.body(said);
      else listener?.outline(isObject(said) ? said : undefined);
      const usage = readUsage(said, form);
      const isWhole = said !== undefined;
      return { usage, model: usage?.model, isWhole, fault: undefined, written: 0, isFinalUsage: true };
    },
  };
}
