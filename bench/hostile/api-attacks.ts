import { gzipSync } from 'node:zlib';
import { repeatInList, protobufField as field, repeatField } from '../../testing/ingest/sent-bodies.ts';
import type { Attack } from './gateway-attacks.ts';

const BODY_BYTES = 5 * 1_048_576;
const JSON_MEDIA = 'application/json';
const LINES_MEDIA = 'application/x-ndjson';
const SPANS = '/otlp/v1/traces';
const PROTOBUF = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };

/** Sends a body repeatedly, eight in parallel. */
function bodies(path: string, headers: Readonly<Record<string, string>>, make: () => Buffer): Attack {
  return (world) => {
    const { api, traffic, runtime } = world.targets;
    const body = make();
    return world.flood(8, () => world.send({ to: `${api}${traffic}${path}`, token: runtime, body, headers }));
  };
}

const NOTHING = Buffer.alloc(0);
const LOG = JSON.stringify({
  ...{ call_type: 'acompletion', startTime: 1_772_362_800, endTime: 1_772_362_801, litellm_call_id: 'a' },
  ...{ custom_llm_provider: 'openai', model: 'gpt-4o', prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** Attacks on the API, by their descriptions. */
export const API_ATTACKS: Readonly<Record<string, Attack>> = {
  '490,000 spans in protobuf': bodies(SPANS, PROTOBUF, () =>
    gzipSync(field(1, field(2, repeatField(490_000, field(2, NOTHING))))),
  ),
  '490,000 attributes in protobuf': bodies(SPANS, PROTOBUF, () =>
    gzipSync(field(1, field(2, repeatField(49, field(2, repeatField(9_999, field(9, NOTHING))))))),
  ),
  'texts that stand again in protobuf': bodies(SPANS, PROTOBUF, () =>
    gzipSync(
      field(1, field(2, field(2, repeatField(9_000, field(9, repeatField(40, field(1, Buffer.from('twice')))))))),
    ),
  ),
  '490,000 attributes in JSON': bodies(SPANS, { 'content-type': JSON_MEDIA }, () =>
    Buffer.from(
      `{"resourceSpans":[{"scopeSpans":[{"spans":${repeatInList(49, `{"attributes":${repeatInList(9_999, '{}')}}`)}}]}]}`,
    ),
  ),
  'objects of many members': bodies('', { 'content-type': JSON_MEDIA }, () => {
    const members = Array.from({ length: 990 }, (_, index) => `"k${index}":1`).join(',');
    return Buffer.from(repeatInList(500, `{${members}}`).slice(0, BODY_BYTES));
  }),
  '10,000 faulty lines': bodies('', { 'content-type': LINES_MEDIA }, () =>
    Buffer.from(`{"event":"request_admitted","x":"${'y'.repeat(450)}"}\n`.repeat(10_000)),
  ),
  '10,000 lines that are no JSON': bodies('', { 'content-type': LINES_MEDIA }, () =>
    Buffer.from(`${'['.repeat(500)}\n`.repeat(10_000)),
  ),
  '10,000 entries of LiteLLM': bodies('/litellm', { 'content-type': JSON_MEDIA }, () =>
    Buffer.from(repeatInList(10_000, LOG)),
  ),
};
