import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CalledEndpoint } from '../../../../domain/models/protocols.ts';
import type { ReadAnswer } from '../../../../proxy/usage/answer-reader.ts';
import { createAnswerReader } from '../../../../proxy/usage/create-answer-reader.ts';

const OPENAI = { priceProvider: 'openai', flavor: 'chat' } as const;
const EMBEDDINGS = { priceProvider: 'openai', flavor: 'embeddings' } as const;
const USAGE = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
const ANSWER = { model: 'gpt-5-mini', choices: [{ message: { content: 'Hello' } }], usage: USAGE };
const STREAM = [
  'data: {"model":"gpt-5-mini","choices":[{"delta":{"content":"Hello"},"finish_reason":"stop"}]}\n\n',
  `data: {"model":"gpt-5-mini","choices":[],"usage":${JSON.stringify(USAGE)}}\n\n`,
  'data: [DONE]\n\n',
].join('');

interface Options {
  readonly type?: string | string[];
  readonly encoding?: string;
  readonly endpoint?: CalledEndpoint;
  readonly size?: number;
  readonly memory?: number;
  readonly isHeld?: boolean;
}

interface Got {
  readonly answer: ReadAnswer;
  readonly taken: number;
  readonly heard: readonly string[];
}

/** The result of reading an answer that arrives in pieces of this number of bytes. */
async function read(bytes: Buffer | string, options: Options = {}): Promise<Got> {
  const { type = 'application/json', encoding, endpoint = 'chat_completions', size = 16_384 } = options;
  const heard: string[] = [];
  let taken = 0;
  const headers = { 'content-type': type as string, ...(encoding !== undefined && { 'content-encoding': encoding }) };
  const reader = createAnswerReader(
    { endpoint, usage: endpoint === 'embeddings' ? EMBEDDINGS : OPENAI, headers },
    {
      take(asked) {
        if (taken + asked > (options.memory ?? Infinity)) return false;
        taken += asked;
        return true;
      },
      isHeld: () => options.isHeld === true,
    },
    {
      event: () => void heard.push('event'),
      body: (body) => void heard.push(body === undefined ? 'no body' : 'body'),
      outline: (outline) => void heard.push(outline === undefined ? 'no outline' : 'outline'),
    },
  );
  const whole = Buffer.from(bytes);
  for (let at = 0; at < whole.length; at += size) reader.see(whole.subarray(at, at + size));
  await new Promise<void>((resolve) => reader.finish(resolve));
  return { answer: reader.end(), taken, heard };
}

const READ = { model: 'gpt-5-mini', units: { input_tokens: 5, output_tokens: 2 } };

describe('a body', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', 'text/plain'])(
    'of the type %s is read as JSON',
    async (type) => {
      const { answer, heard } = await read(JSON.stringify(ANSWER), { type });
      expect([answer.usage, answer.judgement, heard]).toEqual([READ, { state: 'complete' }, ['body']]);
    },
  );

  it('of 30 MB of numbers is read by its outline, of which at most 1 MiB is used', async () => {
    const numbers = '0.0123456789,'.repeat(2_300_000);
    const text = `{"model":"text-embedding-3-small","data":[{"embedding":[${numbers}1]}],"usage":{"prompt_tokens":5,"total_tokens":5}}`;
    const { answer, taken, heard } = await read(text, { endpoint: 'embeddings', size: 65_536 });
    expect(answer.usage).toEqual({ model: 'text-embedding-3-small', units: { input_tokens: 5 } });
    expect([answer.judgement, heard, taken <= 1_048_576]).toEqual([{ state: 'complete' }, ['outline'], true]);
  });

  it('that waits for its end is used once', async () => {
    const { answer, taken } = await read(JSON.stringify(ANSWER), { isHeld: true });
    expect([answer.usage, taken]).toEqual([READ, 0]);
  });

  it('without available memory is read by its outline', async () => {
    const { answer, taken, heard } = await read(JSON.stringify(ANSWER), { memory: 100, size: 50 });
    expect([answer.usage, taken, heard]).toEqual([READ, 100, ['outline']]);
  });

  it('with too many pieces is read by its outline', async () => {
    const { answer, heard } = await read(JSON.stringify({ ...ANSWER, padding: 'x'.repeat(2_000) }), { size: 1 });
    expect([answer.usage, heard]).toEqual([READ, ['outline']]);
  });

  it('whose model writes a usage into its text does not affect the usage', async () => {
    const text = 'x'.repeat(2_000_000);
    const forged = { ...ANSWER, choices: [{ message: { content: `${text}","usage":{"prompt_tokens":0},"x":"` } }] };
    expect((await read(JSON.stringify(forged))).answer.usage).toEqual(READ);
    const { usage: _usage, ...silent } = forged;
    expect((await read(JSON.stringify(silent))).answer.usage).toBeUndefined();
  });

  it('that is interrupted is incomplete, small or large', async () => {
    for (const padding of [10, 2_000_000]) {
      const text = JSON.stringify({ ...ANSWER, padding: 'x'.repeat(padding) });
      expect((await read(text.slice(0, -5))).answer).toMatchObject({
        usage: undefined,
        judgement: { state: 'cut_off' },
      });
    }
  });
});

