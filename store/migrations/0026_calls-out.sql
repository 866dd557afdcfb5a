-- Up Migration

-- The calls that a connection has out.
CREATE INDEX comparison_calls_out ON comparison_calls (connection_id) WHERE state = 'reserved';
