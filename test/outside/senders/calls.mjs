// Makes the calls with the clients that the providers publish for Node, instrumented, with spans sent at the end.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { AnthropicInstrumentation } from '@traceloop/instrumentation-anthropic';
import { OpenAIInstrumentation } from '@traceloop/instrumentation-openai';
import { readFileSync } from 'node:fs';
import * as anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

const asked = JSON.parse(readFileSync(0, 'utf8'));

// The client of Anthropic warns of each model that was retired since.
console.warn = () => undefined;

const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
provider.register();
const ofOpenai = new OpenAIInstrumentation({ traceContent: false });
const ofAnthropic = new AnthropicInstrumentation({ traceContent: false });
ofOpenai.setTracerProvider(provider);
ofAnthropic.setTracerProvider(provider);
ofOpenai.manuallyInstrument(OpenAI);
ofAnthropic.manuallyInstrument(anthropic);

// Without a time of their own, clients refuse what may take long.
const options = { apiKey: asked.key, maxRetries: 0, timeout: 60_000 };
const gpt = new OpenAI({ ...options, baseURL: `${asked.origin}/v1` });
const claude = new anthropic.Anthropic({ ...options, baseURL: asked.origin });

const FAULTS = {
  rate_limited: [{ fault: 'rate_limited', retry_after_seconds: 0 }],
  failing: [{ fault: 'failing', status: 500 }],
};

/** Has the provider go wrong at its next answer, or at none. */
async function plan(fault) {
  const body = JSON.stringify({ latency_ms: 0, faults: FAULTS[fault] ?? [] });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${asked.provider}/playback/plan`, { method: 'PUT', headers, body });
}

async function make({ wire, body }) {
  if (wire === 'responses') return gpt.responses.create(body);
  const answer = wire === 'messages' ? await claude.messages.create(body) : await gpt.chat.completions.create(body);
  if (body.stream) for await (const piece of answer) void piece;
  return answer;
}

for (const call of asked.calls) {
  await plan(call.fault);
  const failure = await make(call).then(
    () => undefined,
    (error) => error,
  );
  if ((failure === undefined) !== (call.fault === undefined))
    throw new Error(`${JSON.stringify(call)} ended with ${failure}`);
}
await plan(undefined);
await provider.shutdown();
