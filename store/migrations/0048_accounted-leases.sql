-- Up Migration

-- A lease that lapsed is charged in full at first. It is accounted for once: by its process where that comes back, or by what a dead process
-- wrote into the journal. What was not used is free again then. Leases that lapsed before this migration are accounted for as well.
ALTER TABLE gateway_limit_leases ADD COLUMN accounted_at timestamptz;
CREATE INDEX gateway_limit_leases_lapsed ON gateway_limit_leases (expires_at) WHERE lapsed > 0 AND accounted_at IS NULL;
