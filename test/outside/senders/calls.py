"""Makes the calls with the clients that the providers publish: instrumented, with spans sent at the end, or of a LiteLLM proxy."""

import json
import sys
import urllib.request

import anthropic
import openai

asked = json.loads(sys.argv[1])
MESSAGES = [{"role": "user", "content": asked["prompt"]}]


def plan(fault):
    """Has the provider go wrong at its next answer, or at none."""
    faults = {
        "rate_limited": [{"fault": "rate_limited", "retry_after_seconds": 0}],
        "failing": [{"fault": "failing", "status": 500}],
    }
    body = json.dumps({"latency_ms": 0, "faults": faults.get(fault, [])}).encode()
    headers = {"content-type": "application/json"}
    url = f"{asked['provider']}/playback/plan"
    urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers, method="PUT")).close()


def instrument():
    """Every call of the clients becomes a span; what is returned sends them."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor
    from opentelemetry.instrumentation.openai import OpenAIInstrumentor
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    OpenAIInstrumentor().instrument(tracer_provider=provider)
    AnthropicInstrumentor().instrument(tracer_provider=provider)
    return provider.shutdown


def make(call, gpt, claude):
    model, streaming = call["model"], call["streaming"]
    if call["wire"] == "responses":
        return gpt.responses.create(model=model, input=asked["prompt"])
    if call["wire"] == "messages":
        answer = claude.messages.create(model=model, max_tokens=500, messages=MESSAGES, stream=streaming)
    else:
        more = {"stream_options": {"include_usage": True}} if streaming else {}
        answer = gpt.chat.completions.create(model=model, messages=MESSAGES, stream=streaming, **more)
    return list(answer) if streaming else answer


finish = instrument() if asked["instrumented"] else lambda: None
gpt = openai.OpenAI(api_key=asked["key"], base_url=f"{asked['origin']}/v1", max_retries=0)
claude = anthropic.Anthropic(api_key=asked["key"], base_url=asked["origin"], max_retries=0)
for call in asked["calls"]:
    plan(call.get("fault"))
    try:
        make(call, gpt, claude)
        ended = "answered"
    except (openai.APIError, anthropic.APIError) as error:
        ended = f"failed: {type(error).__name__}"
    if ended.startswith("failed") != ("fault" in call):
        sys.exit(f"{json.dumps(call)} {ended}")
plan(None)
finish()
