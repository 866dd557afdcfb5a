-- Up Migration

-- Sent items stay in the table; neither sending one, nor counting what waits, nor finding lost runs may read them all.
CREATE INDEX workflow_outbox_unsent ON workflow_outbox (workflow_id) WHERE sent_at IS NULL;
