import type pg from 'pg';

/**
 * Makes the database count the settlements of each run in the table `settlements`, so that the API cannot hide a second
 * settlement.
 */
export async function countSettlements(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE settlements (run_id text NOT NULL, state text NOT NULL);
    CREATE FUNCTION count_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO settlements VALUES (NEW.run_id, NEW.state); RETURN NEW; END $$;
    CREATE TRIGGER count_settlement AFTER UPDATE OF state ON report_runs FOR EACH ROW
    WHEN (NEW.state NOT IN ('queued', 'running')) EXECUTE FUNCTION count_settlement();`);
}
