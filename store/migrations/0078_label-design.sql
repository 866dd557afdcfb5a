-- Up Migration

-- How the claim of a lease chose its row. A label takes it over. Leases from before state no design, and neither do
-- their labels.
ALTER TABLE annotation_leases
  ADD COLUMN strategy text CHECK (strategy IN ('starved_segments', 'hard_cases', 'random')),
  ADD COLUMN probability double precision CHECK (
    probability IS NULL OR (probability > 0 AND probability <= 1 AND strategy IS NOT DISTINCT FROM 'random'));
