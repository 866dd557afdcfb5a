-- Up Migration

-- The revision at which what a view asks changed last, known of the edit to revision `question_known_at`. Where that is not the view's
-- revision (a view from before, or an edit by the version before, which moves `revision` alone) the latest edit counts as one of the question.
ALTER TABLE saved_views ADD COLUMN question_revision bigint, ADD COLUMN question_known_at bigint;

-- What hangs on a view.
CREATE INDEX reports_by_view ON reports (saved_view_id, created_at DESC, report_id DESC);
