-- Up Migration

-- The goal and the rule of a fit of a routing threshold, as a document; null for a fit of quality. Existing fits are fits
-- of quality, because nothing could request another kind, so they keep null.
ALTER TABLE calibration_fits ADD COLUMN routing jsonb;
ALTER TABLE calibration_fits ADD CONSTRAINT calibration_fit_routing CHECK ((kind = 'routing') = (routing IS NOT NULL));