describe('a stream', () => {
  it.each([
    ['text/event-stream'],
    ['Text/Event-Stream'],
    ['text/event-stream; charset=utf-8'],
    [' TEXT/EVENT-STREAM ;x=y'],
    [['text/event-stream', 'application/json']],
  ])('of the type %j is read as a stream', async (type) => {
    const { answer, heard } = await read(STREAM, { type });
    expect(answer).toMatchObject({ usage: READ, judgement: { state: 'complete' }, written: 5, isFinalUsage: true });
    expect(heard).toEqual(['event', 'event', 'event']);
  });
});

describe('a compressed answer', () => {
  const codings = [
    ['gzip', gzipSync],
    ['X-GZip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const;

  it.each(codings)('in %s is read', async (encoding, compress) => {
    const stream = await read(compress(STREAM), { type: 'text/event-stream', encoding, size: 7 });
    expect(stream.answer).toMatchObject({ usage: READ, judgement: { state: 'complete' }, isFinalUsage: true });
    expect(stream.heard).toEqual(['event', 'event', 'event']);
    expect((await read(compress(JSON.stringify(ANSWER)), { encoding })).answer.usage).toEqual(READ);
  });

  it('in identity counts as uncompressed', async () => {
    expect((await read(JSON.stringify(ANSWER), { encoding: 'Identity' })).answer.usage).toEqual(READ);
  });

  it.each(['compress', 'gzip, br', 'constructor'])('in %s has unknown usage instead of 0', async (encoding) => {
    const { answer } = await read(JSON.stringify(ANSWER), { encoding });
    expect(answer).toMatchObject({ usage: undefined, judgement: { state: 'unreadable' }, isFinalUsage: false });
  });

  it('that is not gzip has no usage', async () => {
    expect((await read(JSON.stringify(ANSWER), { encoding: 'gzip' })).answer.usage).toBeUndefined();
  });

  it('that is interrupted is read as far as possible', async () => {
    const whole = gzipSync(STREAM);
    const { answer } = await read(whole.subarray(0, whole.length - 8), { type: 'text/event-stream', encoding: 'gzip' });
    expect(answer.usage).toEqual(READ);
  });

  it('that is a bomb is read up to a hundred bytes per arrived byte', async () => {
    // 1 GiB of blanks compresses to 1 MB. The reader reads 14 MB of these 128 MiB.
    const bomb = gzipSync(Buffer.alloc(134_217_728, ' '));
    const { answer, taken } = await read(bomb, { type: 'text/event-stream', encoding: 'gzip' });
    expect(answer).toMatchObject({ usage: undefined, judgement: { state: 'unreadable' } });
    expect(taken).toBeLessThan(2_097_152);
  });

  it('without memory for its decoder has no usage', async () => {
    const { answer, taken } = await read(gzipSync(STREAM), { type: 'text/event-stream', encoding: 'gzip', memory: 10 });
    expect([answer.usage, taken]).toEqual([undefined, 0]);
  });
});
