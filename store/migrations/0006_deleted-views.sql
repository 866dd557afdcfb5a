-- Up Migration

-- A deleted view stays as the record of what its reports asked; nobody sees it any more.
ALTER TABLE saved_views ADD COLUMN deleted_at timestamptz;
