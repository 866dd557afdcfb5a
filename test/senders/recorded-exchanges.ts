import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse as parseRows } from 'csv-parse/sync';
import { parse } from 'yaml';
import type { SentCall } from './calls.ts';

/** A request of a client to a provider, and the provider's answer, byte for byte. */
export interface RecordedExchange {
  readonly wire: SentCall['wire'];
  readonly body: SentCall['body'];
  readonly status: number;
  readonly text: Buffer;
}

export const PATHS = { chat: '/v1/chat/completions', responses: '/v1/responses', messages: '/v1/messages' } as const;

interface Interaction {
  readonly request: { readonly uri: string; readonly body?: string; readonly parsed_body?: unknown };
  readonly response: {
    readonly status: { readonly code: number };
    readonly body?: { readonly string?: string | Uint8Array };
    readonly parsed_body?: unknown;
  };
}

/** The exchanges with OpenAI and Anthropic in the cassettes of a folder, ordered by name. */
export function* readCassettes(folder: string): Generator<RecordedExchange> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.yaml')) continue;
    const { interactions } = parse(readFileSync(join(folder, name), 'utf8')) as { interactions: Interaction[] };
    for (const { request, response } of interactions) {
      const wire = wireOf(request.uri);
      if (wire === undefined) continue;
      const body = (request.parsed_body ?? JSON.parse(request.body ?? '')) as SentCall['body'];
      yield { wire, body, status: response.status.code, text: textOf(response) };
    }
  }
}

function wireOf(uri: string): SentCall['wire'] | undefined {
  const { origin, pathname } = new URL(uri);
  if (!/^https:\/\/api\.(openai|anthropic)\.com$/.test(origin)) return undefined;
  return (['chat', 'responses', 'messages'] as const).find((wire) => PATHS[wire] === pathname);
}

/**
 * The text of a response. Cassettes contain compressed bodies unchanged, and parsed JSON as the value that their tool
 * parsed.
 */
function textOf({ body, parsed_body: read }: Interaction['response']): Buffer {
  const text = Buffer.from(body?.string ?? JSON.stringify(read));
  return text[0] === 0x1f && text[1] === 0x8b ? gunzipSync(text) : text;
}

/** A row of the table of exchanges. A value that was not recorded is empty. */
type Row = Readonly<Record<string, string>>;

/**
 * The exchanges of Chat Completions in the table of a file. Their texts were not stored, so this function creates new
 * texts.
 */
export function* readChatRows(file: string): Generator<RecordedExchange> {
  for (const row of parseRows<Row>(readFileSync(file, 'utf8'), { columns: true })) {
    if (row['provider'] !== 'openai' || row['path'] !== PATHS.chat || row['status'] !== '200') continue;
    const { file: of = '', n = '', stream, req_model: model = '' } = row;
    const usage = usageOf(row);
    const streaming = stream === '1';
    const body = {
      ...{ model, messages: [{ role: 'user', content: `${of} ${n}` }] },
      ...(streaming && { stream: true, ...(usage !== undefined && { stream_options: { include_usage: true } }) }),
    };
    yield {
      wire: 'chat',
      body,
      status: 200,
      text: Buffer.from(streaming ? streamOf(row, usage) : answerOf(row, usage)),
    };
  }
}

function usageOf(row: Row) {
  if (row['input_tokens'] === '') return undefined;
  const count = (name: string) => (row[name] === '' ? undefined : Number(row[name]));
  return {
    prompt_tokens: count('input_tokens'),
    completion_tokens: count('output_tokens') ?? 0,
    total_tokens: count('total_tokens'),
    prompt_tokens_details: { cached_tokens: count('cache_read_tokens') },
    completion_tokens_details: { reasoning_tokens: count('reasoning_tokens') },
  };
}

const head = ({ resp_model: model }: Row, object: string) => ({ id: 'chatcmpl-1', object, created: 1, model });

function answerOf(row: Row, usage: object | undefined): string {
  const message = { role: 'assistant', content: 'An answer.' };
  return JSON.stringify({
    ...head(row, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
    usage,
  });
}

function streamOf(row: Row, usage: object | undefined): string {
  const piece = (choices: object[], more?: object) => ({ ...head(row, 'chat.completion.chunk'), choices, ...more });
  const pieces = [
    piece([{ index: 0, delta: { role: 'assistant', content: 'An answer.' }, finish_reason: null }]),
    piece([{ index: 0, delta: {}, finish_reason: 'stop' }]),
    ...(usage === undefined ? [] : [piece([], { usage })]),
  ];
  return `${pieces.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`;
}
