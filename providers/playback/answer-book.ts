import { createHash } from 'node:crypto';
import { createValidator } from '../../contracts/wire/validator.ts';
import { RecordedAnswerSchema, type RecordedAnswer } from './recorded-answer.ts';

const check = createValidator(RecordedAnswerSchema);

/** Recorded answers, indexed by prompt and model. */
export interface AnswerBook {
  /** The first answer that is recorded for this prompt and model; undefined if none is. */
  find(prompt: string, model: string): RecordedAnswer | undefined;
  /** The models with a recorded answer, in their order; undefined if an answer applies to any model. */
  readonly models: readonly string[] | undefined;
}

/**
 * Reads one recorded answer from each line.
 * @throws Refusal for a line that is not a recorded answer, with its number
 */
export function readAnswerBook(jsonl: string): AnswerBook {
  const whole = new Map<string, RecordedAnswer[]>();
  const partial: RecordedAnswer[] = [];
  const models = new Set<string | undefined>();
  for (const [index, line] of jsonl.split('\n').entries()) {
    if (line.trim() === '') continue;
    const answer = parseLine(line, index + 1);
    models.add(answer.model);
    const digest = answer.prompt === undefined ? answer.prompt_digest : promptDigest(answer.prompt);
    if (digest === undefined) partial.push(answer);
    else whole.set(digest, [...(whole.get(digest) ?? []), answer]);
  }
  return {
    models: models.has(undefined) ? undefined : [...models].filter((model) => model !== undefined),
    find(prompt, model) {
      const says = (answer: RecordedAnswer): boolean => answer.model === undefined || answer.model === model;
      const found = whole.get(promptDigest(prompt))?.find(says);
      return found ?? partial.find((answer) => says(answer) && answer.contains?.every((text) => prompt.includes(text)));
    },
  };
}

function parseLine(line: string, number: number): RecordedAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(line);
  } catch {
    throw new RangeError(`Line ${number} is no JSON.`);
  }
  const refusal = check(answer);
  if (refusal !== undefined) throw new RangeError(`Line ${number}: ${refusal.message}`);
  const recorded = answer as RecordedAnswer;
  const ways = [recorded.prompt, recorded.prompt_digest, recorded.contains].filter((way) => way !== undefined);
  if (ways.length !== 1) throw new RangeError(`Line ${number} needs one of prompt, prompt_digest and contains.`);
  return recorded;
}

export function promptDigest(prompt: string): string {
  return `sha256:${createHash('sha256').update(prompt).digest('hex')}`;
}
