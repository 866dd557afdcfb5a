// Makes the calls with the clients that the providers publish for Node, instrumented, with spans sent at the end.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { AnthropicInstrumentation } from '@traceloop/instrumentation-anthropic';
import { OpenAIInstrumentation } from '@traceloop/instrumentation-openai';
import * as anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

const asked = JSON.parse(process.argv[2]);
const messages = [{ role: 'user', content: asked.prompt }];

const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
provider.register();
const ofOpenai = new OpenAIInstrumentation({ traceContent: false });
const ofAnthropic = new AnthropicInstrumentation({ traceContent: false });
ofOpenai.setTracerProvider(provider);
ofAnthropic.setTracerProvider(provider);
ofOpenai.manuallyInstrument(OpenAI);
ofAnthropic.manuallyInstrument(anthropic);

const gpt = new OpenAI({ apiKey: asked.key, baseURL: `${asked.origin}/v1`, maxRetries: 0 });
const claude = new anthropic.Anthropic({ apiKey: asked.key, baseURL: asked.origin, maxRetries: 0 });

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

async function make({ wire, model, streaming }) {
  if (wire === 'responses') return gpt.responses.create({ model, input: asked.prompt });
  const answer =
    wire === 'messages'
      ? await claude.messages.create({ model, max_tokens: 500, messages, stream: streaming })
      : await gpt.chat.completions.create({
          ...{ model, messages, stream: streaming },
          ...(streaming && { stream_options: { include_usage: true } }),
        });
  if (streaming) for await (const piece of answer) void piece;
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
