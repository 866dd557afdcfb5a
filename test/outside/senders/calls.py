"""Makes the calls with the clients that the providers publish: instrumented, with spans sent at the end, or of a LiteLLM proxy."""

import json
import sys
import urllib.request
import warnings

import anthropic
import openai

asked = json.load(sys.stdin)

# The client of Anthropic warns of each model that was retired since.
warnings.simplefilter("ignore", DeprecationWarning)

# What every version of the clients has a name for.
NAMED = {"model", "messages", "input", "max_tokens", "stream", "stream_options"}


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
    create = {
        "responses": gpt.responses.create,
        "messages": claude.messages.create,
        "chat": gpt.chat.completions.create,
    }[call["wire"]]
    named = {name: value for name, value in call["body"].items() if name in NAMED}
    others = {name: value for name, value in call["body"].items() if name not in NAMED}
    answer = create(**named, extra_body=others)
    return list(answer) if call["body"].get("stream") else answer


finish = instrument() if asked["instrumented"] else lambda: None
# Without a time of their own, clients refuse what may take long.
options = {"api_key": asked["key"], "max_retries": 0, "timeout": 60}
gpt = openai.OpenAI(**options, base_url=f"{asked['origin']}/v1")
claude = anthropic.Anthropic(**options, base_url=asked["origin"])
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
