-- The request that a shadow call repeats, by which both answers are judged. Shadow calls that were indexed before have none;
-- `npm run rebuild-facts` reads it from the journal. It is in no identity.

ALTER TABLE request_admissions_v1
  ADD COLUMN IF NOT EXISTS shadow_of String COMMENT 'Request that this shadow call repeats; empty for every other request';
