"""Makes the calls with the providers' clients: instrumented, with spans sent at the end, or through a LiteLLM proxy."""

import json
import os
import sys
import warnings

import anthropic
import openai

from plan_fault import plan_fault

asked = json.load(sys.stdin)

# Anthropic's client warns about each model that has been retired since then.
warnings.simplefilter("ignore", DeprecationWarning)

# The arguments that every version of the clients supports.
NAMED = {"model", "messages", "input", "max_tokens", "stream", "stream_options"}


def provider_of_spans(attributes):
    """Sends spans with the attributes of a resource to the endpoint in the variables of OpenTelemetry."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create(attributes))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


def instrument_with_openllmetry():
    from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor
    from opentelemetry.instrumentation.openai import OpenAIInstrumentor

    provider = provider_of_spans(asked["attributes"])
    OpenAIInstrumentor().instrument(tracer_provider=provider)
    AnthropicInstrumentor().instrument(tracer_provider=provider)
    return provider.shutdown


def instrument_with_openinference():
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.anthropic import AnthropicInstrumentor
    from openinference.instrumentation.openai import OpenAIInstrumentor

    provider = provider_of_spans({})
    OpenAIInstrumentor().instrument(tracer_provider=provider)
    AnthropicInstrumentor().instrument(tracer_provider=provider)
    stated = asked["stated"]
    using_attributes(
        user_id=stated["user"],
        session_id=stated["tag.session"],
        metadata={"tenant_id": stated["tenant"], "feature": stated["feature"]},
        tags=[f"plan:{stated['tag.plan']}"],
    ).__enter__()
    return provider.shutdown


def instrument_with_logfire():
    import logfire

    attributes = [f"{name}={value}" for name, value in asked["attributes"].items()]
    os.environ["OTEL_RESOURCE_ATTRIBUTES"] = ",".join(attributes)
    # It adds its own exporter if the variables of OpenTelemetry name an endpoint.
    logfire.configure(send_to_logfire=False, console=False)
    logfire.instrument_openai()
    logfire.instrument_anthropic()
    return logfire.shutdown


# Every call of the clients becomes a span. The returned function sends the spans.
INSTRUMENTATIONS = {
    "openllmetry": instrument_with_openllmetry,
    "openinference": instrument_with_openinference,
    "logfire": instrument_with_logfire,
}


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


finish = INSTRUMENTATIONS[asked["instrumentation"]]() if "instrumentation" in asked else lambda: None
# Without a time-out option, clients refuse requests that may take long.
headers = asked.get("headers", {})
options = {"api_key": asked["key"], "max_retries": 0, "timeout": 60, "default_headers": headers}
gpt = openai.OpenAI(**options, base_url=f"{asked['origin']}/v1")
claude = anthropic.Anthropic(**options, base_url=asked["origin"])
for call in asked["calls"]:
    plan_fault(asked, call.get("fault"))
    try:
        make(call, gpt, claude)
        ended = "answered"
    except (openai.APIError, anthropic.APIError) as error:
        ended = f"failed: {type(error).__name__}"
    if ended.startswith("failed") != ("fault" in call):
        sys.exit(f"{json.dumps(call)} {ended}")
plan_fault(asked, None)
finish()
