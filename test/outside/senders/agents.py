"""Makes the calls as runs of pydantic-ai agents, which build the bodies themselves. Spans are sent at the end."""

import asyncio
import json
import sys

import anthropic
import openai
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

from plan_fault import plan_fault

asked = json.load(sys.stdin)

spans = TracerProvider(resource=Resource.create(asked["attributes"]))
spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
settings = InstrumentationSettings(tracer_provider=spans, include_content=False)

options = {"api_key": asked["key"], "max_retries": 0, "timeout": 60}
gpt = OpenAIProvider(openai_client=openai.AsyncOpenAI(**options, base_url=f"{asked['origin']}/v1"))
claude = AnthropicProvider(anthropic_client=anthropic.AsyncAnthropic(**options, base_url=asked["origin"]))
MODELS = {
    "chat": lambda name: OpenAIChatModel(name, provider=gpt),
    "responses": lambda name: OpenAIResponsesModel(name, provider=gpt),
    "messages": lambda name: AnthropicModel(name, provider=claude),
}


def agent_of(model):
    """Passes the settings, which version 2 accepts as a capability."""
    try:
        from pydantic_ai.capabilities import Instrumentation
    except ImportError:
        return Agent(model, name="sender", instrument=settings)
    return Agent(model, name="sender", capabilities=[Instrumentation(settings=settings)])


async def make(call):
    body = call["body"]
    prompt = body["input"] if "input" in body else body["messages"][0]["content"]
    agent = agent_of(MODELS[call["wire"]](body["model"]))
    of_model = {"max_tokens": body["max_tokens"]} if "max_tokens" in body else {}
    if not body.get("stream"):
        return await agent.run(prompt, model_settings=of_model)
    async with agent.run_stream(prompt, model_settings=of_model) as answer:
        async for _ in answer.stream_text():
            pass


async def main():
    for call in asked["calls"]:
        plan_fault(asked, call.get("fault"))
        try:
            await make(call)
            ended = "answered"
        except ModelHTTPError as error:
            ended = f"failed: {error}"
        if ended.startswith("failed") != ("fault" in call):
            sys.exit(f"{json.dumps(call)} {ended}")
    plan_fault(asked, None)


asyncio.run(main())
spans.shutdown()
