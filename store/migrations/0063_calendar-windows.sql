-- Up Migration

-- Windows of whole local days: `{unit, count, timezone}`. Views, schedules and runs from before have none.
ALTER TABLE saved_views ADD COLUMN calendar_window jsonb;
ALTER TABLE saved_views DROP CONSTRAINT saved_views_time_intent_check, ADD CONSTRAINT saved_views_time_intent_check CHECK (time_intent IN ('fixed', 'relative', 'calendar'));
ALTER TABLE saved_views ADD CONSTRAINT saved_views_calendar_check CHECK ((time_intent = 'calendar') = (calendar_window IS NOT NULL));

-- Where it is set, it is the window of each run, and `window_seconds` only says about how long that is.
ALTER TABLE report_schedules ADD COLUMN calendar_window jsonb;

-- The window as it was asked for, beside the instants that it came to.
ALTER TABLE report_runs ADD COLUMN calendar_window jsonb;
