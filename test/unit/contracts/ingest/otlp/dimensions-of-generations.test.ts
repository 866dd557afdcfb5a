import { describe, expect, it } from 'vitest';
import { readSpan } from '../../../../../contracts/ingest/otlp/read-span.ts';
import { readLogRecord } from '../../../../../contracts/ingest/otlp/logs/read-log-record.ts';
import type { OtlpLogRecord } from '../../../../../contracts/ingest/otlp/logs/otlp-logs.ts';
import type { CallPrices } from '../../../../../domain/models/call-prices.ts';
import { claudeCodeRecord, codexRecord } from '../../../../../testing/ingest/agent-records.ts';
import {
  makeSpan,
  type SpanAttributeValues,
  makeAttributes,
  CHAT_ATTRIBUTES,
} from '../../../../../testing/ingest/made-spans.ts';

const prices: CallPrices = { priceOf: () => ({ state: 'unpriced', reason: 'usage_unknown', revision: 'r' }) };

function stated(
  attributes: SpanAttributeValues,
  resource: SpanAttributeValues = {},
  call: SpanAttributeValues = CHAT_ATTRIBUTES,
): unknown {
  const span = makeSpan({ ...call, ...attributes });
  const reading = readSpan(span, { resource: makeAttributes(resource) }, prices);
  if (typeof reading === 'string' || !('call' in reading)) throw new Error(JSON.stringify(reading));
  return reading.call.dimensions.dimensions;
}

function recorded(record: OtlpLogRecord): unknown {
  const reading = readLogRecord(record, undefined, prices);
  if (typeof reading === 'string' || !('call' in reading)) throw new Error(JSON.stringify(reading));
  return reading.call.dimensions.dimensions;
}

describe('the dimensions of a span', () => {
  it('are absent if it states none', () => {
    expect(stated({})).toBeUndefined();
  });

  it('have the names of Truetally, on the span before those of its resource and all others', () => {
    const own = {
      ...{ 'truetally.user': 'ada', 'truetally.feature': 'search', 'truetally.agent': 'planner', 'truetally.key': 'k' },
      ...{ 'truetally.step_class': 'user_turn', 'truetally.step_id': 's2', 'truetally.parent_id': 's1' },
      ...{ 'truetally.tool': 'find', 'truetally.tag.Env': 'prod', 'truetally.tag.two words': 'x', 'user.id': 'other' },
    };
    const resource = { 'truetally.tenant': 'acme', 'truetally.user': 'other', 'truetally.tag.region': 'eu' };
    expect(stated(own, resource)).toEqual({
      ...{ user: 'ada', tenant: 'acme', feature: 'search', agent: 'planner', key: 'k', step_class: 'user_turn' },
      ...{ step_id: 's2', parent_id: 's1', tool: 'find', 'tag.env': 'prod', 'tag.region': 'eu' },
    });
  });

  it.each<[string, SpanAttributeValues, unknown]>([
    [
      'OpenTelemetry',
      { 'user.id': 'ada', 'gen_ai.agent.name': 'planner', 'gen_ai.conversation.id': 'c1', 'session.id': 'other' },
      { user: 'ada', agent: 'planner', 'tag.session': 'c1' },
    ],
    ['OpenTelemetry before version 1.27', { 'enduser.id': 7 }, { user: '7' }],
    [
      'OpenLLMetry, and LangChain through it',
      {
        ...{ 'traceloop.association.properties.user_id': 'ada', 'traceloop.association.properties.thread_id': 't1' },
        ...{ 'traceloop.association.properties.tenant_id': 'acme', 'traceloop.association.properties.plan': 'pro' },
        ...{ 'traceloop.association.properties.ls_provider': 'openai', 'llm.user': '' },
      },
      { user: 'ada', tenant: 'acme', 'tag.session': 't1', 'tag.plan': 'pro' },
    ],
    ['OpenLLMetry, by a member of the request', { 'llm.user': 'ada' }, { user: 'ada' }],
    [
      'LangChain through LangSmith',
      {
        ...{ 'langsmith.metadata.user_id': 'ada', 'langsmith.metadata.session_id': 's1' },
        ...{ 'langsmith.metadata.langgraph_node': 'plan', 'langsmith.span.tags': 'beta,env:prod' },
      },
      { user: 'ada', 'tag.session': 's1', 'tag.beta': 'true', 'tag.env': 'prod' },
    ],
    ['pydantic-ai', { 'gen_ai.agent.name': 'planner', agent_name: 'other' }, { agent: 'planner' }],
    [
      'OpenInference',
      {
        ...{ 'user.id': 'ada', 'session.id': 's1', 'agent.name': 'planner', 'tag.tags': ['beta', 'env:prod'] },
        metadata: JSON.stringify({ tenant: 'acme', plan: 'pro', seats: 5, nested: { a: 1 }, user_id: 'other' }),
      },
      {
        ...{ user: 'ada', tenant: 'acme', agent: 'planner', 'tag.session': 's1', 'tag.plan': 'pro', 'tag.seats': '5' },
        ...{ 'tag.beta': 'true', 'tag.env': 'prod' },
      },
    ],
    ['OpenInference with metadata that is not JSON', { metadata: "{'tenant': 'acme'}" }, undefined],
    [
      'AI SDK',
      {
        ...{ 'ai.telemetry.functionId': 'summary', 'ai.telemetry.metadata.userId': 'ada' },
        ...{ 'ai.telemetry.metadata.sessionId': 's1', 'ai.telemetry.metadata.tenantId': 7 },
        ...{ 'ai.telemetry.metadata.plan': 'pro', 'ai.telemetry.metadata.langfuseTags': ['a'] },
      },
      { user: 'ada', tenant: '7', feature: 'summary', 'tag.session': 's1', 'tag.plan': 'pro' },
    ],
    [
      'LiteLLM',
      {
        ...{ 'metadata.user_api_key_end_user_id': 'ada', 'metadata.user_api_key_alias': 'search-ci' },
        ...{ 'metadata.user_api_key_hash': 'h', 'metadata.requester_metadata': '{"tenant":"acme","plan":"pro"}' },
      },
      { user: 'ada', tenant: 'acme', key: 'search-ci', 'tag.plan': 'pro' },
    ],
  ])('have the names of %s', (_, attributes, dimensions) => {
    expect(stated(attributes)).toEqual(dimensions);
  });
});

describe('the dimensions of a log record', () => {
  it('of Claude Code are its user and its session, and no mail address', () => {
    const counts = { model: 'claude-haiku-4-5', input_tokens: '1', output_tokens: '1' };
    const user = { 'user.id': 'u1', 'user.account_uuid': 'a1', 'user.email': 'ada@example.com' };
    const record = claudeCodeRecord('api_request', { ...counts, ...user });
    expect(recorded(record)).toEqual({ user: 'u1', 'tag.session': '7f9ff4a9' });
  });

  it('of Codex are its account and its conversation', () => {
    const ended = { 'event.kind': 'response.completed', input_token_count: '1', output_token_count: '1' };
    const record = codexRecord('sse_event', { ...ended, 'user.account_id': 'a1', 'user.email': 'ada@example.com' });
    expect(recorded(record)).toEqual({ user: 'a1', 'tag.session': 'c' });
  });
});
