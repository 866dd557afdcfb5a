// Makes the calls with the instrumented clients that the providers publish for Node. Spans are sent at the end.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { AnthropicInstrumentation } from '@traceloop/instrumentation-anthropic';
import { OpenAIInstrumentation } from '@traceloop/instrumentation-openai';
import { readFileSync } from 'node:fs';
import * as anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { makeCalls, stating } from './make-calls.mjs';

const asked = JSON.parse(readFileSync(0, 'utf8'));

// Anthropic's client warns about each model that has been retired since then.
console.warn = () => undefined;

const provider = new NodeTracerProvider({
  spanProcessors: [stating(asked.attributes), new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
const ofOpenai = new OpenAIInstrumentation({ traceContent: false });
const ofAnthropic = new AnthropicInstrumentation({ traceContent: false });
ofOpenai.setTracerProvider(provider);
ofAnthropic.setTracerProvider(provider);
ofOpenai.manuallyInstrument(OpenAI);
ofAnthropic.manuallyInstrument(anthropic);

// Without a time-out option, clients refuse requests that may take long.
const options = { apiKey: asked.key, maxRetries: 0, timeout: 60_000 };
const gpt = new OpenAI({ ...options, baseURL: `${asked.origin}/v1` });
const claude = new anthropic.Anthropic({ ...options, baseURL: asked.origin });

async function make({ wire, body }) {
  if (wire === 'responses') return gpt.responses.create(body);
  const answer = wire === 'messages' ? await claude.messages.create(body) : await gpt.chat.completions.create(body);
  if (body.stream) for await (const piece of answer) void piece;
  return answer;
}

await makeCalls(asked, make);
await provider.shutdown();
