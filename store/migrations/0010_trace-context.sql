-- Up Migration

-- The trace in which an item was left, as a W3C `traceparent`, for the relay to go on with. Nullable: without tracing there
-- is none, and processes of the previous version write items beside us. Adding it rewrites nothing.
ALTER TABLE workflow_outbox ADD COLUMN trace_context text;
