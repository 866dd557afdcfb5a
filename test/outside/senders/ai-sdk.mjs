// Makes the calls with Vercel's AI SDK, which builds their bodies. Spans are sent at the end.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import * as ai from 'ai';
import { readFileSync } from 'node:fs';
import { makeCalls, stating } from './make-calls.mjs';

const asked = JSON.parse(readFileSync(0, 'utf8'));

const { user, tenant, feature, 'tag.session': session, 'tag.plan': plan } = asked.stated;
const metadata = { userId: user, tenantId: tenant, sessionId: session, plan };

/** True for version 7, which creates spans in a separate package and states no metadata on spans of calls. */
const isSeparate = ai.registerTelemetry !== undefined;
const exporting = new BatchSpanProcessor(new OTLPTraceExporter());
const spanProcessors = isSeparate ? [stating(asked.attributes), exporting] : [exporting];
const provider = new NodeTracerProvider({ spanProcessors });
provider.register();

/** The versions before 7 create spans if a call enables them. */
async function telemetry() {
  const settings = { isEnabled: true, functionId: feature };
  if (!isSeparate) return { experimental_telemetry: { ...settings, metadata } };
  const { OpenTelemetry } = await import('@ai-sdk/otel');
  ai.registerTelemetry(new OpenTelemetry());
  return { telemetry: settings };
}

const options = { apiKey: asked.key, baseURL: `${asked.origin}/v1` };
const gpt = createOpenAI(options);
const claude = createAnthropic(options);
const common = { ...(await telemetry()), maxRetries: 0, onError: () => undefined };

function modelOf({ wire, body: { model } }) {
  if (wire === 'responses') return gpt.responses(model);
  return wire === 'messages' ? claude(model) : gpt.chat(model);
}

async function make(call) {
  const { input, messages, max_tokens: maxOutputTokens, stream } = call.body;
  const prompt = input ?? messages[0].content;
  const request = { ...common, model: modelOf(call), prompt, maxOutputTokens };
  if (!stream) return ai.generateText(request);
  const { textStream } = ai.streamText(request);
  for await (const piece of textStream) void piece;
}

await makeCalls(asked, make);
await provider.shutdown();
