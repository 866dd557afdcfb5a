-- Up Migration

-- Each process of the gateway says every few seconds that it is alive. One that falls silent without an end was killed: a worker ends what its
-- part of the journal has left open. Processes of versions before have no row, and their calls are ended after a day.
CREATE TABLE gateway_processes (
  -- The writer of its part of the journal.
  process_id text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  -- When it ended in order, or when its calls were ended for it.
  ended_at timestamptz
);
CREATE INDEX gateway_processes_open ON gateway_processes (seen_at) WHERE ended_at IS NULL;
