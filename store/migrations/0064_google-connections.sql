-- Up Migration

-- A way to the Gemini API. Rows that are there have one of the other providers and wires, so that both checks hold for them as before.
ALTER TABLE provider_connections
  DROP CONSTRAINT provider_connections_provider_check,
  ADD CONSTRAINT provider_connections_provider_check
    CHECK (provider IN ('anthropic', 'openai', 'openai_compatible', 'google')),
  DROP CONSTRAINT provider_connections_wire_check,
  ADD CONSTRAINT provider_connections_wire_check
    CHECK (wire IN ('messages', 'chat_completions', 'responses', 'generate_content'));
