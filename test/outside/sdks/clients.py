"""Sends equal requests to a provider directly and through the gateway, with the providers' clients, and prints the results."""

import json
import sys
import urllib.request

import anthropic
import openai

CLAUDE, GPT = "claude-haiku-4-5", "gpt-5-mini"
POEM = [{"role": "user", "content": "A poem"}]
WEATHER = [{"role": "user", "content": "The weather"}]
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}, "unit": {"type": "string"}}}
TOOL = {"tools": [{"name": "forecast", "input_schema": SCHEMA}], "tool_choice": {"type": "tool", "name": "forecast"}}
FUNCTION = {
    "tools": [{"type": "function", "function": {"name": "forecast", "parameters": SCHEMA}}],
    "tool_choice": {"type": "function", "function": {"name": "forecast"}},
}

place = json.loads(sys.argv[1])


def plan(*faults):
    """Plans these faults of the provider, from its next answer on."""
    body = json.dumps({"latency_ms": 0, "faults": list(faults)}).encode()
    headers = {"content-type": "application/json"}
    url = f"{place['provider']}/playback/plan"
    urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers, method="PUT")).close()


def refused(error, ask):
    try:
        ask()
    except error as caught:
        return [type(caught).__name__, getattr(caught, "status_code", None)]
    return "was answered"


def asked_of(origin, key):
    """Returns everything that is compared: the answer of each call, or the class of its error."""
    claude = anthropic.Anthropic(api_key=key, base_url=origin, max_retries=0)
    gpt = openai.OpenAI(api_key=key, base_url=f"{origin}/v1", max_retries=0)
    message = {"model": CLAUDE, "max_tokens": 100}

    def streamed():
        with claude.messages.stream(**message, messages=POEM) as stream:
            pieces = list(stream.text_stream)
            final = stream.get_final_message()
        return [pieces, final.stop_reason, final.usage.output_tokens]

    def streamed_tool():
        with claude.messages.stream(**message, messages=WEATHER, **TOOL) as stream:
            return [block.input for block in stream.get_final_message().content]

    def chunks(**more):
        stream = gpt.chat.completions.create(model=GPT, messages=POEM, stream=True, **more)
        return [chunk.model_dump(exclude_unset=True) for chunk in stream]

    def first_text():
        with claude.messages.stream(**message, messages=POEM) as stream:
            return next(iter(stream.text_stream))

    def streamed_response():
        with gpt.responses.stream(model=GPT, input="A poem") as stream:
            return stream.get_final_response().output_text

    plan()
    said = {
        "message": claude.messages.with_raw_response.create(**message, messages=POEM).http_response.text,
        "message_streamed": streamed(),
        "tool": [block.input for block in claude.messages.create(**message, messages=WEATHER, **TOOL).content],
        "tool_streamed": streamed_tool(),
        "chat": gpt.chat.completions.with_raw_response.create(model=GPT, messages=POEM).http_response.text,
        "chat_streamed": chunks(stream_options={"include_usage": True}),
        "function": gpt.chat.completions.create(model=GPT, messages=WEATHER, **FUNCTION)
        .choices[0]
        .message.tool_calls[0]
        .function.arguments,
        "response": gpt.responses.create(model=GPT, input="A poem").output_text,
        "response_streamed": streamed_response(),
    }
    plan({"fault": "rate_limited", "retry_after_seconds": 3})
    said["limited"] = refused(anthropic.APIError, lambda: claude.messages.create(**message, messages=POEM))
    plan({"fault": "failing", "status": 500})
    said["failing"] = refused(openai.APIError, lambda: gpt.chat.completions.create(model=GPT, messages=POEM))
    plan({"fault": "cut"})
    said["cut"] = refused(openai.APIError, chunks)
    plan({"fault": "slow", "latency_ms": 1})
    said["left"] = first_text()
    plan()
    return said


def asked_of_the_gateway(origin, key):
    """Returns the answers that only the gateway gives."""
    return {
        "models": sorted(model.id for model in anthropic.Anthropic(api_key=key, base_url=origin).models.list()),
        "stranger": [
            refused(anthropic.APIError, lambda: anthropic.Anthropic(api_key="nobody", base_url=origin).models.list()),
            refused(openai.APIError, lambda: openai.OpenAI(api_key="nobody", base_url=f"{origin}/v1").models.list()),
        ],
        "cost": openai.OpenAI(api_key=key, base_url=f"{origin}/v1")
        .chat.completions.with_raw_response.create(model=GPT, messages=POEM)
        .headers.get("x-tt-cost-usd"),
    }


direct = asked_of(place["provider"], "provider-key")
through = asked_of(place["gateway"], place["key"])
print(json.dumps({"direct": direct, "through": through, "own": asked_of_the_gateway(place["gateway"], place["key"])}))
