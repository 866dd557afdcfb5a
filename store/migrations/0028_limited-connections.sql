-- Up Migration

-- Until when a provider has asked to be left alone; of whichever run it asked that.
ALTER TABLE provider_connections ADD COLUMN limited_until timestamptz;
