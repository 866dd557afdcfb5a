/**
 * The SQL of the customer-lane subject for which a user acts, at the time `$3`; null without one. A user who proved the
 * subject with a credential acts for it only while that credential is in force.
 */
export const ACTING_SUBJECT = `
  CASE WHEN subject_credential_id IS NULL THEN subject_id ELSE (
    SELECT proof.subject_id FROM credentials AS proof
    WHERE proof.credential_id = subject_credential_id AND proof.revoked_at IS NULL
      AND (proof.expires_at IS NULL OR proof.expires_at > $3::timestamptz)
  ) END`;
